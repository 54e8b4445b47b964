// Who sits where, seen from one seat. The next to play is at the viewer's right, in every language.

import type { Seat } from '../net/protocol.ts';

export type Place = 'me' | 'right' | 'across' | 'left';

const PLACES: readonly Place[] = ['me', 'right', 'across', 'left'];

export function placeOf(seat: Seat, me: Seat): Place {
  return PLACES[(seat - me + 4) % 4] as Place;
}

export function seatAt(place: Place, me: Seat): Seat {
  return ((me + PLACES.indexOf(place)) % 4) as Seat;
}

/** 0 for seats 0 and 2, 1 for seats 1 and 3: partners sit across. */
export function sideOf(seat: Seat): 0 | 1 {
  return (seat % 2) as 0 | 1;
}

export function partnerOf(seat: Seat): Seat {
  return ((seat + 2) % 4) as Seat;
}
