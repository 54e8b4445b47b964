// What has happened in a round, and which of it is news. Knows no words.

import type { RoundView, Seat } from '../net/protocol.ts';

export type Logged = RoundView['log'][number];

/** The last thing that was done, with the drawing before it, and what the table did after it by itself. */
export function latest(log: readonly Logged[]): Logged[] {
  let from = log.length - 1;
  while (from > 0 && log[from]?.by === 'table') from--;
  const [before, first] = [log[from - 1], log[from]];
  if (before?.type === 'draw' && before.seat === first?.seat) from--;
  return log.slice(Math.max(0, from));
}

/** What the last placement scored at once; 0 before the first. What lies on the line is what it left. */
export function scoredLast(log: readonly Logged[]): number {
  const placed = log.findLast((action) => action.type === 'place');
  return placed?.type === 'place' ? placed.points : 0;
}

/** How many tiles `seat` drew in its last turn; 0 if it did not. */
export function drewLately(log: readonly Logged[], seat: Seat): number {
  const own = log.filter((action) => action.seat === seat);
  const draw = own.findLast((action) => action.type === 'draw');
  const since = draw ? own.slice(own.indexOf(draw) + 1) : [];
  return draw?.type === 'draw' && since.length <= 1 ? draw.count : 0;
}
