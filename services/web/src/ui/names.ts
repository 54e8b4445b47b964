// What people, computer players and sides are called at a table.

import { isComputers } from '../core/people.ts';
import { type Side, sideOf, sidesFrom, type Tone, toneOf } from '../core/seats.ts';
import { list, t } from '../i18n/index.svelte.ts';
import type { Seat, Table, View } from '../net/protocol.ts';

/** A computer player is numbered by its seat, so that it keeps its name whoever comes. */
export function nameOf(table: Table, seat: Seat): string {
  const taken = table.seats[seat];
  if (!isComputers(taken)) return taken?.name ?? '';
  const players = table.seats.length;
  return players === 2 ? t('computer') : t('computer.n', { n: seat || players });
}

/** What stands for a name on a round sign. */
export function initialOf(name: string): string {
  return ([...name][0] ?? '').toLocaleUpperCase();
}

export function namesOf(table: Table, seats: readonly Seat[]): string {
  return list(seats.map((seat) => nameOf(table, seat)));
}

/** A side as `me` calls it. */
export function sideName(table: Table, me: Seat, side: Side): string {
  const ours = side === sideOf(me, table.settings.partners);
  if (table.settings.partners) return t(ours ? 'table.us' : 'table.them');
  return ours ? t('table.you') : nameOf(table, side);
}

/** Every side at the table, the viewer's own first, as the viewer sees it. */
export function sidesOf(
  table: Table,
  { seat, round }: View,
): { side: Side; name: string; tone: Tone }[] {
  const { partners } = table.settings;
  const players = round.counts.length;
  return sidesFrom(seat, players, partners).map((side) => ({
    side,
    name: sideName(table, seat, side),
    tone: toneOf(side, seat, players, partners),
  }));
}
