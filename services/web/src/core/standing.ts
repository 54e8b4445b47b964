// How a side stands in a match, and what the last round gave it.

import type { MatchView } from '../net/protocol.ts';
import { worth } from './outcome.ts';
import type { Side } from './seats.ts';

/** Points in all, and those of the last round; where each round stands alone, rounds won. */
export function standingOf(
  { target, scores, rounds }: MatchView,
  side: Side,
): { total: number; gained: number } {
  const last = rounds.at(-1);
  if (target !== null)
    return { total: scores[side] ?? 0, gained: last ? worth(last, side).points : 0 };
  const won = rounds.filter(({ winner }) => winner === side).length;
  return { total: won, gained: last?.winner === side ? 1 : 0 };
}
