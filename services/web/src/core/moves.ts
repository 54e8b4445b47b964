// What the viewer may do now. The server says what is legal; nothing is worked out here.

import type { EndName, View } from '../net/protocol.ts';
import type { TileText } from './tile.ts';

export function isMyTurn(view: View): boolean {
  return view.phase === 'playing' && view.round.turn === view.seat;
}

export function endsOf(view: View, tile: TileText): EndName[] {
  const legal = view.round.legal ?? [];
  return legal.filter((placement) => placement.tile === tile).map((placement) => placement.end);
}

export function isLegal(view: View, tile: TileText): boolean {
  return endsOf(view, tile).length > 0;
}

/** The number at an end, or null for the first tile of a round. */
export function numberAt(view: View, end: EndName): number | null {
  return view.round.ends[end];
}
