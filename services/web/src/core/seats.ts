// Who sits where, seen from one seat. The next to play is at the viewer's right, in every language.

import type { Seat } from '../net/protocol.ts';

export type Place = 'me' | 'right' | 'across' | 'left';
/** Numbered as seats are: without partners each seat is a side, with partners there are 0 and 1. */
export type Side = Seat;

/** In the order of the turn, by the number of players. */
const PLACES: Record<number, readonly Place[]> = {
  2: ['me', 'across'],
  3: ['me', 'right', 'left'],
  4: ['me', 'right', 'across', 'left'],
};

/** Where a seat is seen from `me`. */
export function placeOf(seat: Seat, me: Seat, players: number): Place {
  return PLACES[players]?.[(seat - me + players) % players] ?? 'across';
}

/** Who sits at `place`, or null where nobody can. */
export function seatAt(place: Place, me: Seat, players: number): Seat | null {
  const steps = PLACES[players]?.indexOf(place) ?? -1;
  return steps < 0 ? null : (((me + steps) % players) as Seat);
}

/** Every seat in the order of the turn, `me` first. */
export function inTurn(me: Seat, players: number): Seat[] {
  return Array.from({ length: players }, (_, step) => ((me + step) % players) as Seat);
}

/** With partners 0 for seats 0 and 2, 1 for seats 1 and 3: partners sit across. */
export function sideOf(seat: Seat, partners: boolean): Side {
  return partners ? ((seat % 2) as Side) : seat;
}

/** Every side, the viewer's own first, then as their turns come. */
export function sidesFrom(me: Seat, players: number, partners: boolean): Side[] {
  return [...new Set(inTurn(me, players).map((seat) => sideOf(seat, partners)))];
}

/** The seats of a side, by their numbers. */
export function membersOf(side: Side, players: number, partners: boolean): Seat[] {
  return inTurn(0, players).filter((seat) => sideOf(seat, partners) === side);
}

export type Tone = 'us' | 'them' | 'third' | 'fourth';

const TONES: readonly Tone[] = ['us', 'them', 'third', 'fourth'];

/** The colour and the shape of a side, as `me` sees it: one's own is the same for everybody. */
export function toneOf(side: Side, me: Seat, players: number, partners: boolean): Tone {
  return TONES[sidesFrom(me, players, partners).indexOf(side)] ?? 'them';
}

/** The same, of the side that `seat` is on. */
export function toneAt(seat: Seat, me: Seat, players: number, partners: boolean): Tone {
  return toneOf(sideOf(seat, partners), me, players, partners);
}
