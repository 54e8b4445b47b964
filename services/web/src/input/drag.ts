// Carrying a tile with a finger or a mouse. Tapping is the other way, and always works.

export type Carry = {
  /** Asked at the start: may this be carried now? */
  may(): boolean;
  start(): void;
  /** Over which point of the page it is. */
  over(x: number, y: number): void;
  /** How it stays where it was dropped, as a transform; null if it goes back. */
  drop(x: number, y: number): string | null;
  giveUp(): void;
};

/** Movement that makes a press a drag, in px. */
const STARTS_AFTER = 6;
/** A finger must not cover what it carries, in px. */
const ABOVE = 24;

/** An attachment that lets its element be carried. */
export function carry(options: Carry) {
  return (node: HTMLElement) => {
    let from: { x: number; y: number; id: number } | null = null;
    let carrying = false;
    /** Given back while the finger is still down: what it does then means nothing. */
    let gaveUp = false;

    const down = (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0 || !options.may()) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (gaveUp) return;
      if (!carrying && Math.hypot(dx, dy) > STARTS_AFTER) {
        carrying = true;
        node.setPointerCapture(from.id);
        node.classList.add('carried');
        options.start();
      }
      if (!carrying) return;
      node.style.transform = `translate(${dx}px, ${dy - ABOVE}px)`;
      options.over(event.clientX, event.clientY);
    };
    const up = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      if (carrying || gaveUp) swallowClick(node);
      end(carrying ? options.drop(event.clientX, event.clientY) : null);
    };
    const cancel = () => {
      if (carrying) options.giveUp();
      end();
    };
    const onKey = (event: KeyboardEvent) => {
      if (!carrying || event.key !== 'Escape') return;
      const held = from;
      cancel();
      from = held;
      gaveUp = true;
    };
    const end = (stays: string | null = null) => {
      from = null;
      carrying = gaveUp = false;
      node.classList.remove('carried');
      node.style.transform = stays ?? '';
    };

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', cancel);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  };
}

/** A drag ends in a click; if none follows, the next tap must not be lost. */
function swallowClick(node: HTMLElement): void {
  const stop = (event: Event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  node.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => node.removeEventListener('click', stop, { capture: true }), 0);
}

/** The element under `[data-end]` nearest to a point, within `reach` px. */
export function nearestEnd(x: number, y: number, reach: number): HTMLElement | null {
  let nearest: { element: HTMLElement; distance: number } | null = null;
  for (const element of document.querySelectorAll<HTMLElement>('[data-end]')) {
    const box = element.getBoundingClientRect();
    const distance = Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2));
    if (distance <= reach && (!nearest || distance < nearest.distance))
      nearest = { element, distance };
  }
  return nearest?.element ?? null;
}
