// The promises that this browser was shown before a round was over, so that none can be changed afterwards.

import { isObject, kept } from './kept.ts';
import type { View } from './protocol.ts';

/** How many rounds are remembered, the latest ones. */
const MOST = 100;

const store = kept<Record<string, string>>(
  () => sessionStorage,
  'promises',
  (found) => (isObject(found) ? textsOf(found) : {}),
);

let held = store.read();

/** Remember what `view` promises, unless its round is over or has been promised before. */
export function hear(view: View): void {
  const round = nameOf(view);
  if (view.round.seed !== null || Object.hasOwn(held, round)) return;
  const latest = Object.entries(held).slice(1 - MOST);
  held = Object.fromEntries([...latest, [round, view.round.commitment]]);
  store.keep(held);
}

/** What was promised for the round of `view` while it was played; null where this browser did not see it. */
export function promised(view: View): string | null {
  return held[nameOf(view)] ?? null;
}

function nameOf({ table, match, round }: View): string {
  return `${table}/${match.number}/${round.number}`;
}

function textsOf(found: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(found).filter(([, promise]) => typeof promise === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
