// What is said to those who listen. Every sentence is an element of its own, so that none takes another's place
// before it was read, and the same words twice are read twice.

import { untrack } from 'svelte';

export type Said = { id: number; text: string };

/** Sentences that stay; older ones have long been read. */
const KEPT = 8;

let polite = $state.raw<readonly Said[]>([]);
let urgent = $state.raw<readonly Said[]>([]);
let count = 0;

export const spoken = {
  get polite() {
    return polite;
  },
  get urgent() {
    return urgent;
  },
};

function after(before: readonly Said[], texts: readonly string[]): readonly Said[] {
  const said = texts.filter((text) => text.trim()).map((text) => ({ id: ++count, text }));
  if (!said.length) return before;
  return [...before, ...said].slice(-Math.max(KEPT, said.length));
}

/** To be read when there is time. */
export function announce(...texts: string[]): void {
  polite = after(
    untrack(() => polite),
    texts,
  );
}

/** To be read at once: it may cut off what is being read. */
export function alert(...texts: string[]): void {
  urgent = after(
    untrack(() => urgent),
    texts,
  );
}
