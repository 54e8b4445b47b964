import { expect, test } from 'vitest';
import { lastOf, momentAt, viewOf } from '../src/core/replay.ts';
import { tileSet } from '../src/core/tile.ts';
import type { RoundRecord } from '../src/net/protocol.ts';
import lines from './rounds.jsonl?raw';

// Played by the real rules: tests/web/rounds.py.
type Seen = {
  ply: number;
  turn: number | null;
  ends: (number | null)[];
  sum: number | null;
  hands: string[];
  boneyard: string;
  passes: number[][];
  scores: number[];
};
const ROUNDS = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { record: RoundRecord; seen: Seen[] });

/** What the client makes of the record, told as the rules told it. */
function shown(record: RoundRecord, ply: number): Seen {
  const moment = momentAt(record, ply);
  const { round, match } = viewOf(record, moment, 0);
  const { left, right, up, down } = round.ends;
  return {
    ply: round.ply,
    turn: round.turn,
    ends: [left, right, up, down],
    sum: round.sum,
    hands: moment.hands.map((hand) => hand.join(' ')),
    boneyard: moment.boneyard.join(' '),
    passes: round.passes,
    scores: match.scores,
  };
}

test('every moment of a round is seen again as the rules had it, in every game', () => {
  for (const { record, seen } of ROUNDS) {
    for (const moment of seen) expect(shown(record, moment.ply)).toEqual(moment);
  }
  expect(new Set(ROUNDS.map(({ record }) => JSON.stringify(record.rules))).size).toBe(9);
});

test('no tile is lost or doubled, however far a round is played', () => {
  for (const { record } of ROUNDS) {
    const all = tileSet(record.rules.tiles).sort();
    for (let ply = 0; ply <= lastOf(record); ply++) {
      const { line, hands, boneyard } = momentAt(record, ply);
      expect([...line.map(({ tile }) => tile), ...hands.flat(), ...boneyard].sort()).toEqual(all);
    }
  }
});

test('what was drawn is known, and only right after it was', () => {
  const drew = ({ type }: { type: string }) => type === 'draw';
  const { record } = ROUNDS.find((one) => one.record.log.some(drew)) as { record: RoundRecord };
  const at = record.log.findIndex(drew);
  const draw = record.log[at];

  expect(momentAt(record, at + 1).drawn).toEqual(
    record.boneyard.slice(0, draw?.type === 'draw' ? draw.count : 0),
  );
  expect(momentAt(record, at + 2).drawn).toEqual([]);
});

test('hands and seed are shown as over only at the end', () => {
  const { record } = ROUNDS[0] as { record: RoundRecord };
  const at = (ply: number) => viewOf(record, momentAt(record, ply), 2);

  expect([at(0).phase, at(0).round.hands, at(0).match.rounds]).toEqual(['playing', null, []]);
  expect(at(lastOf(record)).phase).toBe('between');
  expect(at(lastOf(record)).round.hands).not.toBeNull();
  expect(at(lastOf(record)).match.rounds).toEqual([record.result]);
});

test('a round that was given up has no result, and its scores are what they were before it', () => {
  const { record: whole } = ROUNDS[0] as { record: RoundRecord };
  const record = { ...whole, log: whole.log.slice(0, 4), result: null, scores: [3, 8] };
  const view = viewOf(record, momentAt(record, 4), 0);

  expect([view.match.rounds, view.match.scores]).toEqual([[], [3, 8]]);
});
