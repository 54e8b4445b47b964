// What happened, action by action, as sentences.

import type { Logged } from '../core/log.ts';
import { isComputers } from '../core/people.ts';
import { type Key, onNumbers, t, tileName } from '../i18n/index.svelte.ts';
import type { Seat, Table } from '../net/protocol.ts';
import { nameOf, namesOf } from './names.ts';

/** One action, as `me` tells it. */
export function sentence(action: Logged, me: Seat, table: Table): string {
  const own = action.seat === me ? 'me.' : '';
  const key = `log.${own}${action.type}${hand(action, table)}` as Key;
  const name = nameOf(table, action.seat);
  switch (action.type) {
    case 'place':
      return scored(t(key, { name, tile: tileName(action.tile) }), action.points);
    case 'draw':
      return t(key, { name, n: action.count, numbers: onNumbers(action.numbers) });
    case 'pass':
      return t(key, { name, numbers: onNumbers(action.numbers) });
  }
}

/**
 * The actions as sentences. Several seats that the table passed for, one after another and on the same numbers,
 * are told together.
 */
export function tell(actions: readonly Logged[], me: Seat, table: Table): string[] {
  const told: string[] = [];
  for (let at = 0; at < actions.length; at++) {
    const first = actions[at] as Logged;
    const seats = [first.seat];
    while (isPassedWith(first, actions[at + 1], me)) seats.push((actions[++at] as Logged).seat);
    told.push(
      seats.length === 1
        ? sentence(first, me, table)
        : t('log.pass.table', { name: namesOf(table, seats), numbers: passedOn(first) }),
    );
  }
  return told;
}

function isPassedWith(first: Logged, next: Logged | undefined, me: Seat): boolean {
  if (first.type !== 'pass' || next?.type !== 'pass') return false;
  const byTable = first.by === 'table' && next.by === 'table';
  return byTable && first.seat !== me && next.seat !== me && passedOn(first) === passedOn(next);
}

function passedOn(action: Logged): string {
  return action.type === 'pass' ? onNumbers(action.numbers) : '';
}

function scored(what: string, points: number): string {
  return points > 0 ? t('log.points', { what, n: points }) : what;
}

/** Whose hand it was, where it was not the seat's own. Nothing is drawn by the table without a clock. */
function hand({ by, type, seat }: Logged, table: Table): '' | '.clock' | '.table' | '.computer' {
  if (by === 'player' || (by === 'table' && type === 'draw')) return '';
  if (by === 'computer') return isComputers(table.seats[seat]) ? '' : '.computer';
  return `.${by}`;
}
