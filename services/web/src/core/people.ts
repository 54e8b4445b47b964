// Who at a table is a person and who a computer player. Knows no name in words.

import type { Seat, SeatTaken, Table } from '../net/protocol.ts';

type Taken = SeatTaken | null | undefined;

/** A computer player's own seat: nobody left it to be played for. */
export function isComputers(taken: Taken): boolean {
  return taken?.name === null;
}

/** A computer player plays here for a person who left. */
export function isPlayedFor(taken: Taken): boolean {
  return typeof taken?.name === 'string' && taken.computer !== null;
}

/** A person's seat, and nobody is there. */
export function isAway(taken: Taken): boolean {
  return typeof taken?.name === 'string' && !taken.present;
}

function seatsWhere(
  { seats }: Pick<Table, 'seats'>,
  wanted: (taken: SeatTaken) => boolean,
): Seat[] {
  return seats.flatMap((taken, seat) => (taken && wanted(taken) ? [seat as Seat] : []));
}

/** The seats that belong to people, there or not. */
export function peopleOf(table: Pick<Table, 'seats'>): Seat[] {
  return seatsWhere(table, ({ name }) => name !== null);
}

/** The people who are here, and are asked whether to go on. */
export function presentOf(table: Pick<Table, 'seats'>): Seat[] {
  return seatsWhere(table, ({ name, present }) => name !== null && present);
}

/** The people whom a new round needs: whoever plays their own seat. */
export function consentersOf(table: Table): Seat[] {
  return seatsWhere(table, ({ name, computer }) => name !== null && computer === null);
}

/** The seats that computer players have for themselves. */
export function computersOf(table: Table): Seat[] {
  return seatsWhere(table, ({ name }) => name === null);
}

/** True when `seat` is the only one at the table that belongs to a person. */
export function isAlone(table: Table, seat: Seat): boolean {
  const people = peopleOf(table);
  return people.length === 1 && people[0] === seat;
}
