// What the table answers to whoever asks it something by a key, in sentences.

import { countdown, secondsLeft } from '../core/clock.ts';
import { latest } from '../core/log.ts';
import { numberAt } from '../core/moves.ts';
import { inReading } from '../core/reading.ts';
import { inTurn, sidesFrom } from '../core/seats.ts';
import { onNumber, onNumbers, t, tileName } from '../i18n/index.svelte.ts';
import type { Seen } from '../input/telling.svelte.ts';
import { ENDS, type Laid, type Seat } from '../net/protocol.ts';
import { nameOf, sideName } from './names.ts';
import { lineInWords, turn } from './standing.ts';
import { tell } from './story.ts';

export const QUESTIONS = ['board', 'ends', 'scores', 'time', 'last', 'hands'] as const;
export type Question = (typeof QUESTIONS)[number];

/** In sentences to be read out, and to be read. */
export function answer(question: Question, seen: Seen): string[] {
  return ANSWERS[question](seen);
}

const ANSWERS: Record<Question, (seen: Seen) => string[]> = {
  board({ view }) {
    const { row, up, down } = inReading(view.round.line);
    const arms = [
      ...(row.length ? [t('table.row'), ...row.map(tileOf)] : []),
      ...(up.length ? [t('table.arm.up'), ...up.map(tileOf)] : []),
      ...(down.length ? [t('table.arm.down'), ...down.map(tileOf)] : []),
    ];
    return [lineInWords(view), ...arms];

    function tileOf({ tile }: Laid): string {
      const name = tileName(tile);
      return tile === view.round.spinner ? t('table.board.spinner', { tile: name }) : name;
    }
  },

  ends({ view }) {
    const { sum } = view.round;
    const open = ENDS.flatMap((end) => {
      const at = numberAt(view, end);
      return at === null ? [] : [t(`table.end.${end}`, { number: onNumber(at) })];
    });
    if (!open.length) return [t('table.board.empty')];
    return sum === null ? open : [...open, t('table.board.sum', { n: sum })];
  },

  scores({ view, table }) {
    const { scores, target } = view.match;
    const sides = sidesFrom(view.seat, view.round.counts.length, table.settings.partners);
    const told = sides.map((side) =>
      t('table.score', { name: sideName(table, view.seat, side), n: scores[side] ?? 0 }),
    );
    const round = t('table.round', { n: view.round.number });
    return [...told, round, ...(target === null ? [] : [t('table.target', { n: target })])];
  },

  time({ view, table, state }) {
    const { clock } = view.round;
    const left = clock
      ? t('table.left', { n: secondsLeft(countdown(clock, state.heardAt), Date.now()) })
      : t('words.clock.none');
    return [turn(view, table), left];
  },

  last({ view, table }) {
    const told = tell(latest(view.round.log), view.seat, table);
    return told.length ? told : [t('log.empty')];
  },

  hands({ view, table }) {
    const { counts, boneyard, passes } = view.round;
    const { drawing } = table.settings;
    const others = inTurn(view.seat, counts.length).slice(1);
    const told = others.flatMap((seat: Seat) => {
      const name = nameOf(table, seat);
      const held = t('table.holds', { name, n: counts[seat] ?? 0 });
      const numbers = onNumbers(passes[seat] ?? []);
      if (!numbers) return [held];
      return [held, t(drawing ? 'table.holds.lacked' : 'log.pass', { name, numbers })];
    });
    const mine = t('table.holds.me', { n: counts[view.seat] ?? 0 });
    const beside = boneyard > 0 || drawing;
    const yard = t(drawing ? 'table.yard' : 'table.yard.aside', { n: boneyard });
    return [mine, ...told, ...(beside ? [yard] : [])];
  },
};
