// Lines to lay out: rounds in which any tile that fits may be next, from a seed.

import type { Joined } from '../src/core/layout.ts';
import { halves, outer } from '../src/core/tile.ts';

export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A line as long as luck lets it become, up to all 28 tiles. */
export function aLine(seed: number): Joined[] {
  const random = chance(seed);
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
  const numbers = [0, 1, 2, 3, 4, 5, 6];
  let rest = numbers.flatMap((low) => numbers.slice(low).map((high) => `${low}-${high}`));
  const first = pick(rest);
  rest = rest.filter((tile) => tile !== first);
  let [left, right] = halves(first);
  const line: Joined[] = [{ tile: first, end: 'left' }];
  for (;;) {
    const options = rest.flatMap((tile) => [
      ...(halves(tile).includes(left) ? [{ tile, end: 'left' }] : []),
      ...(halves(tile).includes(right) ? [{ tile, end: 'right' }] : []),
    ]);
    if (options.length === 0) return line;
    const { tile, end } = pick(options);
    if (end === 'left') left = outer(tile, left);
    else right = outer(tile, right);
    rest = rest.filter((other) => other !== tile);
    line.push({ tile, end });
  }
}
