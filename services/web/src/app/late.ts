// Parts of the page that are fetched when they are wanted. What was fetched once is there at once.

import type { Component } from 'svelte';
import { mend } from './mend.ts';

// biome-ignore lint/suspicious/noExplicitAny: a part's own properties are checked where it is used
export type Part<C extends Component<any> = Component<any>> = () => Promise<{ default: C }>;

const there = new WeakMap<Part, { default: Component }>();

/** The part, or a promise of it. One that cannot be had is not given up: the page mends itself, and starts anew. */
export function late<P extends Part>(part: P): Awaited<ReturnType<P>> | ReturnType<P> {
  return (there.get(part) ?? fetched(part)) as Awaited<ReturnType<P>> | ReturnType<P>;
}

async function fetched(part: Part): Promise<{ default: Component }> {
  try {
    const found = await part();
    there.set(part, found);
    return found;
  } catch {
    return mend();
  }
}
