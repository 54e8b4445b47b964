// How a round or a match ended, in sentences.

import { sideOf } from '../core/seats.ts';
import { t } from '../i18n/index.svelte.ts';
import type { RoundResult, Table, View } from '../net/protocol.ts';
import { nameOf, sideName } from './names.ts';

/** What is told when a round is over: how it ended, what it was worth, and who won if the match ended with it. */
export function outcome(view: View, table: Table): string[] {
  const result = view.match.rounds.at(-1);
  if (!result) return [];
  const told = [ending(view, table, result)];
  if (result.points > 0 || result.ended !== 'target') told.push(gain(view, table, result));
  if (view.phase === 'over') told.push(victory(view, table));
  return told;
}

/** How the round ended, and by whom. */
export function ending(view: View, table: Table, { ended, leader }: RoundResult): string {
  if (ended === 'blocked') return t('end.blocked');
  const last = view.round.line.at(-1)?.seat ?? leader;
  if (last === view.seat) return t(`end.${ended}.me`);
  return t(`end.${ended}`, { name: nameOf(table, last) });
}

/** Who had how many points of the round's end. */
export function gain(view: View, table: Table, { winner, points: n }: RoundResult): string {
  if (winner === null) return t('end.drawn');
  const { partners } = table.settings;
  const own = winner === sideOf(view.seat, partners);
  if (partners) return t(own ? 'end.won.us' : 'end.won.them', { n });
  if (own) return t('end.won.me', { n });
  return t('end.won.other', { n, name: sideName(table, view.seat, winner) });
}

/** Who won the match. */
export function victory(view: View, table: Table): string {
  const winner = view.match.winner ?? 0;
  const { partners } = table.settings;
  const own = winner === sideOf(view.seat, partners);
  if (partners) return t(own ? 'match.won' : 'match.lost');
  if (own) return t('match.won.me');
  return t('match.won.other', { name: sideName(table, view.seat, winner) });
}
