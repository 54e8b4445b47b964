// Whether this page could be started anew without anybody noticing.

/** What must not be started anew marks itself by it: a round being played, choices being made. */
export const KEEP = '[data-keep], dialog[open]';
/** How long nobody has touched anything, in ms. */
const STILL = 1_500;

let touchedAt = 0;

for (const kind of ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove']) {
  addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

/** Nothing is marked to be kept, no dialog is open, nobody writes, and nobody has touched anything for a moment. */
export function isCalm(): boolean {
  if (Date.now() - touchedAt < STILL) return false;
  return document.querySelector(KEEP) === null && !isWriting();
}

function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  return [...fields].some((field) => field === document.activeElement && field.value !== '');
}
