// The tables at which this browser has a seat, the last one first. Other tabs of it come and go meanwhile, so that
// each change is made to what is kept at that moment.

import { isObject, kept } from './kept.ts';

/** A table, and when it was last opened here, in ms. Those of an older page have no `game`. */
export type Remembered = { code: string; at: number; game?: string; alone?: boolean };

const MOST = 8;

const all = kept<readonly Remembered[]>(
  () => localStorage,
  'recent',
  (found) => (Array.isArray(found) ? found.filter(isOne) : []),
);

export const tables = {
  all: all.read,

  /** One has sat down there, or comes back to it. `preset` is the game. */
  keep({ code, preset, alone }: { code: string; preset: string; alone: boolean }): void {
    put({ code, at: Date.now(), game: preset, alone });
  },

  forget(code: string): void {
    all.keep(without(code));
  },

  /** As it was before it was forgotten. */
  restore: put,

  has: (code: string): boolean => all.read().some((one) => one.code === code),

  /** The game that was played at a table; empty where that is not known. */
  gameAt: (code: string): string => all.read().find((one) => one.code === code)?.game ?? '',
};

function put(table: Remembered): void {
  const latest = [table, ...without(table.code)].sort((one, other) => other.at - one.at);
  all.keep(latest.slice(0, MOST));
}

function without(code: string): Remembered[] {
  return all.read().filter((one) => one.code !== code);
}

function isOne(found: unknown): found is Remembered {
  if (!isObject(found)) return false;
  const { code, at, game = '', alone = false } = found;
  return (
    typeof code === 'string' &&
    Number.isFinite(at) &&
    typeof game === 'string' &&
    typeof alone === 'boolean'
  );
}
