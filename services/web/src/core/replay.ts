// A finished round, as it stood after any number of its actions. The record says what was done; nothing is judged.

import type { Laid, RoundRecord, Seat, View } from '../net/protocol.ts';
import { endsOf, sumOf } from './line.ts';
import type { Logged } from './log.ts';
import { worth } from './outcome.ts';
import { type Side, sideOf } from './seats.ts';
import type { TileText } from './tile.ts';

/** All that lies on the table, with every hand open. `drawn` are the tiles that the last action drew. */
export type Moment = {
  ply: number;
  action: Logged | null;
  drawn: TileText[];
  turn: Seat | null;
  line: Laid[];
  hands: TileText[][];
  boneyard: TileText[];
};

/** How many actions a round had: the last moment there is. */
export function lastOf(record: RoundRecord): number {
  return record.log.length;
}

/** What `record` came to after its first `ply` actions. */
export function momentAt(record: RoundRecord, ply: number): Moment {
  const log = record.log.slice(0, ply);
  const line: Laid[] = [];
  const hands = record.dealt.map((hand) => [...hand]);
  const boneyard = [...record.boneyard];
  let drawn: TileText[] = [];
  for (const action of log) {
    drawn = [];
    if (action.type === 'place') {
      const { tile, end, seat } = action;
      line.push({ tile, end, seat });
      hands[seat] = (hands[seat] ?? []).filter((held) => held !== tile);
    } else if (action.type === 'draw') {
      drawn = boneyard.splice(0, action.count);
      hands[action.seat]?.push(...drawn);
    }
  }
  const next = record.log[ply];
  const turn = next ? next.seat : null;
  return { ply, action: log.at(-1) ?? null, drawn, turn, line, hands, boneyard };
}

/** The moment as the view that `me` would have had of it, so that everything that shows a view can show it. */
export function viewOf(record: RoundRecord, moment: Moment, me: Seat): View {
  const { ply, line, hands, boneyard } = moment;
  const over = ply === lastOf(record);
  const log = record.log.slice(0, ply);
  const spinner = line.some(({ tile }) => tile === record.spinner) ? record.spinner : null;
  return {
    table: record.table,
    seat: me,
    position: { version: ply, mark: '' },
    phase: over ? 'between' : 'playing',
    match: {
      number: record.match,
      target: record.target,
      scores: scoresAt(record, ply),
      rounds: over && record.result ? [record.result] : [],
      winner: null,
    },
    round: {
      number: record.round,
      leader: record.leader,
      turn: moment.turn,
      computer: null,
      ply,
      line,
      ends: endsOf(line, spinner),
      spinner,
      sum: record.rules.fives ? sumOf(line, spinner) : null,
      hand: hands[me] ?? [],
      forced: null,
      legal: null,
      must: null,
      counts: hands.map((hand) => hand.length),
      boneyard: boneyard.length,
      passes: hands.map((_, seat) => lackedBy(log, seat)),
      log,
      clock: null,
      hands: over ? hands : null,
      aside: over ? boneyard : null,
      commitment: record.commitment,
      seed: record.seed,
    },
    between: null,
    waiting: [],
    ready: [],
    again: [],
    asked: [],
  };
}

/** Scores before the round, and what was scored at once since; the end of the round counts at its end. */
function scoresAt(record: RoundRecord, ply: number): number[] {
  const { log, result, rules, scores } = record;
  if (ply === lastOf(record) && result) return scores;
  const before = scores.map((score, side) =>
    result ? score - worth(result, side as Side).points : score,
  );
  for (const action of log.slice(0, ply)) {
    const side = sideOf(action.seat, rules.partners);
    if (action.type === 'place') before[side] = (before[side] ?? 0) + action.points;
  }
  return before;
}

/** The numbers that `seat` could not match, each once, in the order they came up. */
function lackedBy(log: readonly Logged[], seat: number): number[] {
  const lacked = log.flatMap((action) =>
    action.seat === seat && action.type !== 'place' ? action.numbers : [],
  );
  return [...new Set(lacked)];
}
