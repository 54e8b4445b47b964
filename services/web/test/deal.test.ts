import { expect, test } from 'vitest';
import { checkDeal, commitmentOf, shuffled } from '../src/core/deal.ts';
import { tileSet } from '../src/core/tile.ts';
import type { RuleSet, View } from '../src/net/protocol.ts';

// Dealt by the rules' own code, from the bytes 0 to 31.
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const COMMITMENT = 'c6568d6aad47485d89c31c1e132cdb1d81d9a0b02b5ecd9f7ccbe704aa3eda36';
const HANDS = [
  ['6-6', '4-6', '0-5', '2-3', '2-6', '2-4', '5-6'],
  ['1-3', '4-5', '1-2', '0-0', '1-5', '0-6', '0-1'],
  ['4-4', '0-4', '0-3', '1-1', '2-2', '1-4', '3-6'],
  ['3-4', '1-6', '0-2', '2-5', '5-5', '3-5', '3-3'],
];

const SETTINGS = {
  tiles: 'double-six',
  hand: [
    [2, 5],
    [4, 7],
  ],
} as unknown as RuleSet;
/** Two hands of five, and what is left, from the same seed. */
const TWO = [
  ['6-6', '4-6', '0-5', '2-3', '2-6'],
  ['2-4', '5-6', '1-3', '4-5', '1-2'],
];

test('a seed gives the hands that the server deals from it', () => {
  const tiles = shuffled(SEED, tileSet('double-six'));

  expect(HANDS.map((_, seat) => tiles.slice(seat * 7, seat * 7 + 7))).toEqual(HANDS);
});

test('a set of double-nine has 55 tiles', () => {
  expect(new Set(tileSet('double-nine')).size).toBe(55);
});

test('a commitment is that of the table, the match, the round and the seed', () => {
  expect(commitmentOf('7KQ4M2XD', 1, 3, SEED)).toBe(COMMITMENT);
});

function ended(
  seed: string,
  hands: string[][],
  line: { tile: string; seat: number }[],
  { aside = [] as string[], log = [] as object[] } = {},
): View {
  const round = { number: 3, commitment: COMMITMENT, seed, hands, line, aside, log };
  return { table: '7KQ4M2XD', match: { number: 1 }, round } as unknown as View;
}

test('what lies on the table and what is left in the hands is what was dealt', () => {
  const left = HANDS.map((hand) => hand.slice(1));
  const line = HANDS.map((hand, seat) => ({ tile: hand[0] as string, seat }));

  expect(checkDeal(ended(SEED, left, line), SETTINGS)).toEqual({
    commitment: true,
    hands: true,
  });
});

test('another seed, or another hand, is found out', () => {
  const changed = HANDS.map((hand) => [...hand].reverse());
  [changed[0], changed[1]] = [changed[1] as string[], changed[0] as string[]];

  expect(checkDeal(ended(SEED, changed, []), SETTINGS)).toEqual({
    commitment: true,
    hands: false,
  });
  expect(checkDeal(ended(SEED.replace('00', '01'), HANDS, []), SETTINGS)).toEqual({
    commitment: false,
    hands: false,
  });
});

test('tiles are drawn as they lay in the boneyard, and the rest of it is left', () => {
  const boneyard = shuffled(SEED, tileSet('double-six')).slice(10);
  const [first, second, third, ...rest] = boneyard as [string, string, string, ...string[]];
  const hands = [TWO[0] as string[], [...(TWO[1] as string[]), first, second, third]];
  const log = [{ type: 'draw', seat: 1, count: 3 }];

  const good = checkDeal(ended(SEED, hands, [], { aside: rest, log }), SETTINGS);
  const swapped = [...rest.slice(1), first];
  const hands2 = [TWO[0] as string[], [...(TWO[1] as string[]), rest[0] ?? '', second, third]];
  const bad = checkDeal(ended(SEED, hands2, [], { aside: swapped, log }), SETTINGS);

  expect(good).toEqual({ commitment: true, hands: true });
  expect(bad?.hands).toBe(false);
});
