// What the viewer may do now. The server says what is legal; nothing is worked out here.

import { ENDS, type EndName, type Seat, type View } from '../net/protocol.ts';
import type { TileText } from './tile.ts';

export function isTurnOf(view: View, seat: Seat): boolean {
  return view.phase === 'playing' && view.round.turn === seat;
}

/** A turn of the viewer's own seat that a computer player finishes is not the viewer's. */
export function isMyTurn(view: View): boolean {
  return isTurnOf(view, view.seat) && view.round.computer === null;
}

/** The round is over, and perhaps the match with it. */
export function hasEnded({ phase }: View): boolean {
  return phase === 'between' || phase === 'over';
}

/** A name for this ply of this round: what was said or chosen at one holds for no other. */
export function momentOf({ match, round }: Pick<View, 'match' | 'round'>): string {
  return `${match.number}/${round.number}/${round.ply}`;
}

/** Where the tile may be placed now. */
export function endsOf(view: View, tile: TileText): EndName[] {
  const legal = view.round.legal ?? [];
  return legal.filter((placement) => placement.tile === tile).map((placement) => placement.end);
}

export function isLegal(view: View, tile: TileText): boolean {
  return endsOf(view, tile).length > 0;
}

/** What the placement would score at once; null where nothing is ever scored so. */
export function pointsAt(view: View, tile: TileText, end: EndName): number | null {
  if (view.round.sum === null) return null;
  const legal = view.round.legal ?? [];
  return legal.find((placement) => placement.tile === tile && placement.end === end)?.points ?? 0;
}

/** The number at an end, or null for the first tile of a round. */
export function numberAt(view: View, end: EndName): number | null {
  return view.round.ends[end];
}

/** True when another open end shows the same number, so that a number alone does not tell which is meant. */
export function isAmbiguous(view: View, end: EndName): boolean {
  const at = numberAt(view, end);
  return at !== null && ENDS.some((other) => other !== end && numberAt(view, other) === at);
}
