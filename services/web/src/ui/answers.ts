// What the table answers to whoever asks it something by a key, in sentences.

import { countdown, secondsLeft } from '../core/clock.ts';
import { latest } from '../core/log.ts';
import { numberAt } from '../core/moves.ts';
import { inReading } from '../core/reading.ts';
import { inTurn } from '../core/seats.ts';
import { onNumber, onNumbers, t } from '../i18n/index.svelte.ts';
import type { Seen } from '../input/telling.svelte.ts';
import { ENDS, type Laid, type Seat } from '../net/protocol.ts';
import { nameOf, sidesOf } from './names.ts';
import { laidName, lineInWords, turn } from './situation.ts';
import { tell } from './story.ts';

/** What can be asked, and the letter that asks it. */
export const LETTERS = {
  board: 'b',
  ends: 'e',
  scores: 's',
  time: 't',
  last: 'l',
  hands: 'h',
} as const;
export type Question = keyof typeof LETTERS;
export const QUESTIONS = Object.keys(LETTERS) as Question[];

/** In sentences to be read out, and to be read. */
export function answer(question: Question, seen: Seen): string[] {
  return ANSWERS[question](seen);
}

const ANSWERS: Record<Question, (seen: Seen) => string[]> = {
  board({ view }) {
    const { row, up, down } = inReading(view.round.line);
    const told = (title: string, arm: readonly Laid[]) =>
      arm.length ? [title, ...arm.map((laid) => laidName(view, laid))] : [];
    return [
      lineInWords(view),
      ...told(t('table.row'), row),
      ...told(t('table.arm.up'), up),
      ...told(t('table.arm.down'), down),
    ];
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
    const told = sidesOf(table, view).map(({ side, name }) =>
      t('table.score', { name, n: scores[side] ?? 0 }),
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
