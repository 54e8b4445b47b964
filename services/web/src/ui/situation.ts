// How a table stands, in sentences: whose turn it is and what for, the line and its open ends.

import { isMyTurn, numberAt } from '../core/moves.ts';
import { list, onNumber, t, tileName } from '../i18n/index.svelte.ts';
import { ENDS, type Laid, type Table, type View } from '../net/protocol.ts';
import { nameOf, namesOf } from './names.ts';

/** What the viewer is to do; empty when it is not the viewer's turn. */
export function duty(view: View): string {
  const { round } = view;
  if (!isMyTurn(view)) return '';
  if (round.must === 'draw' || round.must === 'pass') return t(`table.turn.${round.must}`);
  if (round.forced) return t('table.turn.forced', { tile: tileName(round.forced) });
  return t(round.line.length ? 'table.turn.mine' : 'table.turn.lead');
}

/** Whose turn it is, or what the table waits for; empty once the round is over. */
export function turn(view: View, table: Table): string {
  const { round, phase } = view;
  if (phase === 'resting') return t('table.resting');
  if (phase === 'waiting') {
    const names = namesOf(table, view.waiting);
    return names ? t('table.waiting.for', { names }) : t('table.waiting');
  }
  if (round.turn === null) return '';
  if (round.turn === view.seat && round.computer !== null) return t('computer.finishes');
  return duty(view) || t('table.turn.other', { name: nameOf(table, round.turn) });
}

/** How long the line is, which numbers are open, and in fives what they add up to. */
export function lineInWords(view: View): string {
  const { line, sum } = view.round;
  const open = ENDS.map((end) => numberAt(view, end)).filter((at) => at !== null);
  if (!open.length) return t('table.board.empty');
  const ends = list(open.map(onNumber));
  const shown = t('table.board.ends', { n: line.length, ends });
  return sum === null ? shown : `${shown} ${t('table.board.sum', { n: sum })}`;
}

/** A tile that lies, in words; the one that the arms begin at is told apart. */
export function laidName(view: View, { tile }: Laid): string {
  const name = tileName(tile);
  return tile === view.round.spinner ? t('table.board.spinner', { tile: name }) : name;
}
