// Where the keyboard is, when what had it goes away.

/** What had the focus when a dialog opened. One that opened from a dialog leads back to where that one came from. */
const openers = new WeakMap<Element, Element>();

function openerOf(dialog: Element): HTMLElement | null {
  let at = openers.get(dialog);
  while (at && !at.isConnected) {
    const around = at.closest('dialog');
    at = around ? openers.get(around) : undefined;
  }
  return at instanceof HTMLElement ? at : null;
}

/** Open a dialog; when it goes, however it goes, the focus is where it was. */
export function opened(dialog: HTMLDialogElement): () => void {
  const before = isLost() ? replaced : document.activeElement;
  if (before) openers.set(dialog, before);
  dialog.showModal();
  return () => {
    replaced = dialog;
    // What replaces this dialog may have the focus already, once all that goes is gone.
    queueMicrotask(() => {
      replaced = null;
      if (isLost()) openerOf(dialog)?.focus();
    });
  };
}

/** Note what has the focus; what is returned gives it back, or else to where its dialog opened, or to the heading of `page`. */
export function rememberFocus(): (page: HTMLElement) => void {
  const had = document.activeElement;
  return (page) => {
    const dialog = had?.closest('dialog');
    const back = had?.isConnected ? had : dialog && openerOf(dialog);
    if (back instanceof HTMLElement && page.contains(back)) back.focus({ preventScroll: true });
    else begin(page.querySelector('h1'));
  };
}

function begin(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The dialog that is just going. */
let replaced: Element | null = null;

function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** While not all of it is in view it takes the focus, for keys to scroll it; for what holds nothing that takes it. */
export function scrolls(node: HTMLElement): () => void {
  const look = new ResizeObserver(() => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  });
  for (const one of [node, ...node.children]) look.observe(one);
  return () => look.disconnect();
}

/** Focus that falls out of `node`, because what had it went or was switched off, goes to what `to` finds. */
export function keepsFocus(to: () => HTMLElement | null) {
  return (node: HTMLElement) => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    const leave = ({ target }: PointerEvent) => {
      if (!last?.contains(target as Element)) last = null;
    };
    const look = () => {
      if (!last || (!isLost() && document.activeElement !== last)) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      last = null;
      to()?.focus();
    };
    // What is switched off loses the focus only when it is drawn.
    const changes = new MutationObserver(() => requestAnimationFrame(() => setTimeout(look)));
    changes.observe(node, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    node.addEventListener('focusin', note);
    addEventListener('pointerdown', leave);
    return () => {
      changes.disconnect();
      removeEventListener('pointerdown', leave);
    };
  };
}

/** What comes over the page is where the keyboard goes on, unless it is busy in a dialog. */
export function takesFocus(node: HTMLElement): void {
  if (document.activeElement?.closest('dialog')) return;
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

/** A new screen is read from its heading, when the one before took the focus away with it. */
export function headingsTakeFocus(page: HTMLElement): () => void {
  let heading = page.querySelector('h1');
  const look = new MutationObserver(() => {
    const now = page.querySelector('h1');
    if (!now || now === heading) return;
    const first = heading === null;
    heading = now;
    if (!first && isLost()) begin(now);
  });
  look.observe(page, { childList: true, subtree: true });
  return () => look.disconnect();
}
