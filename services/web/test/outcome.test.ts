import { expect, test } from 'vitest';
import { explain, worth } from '../src/core/outcome.ts';
import { standingOf } from '../src/core/standing.ts';
import type { RoundResult, RuleSet, View } from '../src/net/protocol.ts';

const ALONE = {
  partners: false,
  blocked_winner: 'lowest_hand',
  blocked_points: 'difference',
  rounding: 'none',
} as RuleSet;
const PAIRS = { ...ALONE, partners: true, blocked_points: 'others' } as RuleSet;

function view(hands: string[][], seat = 0): View {
  return {
    seat,
    round: { hands, line: [{ tile: '1-1', end: 'left', seat: 2 }] },
  } as unknown as View;
}

function result(given: Partial<RoundResult>): RoundResult {
  const none = { number: 1, leader: 0, winner: null, points: 0, tie: null, scored: [] } as const;
  return { ...none, ended: 'blocked', ...given } as RoundResult;
}

test('who goes out has what the others hold, and in fives the rounding is told', () => {
  const out = result({ ended: 'out', winner: 0, points: 15 });
  const hands = [[], ['6-6'], ['0-1']];

  expect(explain({ ...ALONE, rounding: 'five' }, view(hands), out)).toEqual([
    { is: 'left', pips: 13 },
    { is: 'rounded', raw: 13, points: 15 },
  ]);
  expect(explain(ALONE, view(hands), out)).toEqual([{ is: 'left', pips: 13 }]);
});

test('a multiple of five needs no rounding to be told', () => {
  const out = result({ ended: 'out', winner: 0, points: 10 });

  expect(explain({ ...ALONE, rounding: 'five' }, view([[], ['4-6']]), out)).toEqual([
    { is: 'left', pips: 10 },
  ]);
});

test('a block goes to the lightest hand, less its own pips where the rules say so', () => {
  const blocked = result({ winner: 1, points: 9 });

  expect(explain(ALONE, view([['5-6'], ['0-1', '0-1']]), blocked)).toEqual([
    { is: 'nobody_can' },
    { is: 'lowest', seat: 1, pips: 2 },
    { is: 'difference', pips: 9 },
  ]);
});

test('where lightest hands of two sides are level, the sides are compared', () => {
  const blocked = result({ winner: 1, points: 14 });
  const hands = [['0-2'], ['0-2'], ['6-6'], ['0-3']];

  expect(explain(PAIRS, view(hands, 1), blocked)).toEqual([
    { is: 'nobody_can' },
    { is: 'even', pips: 2, us: 5, them: 14 },
    { is: 'others', pips: 14 },
  ]);
});

test('by sides, both totals are told as the viewer has them', () => {
  const bySides = { ...PAIRS, blocked_winner: 'side_total' } as RuleSet;
  const blocked = result({ winner: 0, points: 9 });
  const hands = [['0-2'], ['3-6'], ['0-0'], ['0-0']];

  expect(explain(bySides, view(hands, 3), blocked)).toContainEqual({ is: 'sides', us: 9, them: 2 });
});

test('a tie tells at how many, and who placed last where that decides', () => {
  const level = [['0-2'], ['1-1'], ['6-6']];

  expect(explain(ALONE, view(level), result({ tie: 'nobody' }))).toEqual([
    { is: 'tie_nobody', pips: 2 },
  ]);
  expect(
    explain(PAIRS, view([['3-3'], ['6-0'], [], []]), result({ winner: 0, tie: 'last_placer' })),
  ).toEqual([{ is: 'tie_last_placer', pips: 6, seat: 2 }]);
});

test('a round that reached the target counts nothing more', () => {
  const target = result({ ended: 'target', winner: 0 });

  expect(explain(ALONE, view([['1-1'], ['6-6']]), target)).toEqual([{ is: 'target' }]);
});

test('a side has of a round what it scored at once, and its end if it won', () => {
  const round = result({ ended: 'out', winner: 1, points: 20, scored: [10, 15] });

  expect([worth(round, 0), worth(round, 1)]).toEqual([
    { points: 10, atOnce: 10 },
    { points: 35, atOnce: 15 },
  ]);
});

test('how a side stands: all its points and those of the last round, or the rounds it won', () => {
  const rounds = [
    result({ ended: 'out', winner: 1, points: 20, scored: [0, 0] }),
    result({ ended: 'out', winner: 0, points: 5, scored: [10, 15] }),
  ];
  const match = { number: 1, winner: null, scores: [15, 35], rounds };

  expect(standingOf({ ...match, target: 100 }, 0)).toEqual({ total: 15, gained: 15 });
  expect(standingOf({ ...match, target: 100 }, 1)).toEqual({ total: 35, gained: 15 });
  expect(standingOf({ ...match, target: null }, 0)).toEqual({ total: 1, gained: 1 });
  expect(standingOf({ ...match, target: null }, 1)).toEqual({ total: 1, gained: 0 });
});
