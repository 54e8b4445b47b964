// Parts of the page that are fetched when they are wanted. What was fetched once is there at once.

import { mend } from './mend.ts';

/** A module of the page, as `import` has it. */
export type Part = () => Promise<object>;

const there = new WeakMap<Part, object>();

/** The part, or a promise of it. One that cannot be had is not given up: the page mends itself, and starts anew. */
export function late<P extends Part>(part: P): Awaited<ReturnType<P>> | ReturnType<P> {
  return (there.get(part) ?? fetched(part)) as Awaited<ReturnType<P>> | ReturnType<P>;
}

async function fetched(part: Part): Promise<object> {
  try {
    const found = await part();
    there.set(part, found);
    return found;
  } catch {
    return mend();
  }
}
