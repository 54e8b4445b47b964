// The promises that this browser was shown before a round was over, so that none can be changed afterwards.

import type { View } from './protocol.ts';

const KEY = 'doublesix.promises';
/** How many rounds are remembered, the latest ones. */
const MOST = 100;

type Promises = Record<string, string>;

let held: Promises = read();

/** Remember what `view` promises, unless its round is over or has been promised before. */
export function hear(view: View): void {
  const round = nameOf(view);
  if (view.round.seed !== null || round in held) return;
  const kept = Object.entries(held).slice(1 - MOST);
  held = Object.fromEntries([...kept, [round, view.round.commitment]]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // Then it is remembered until the page is closed.
  }
}

/** What was promised for the round of `view` while it was played; null where this browser did not see it. */
export function promised(view: View): string | null {
  return held[nameOf(view)] ?? null;
}

function nameOf({ table, match, round }: View): string {
  return `${table}/${match.number}/${round.number}`;
}

function read(): Promises {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Promises;
  } catch {
    return {};
  }
}
