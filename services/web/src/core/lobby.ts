// Before the match: whether it can start with those who sit there, and who would play. The server decides;
// this is what a person is told, and when the button can be pressed.

import type { Table } from '../net/protocol.ts';
import { computersOf, peopleOf } from './people.ts';

export type Outlook =
  /** It cannot start: so many people are missing. */
  | { is: 'missing'; n: number }
  /** People sit on every seat. */
  | { is: 'full' }
  /** So many empty seats get computer players. */
  | { is: 'filled'; n: number }
  /** Those seated play, so many of them; the empty seats go. */
  | { is: 'closed'; n: number }
  /** Whoever is there plays against one computer player. */
  | { is: 'lone' };

type Seated = Pick<Table, 'seats' | 'settings'>;

/** What would be played, if it were started now. */
export function outlook(table: Seated): Outlook {
  const { seats, settings } = table;
  const here = peopleOf(table).length;
  const empty = seats.length - here;
  if (empty === 0) return { is: 'full' };
  switch (settings.start) {
    case 'full':
      return { is: 'missing', n: empty };
    case 'fill':
      return computersMayPlay(settings, here, empty)
        ? { is: 'filled', n: empty }
        : { is: 'missing', n: empty };
    case 'seated':
      return seated(settings.seats, here, settings.computer_players !== 'no');
  }
}

function computersMayPlay(rules: Seated['settings'], here: number, computers: number): boolean {
  const may = rules.computer_players;
  return may === 'yes' || (may === 'solo' && here === 1) || computers === 0;
}

function seated(allowed: readonly number[], here: number, computers: boolean): Outlook {
  if (here === 1 && computers && allowed.includes(2)) return { is: 'lone' };
  if (allowed.includes(here)) return { is: 'closed', n: here };
  const next = Math.min(...allowed.filter((number) => number > here));
  return { is: 'missing', n: next - here };
}

/** After the start, whoever comes takes over from a computer player where empty seats were filled. */
export function canTakeOver(table: Table): boolean {
  if (table.status === 'open' || table.options.alone) return false;
  if (table.settings.start !== 'fill') return false;
  const computers = computersOf(table).length;
  return (
    computers > 0 && computersMayPlay(table.settings, peopleOf(table).length + 1, computers - 1)
  );
}
