import { expect, test } from 'vitest';
import { ago } from '../src/core/ago.ts';
import { countdown, secondsLeft } from '../src/core/clock.ts';
import { codeAmong, codeIn, spelled } from '../src/core/code.ts';
import { membersOf, placeOf, seatAt, sideOf, sidesFrom, toneOf } from '../src/core/seats.ts';
import { isDouble, outer, spots, weight } from '../src/core/tile.ts';
import { SEATS, type Seat } from '../src/net/protocol.ts';

test('the next seat is at the right of every viewer, and the partner across', () => {
  for (const seat of SEATS) {
    expect(seatAt('right', seat, 4)).toBe((seat + 1) % 4);
    expect(placeOf(((seat + 2) % 4) as Seat, seat, 4)).toBe('across');
    expect(sideOf(((seat + 2) % 4) as Seat, true)).toBe(sideOf(seat, true));
  }
});

test('two sit opposite each other; of three the next is at the right and the other at the left', () => {
  expect([placeOf(1, 0, 2), placeOf(0, 1, 2)]).toEqual(['across', 'across']);
  expect([placeOf(2, 1, 3), placeOf(0, 1, 3)]).toEqual(['right', 'left']);
  expect(seatAt('across', 1, 3)).toBeNull();
});

test("sides are seen from one's own, in the order of the turn, each in its colour", () => {
  expect(sidesFrom(2, 3, false)).toEqual([2, 0, 1]);
  expect(sidesFrom(3, 4, true)).toEqual([1, 0]);
  expect(membersOf(1, 4, true)).toEqual([1, 3]);
  expect(sidesFrom(2, 3, false).map((side) => toneOf(side, 2, 3, false))).toEqual([
    'us',
    'them',
    'third',
  ]);
});

test('a half shows as many pips as its number', () => {
  for (let pips = 0; pips <= 9; pips++) expect(new Set(spots(pips).map(String)).size).toBe(pips);
});

test('a tile knows its halves', () => {
  expect(weight('3-5')).toBe(8);
  expect(outer('3-5', 5)).toBe(3);
  expect(outer('4-4', 4)).toBe(4);
  expect(isDouble('4-4')).toBe(true);
});

test('a code is shown in two groups, and read from what people paste', () => {
  expect(spelled('7KQ4M2XD')).toBe('7KQ4-M2XD');
  expect(codeIn(' 7kq4-m2xd ')).toBe('7kq4m2xd');
  expect(codeIn('٧KQ4–M2XD')).toBe('٧KQ4M2XD');
  expect(codeIn('https://example.org/t/7KQ4M2XD?x=1')).toBe('7KQ4M2XD');
  expect(codeIn('  ')).toBe('');
});

test('a code is found in a whole message', () => {
  expect(codeAmong('Play dominoes with me. Table 7KQ4-M2XD')).toBe('7KQ4M2XD');
  expect(codeAmong('العب معي. الطاولة \u20687kq4-m2xd\u2069!')).toBe('7kq4m2xd');
  expect(codeAmong('الرمز ٧KQ4-M٢XD')).toBe('٧KQ4M٢XD');
  expect(codeAmong('code: 7KQ4M2XD')).toBe('7KQ4M2XD');
  expect(codeAmong('Table ABCD-2345\nhttps://example.org/t/7KQ4M2XD')).toBe('7KQ4M2XD');
});

test('no word of a message is taken for a code', () => {
  expect(codeAmong('Play dominoes with me, Salma')).toBe(null);
  expect(codeAmong('DOMINOES TONIGHT AT 8')).toBe(null);
  expect(codeAmong('call +961 70123456 or 12345678901')).toBe(null);
  expect(codeAmong('https://example.org/about')).toBe(null);
  expect(codeAmong('')).toBe(null);
});

test('how long ago is said in the largest unit, and yesterday is yesterday', () => {
  const now = new Date(2026, 10, 30, 10, 0).getTime();
  const at = (day: number, hour: number, minute = 0) =>
    ago(new Date(2026, 10, day, hour, minute).getTime(), now);

  expect(at(30, 10)).toEqual({ n: 0, unit: 'second' });
  expect(at(30, 9, 55)).toEqual({ n: 5, unit: 'minute' });
  expect(at(30, 7)).toEqual({ n: 3, unit: 'hour' });
  expect(at(29, 22)).toEqual({ n: 1, unit: 'day' });
  expect(at(27, 23)).toEqual({ n: 3, unit: 'day' });
  expect(at(10, 9)).toEqual({ n: 2, unit: 'week' });
  expect(ago(now + 5000, now)).toEqual({ n: 0, unit: 'second' });
});

test('time left counts from when it was heard, and never below zero', () => {
  const limit = countdown({ left_ms: 34_000, of_ms: 45_000 }, 1_000_000);

  expect(secondsLeft(limit, 1_000_000)).toBe(34);
  expect(secondsLeft(limit, 1_033_500)).toBe(1);
  expect(secondsLeft(limit, 1_099_000)).toBe(0);
});
