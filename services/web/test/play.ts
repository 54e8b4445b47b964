// Lines to lay out: rounds in which any tile that fits may be next, from a seed.

import type { Joined } from '../src/core/layout.ts';
import { halves, isDouble, outer } from '../src/core/tile.ts';
import { ENDS, type EndName } from '../src/net/protocol.ts';

export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A whole set up to the double of `highest`. */
function setOf(highest: number): string[] {
  const numbers = Array.from({ length: highest + 1 }, (_, number) => number);
  return numbers.flatMap((low) => numbers.slice(low).map((high) => `${low}-${high}`));
}

export type Played = { line: Joined[]; spinner: string | null };

/** A line as long as luck lets it become, up to the whole set. `fourWay`: the first double has four sides. */
export function aRound(seed: number, fourWay: boolean, highest = 6): Played {
  const random = chance(seed);
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;
  let rest = setOf(highest);
  const first = pick(rest);
  rest = rest.filter((tile) => tile !== first);
  const [low, high] = halves(first);
  const open: Partial<Record<EndName, number>> = { left: low, right: high };
  const line: Joined[] = [{ tile: first, end: 'left' }];
  let spinner = fourWay && isDouble(first) ? first : null;
  for (;;) {
    const options = rest.flatMap((tile) =>
      ENDS.filter((end) => halves(tile).includes(open[end] ?? -1)).map((end) => ({ tile, end })),
    );
    if (options.length === 0) return { line, spinner };
    const { tile, end } = pick(options);
    open[end] = outer(tile, open[end] as number);
    rest = rest.filter((other) => other !== tile);
    line.push({ tile, end });
    if (fourWay && isDouble(tile)) spinner ??= tile;
    if (spinner && open.up === undefined && isCovered(line, spinner)) {
      open.up = halves(spinner)[0];
      open.down = halves(spinner)[0];
    }
  }
}

function isCovered(line: Joined[], spinner: string): boolean {
  const at = line.findIndex(({ tile }) => tile === spinner);
  const later = new Set(line.slice(at + 1).map(({ end }) => end));
  return at === 0 ? later.has('left') && later.has('right') : later.has((line[at] as Joined).end);
}
