import { expect, test } from 'vitest';
import { drewLately, type Logged, latest, scoredLast } from '../src/core/log.ts';
import { isAmbiguous, isMyTurn, pointsAt } from '../src/core/moves.ts';
import {
  computersOf,
  consentersOf,
  isAlone,
  isComputers,
  isPlayedFor,
  peopleOf,
} from '../src/core/people.ts';
import type { Seat, SeatTaken, Table, View } from '../src/net/protocol.ts';

function place(seat: Seat, by: Logged['by'] = 'player'): Logged {
  return { type: 'place', seat, tile: '1-2', end: 'left', by, points: 0 };
}

function pass(seat: Seat, by: Logged['by'] = 'player'): Logged {
  return { type: 'pass', seat, numbers: [5], by };
}

function draw(seat: Seat, count: number): Logged {
  return { type: 'draw', seat, count, numbers: [5], by: 'player' };
}

test('the news is the last action, with the drawing before it', () => {
  expect(latest([])).toEqual([]);
  expect(latest([place(0), place(1)])).toEqual([place(1)]);
  expect(latest([place(0), draw(1, 2), place(1)])).toEqual([draw(1, 2), place(1)]);
  expect(latest([draw(0, 1), place(1)])).toEqual([place(1)]);
});

test('what the table did by itself is news together with what came before it', () => {
  const log = [place(0), place(1), pass(2, 'table'), pass(3, 'table')];

  expect(latest(log)).toEqual(log.slice(1));
});

test('a drawing is told beside the name until the next turn of that seat is over', () => {
  const log = [draw(1, 3), place(1), place(2), place(0)];

  expect(drewLately(log, 1)).toBe(3);
  expect(drewLately(log, 2)).toBe(0);
  expect(drewLately([...log, place(1)], 1)).toBe(0);
});

test('what the line scored as it lies is what the server gave for the last tile on it', () => {
  const scoring: Logged = { ...place(0), points: 10 } as Logged;

  expect(scoredLast([])).toBe(0);
  expect(scoredLast([scoring, draw(1, 2), pass(1)])).toBe(10);
  expect(scoredLast([scoring, place(1)])).toBe(0);
});

function view(round: object): View {
  return { phase: 'playing', seat: 1, round } as unknown as View;
}

test('a turn that a computer player finishes is not mine, though the seat is', () => {
  expect(isMyTurn(view({ turn: 1, computer: null }))).toBe(true);
  expect(isMyTurn(view({ turn: 1, computer: 'hard' }))).toBe(false);
});

test('what a place scores is told where anything is scored so, and nothing is worked out', () => {
  const legal = [{ tile: '5-5', end: 'up', points: 10 }];

  expect(pointsAt(view({ sum: 5, legal }), '5-5', 'up')).toBe(10);
  expect(pointsAt(view({ sum: null, legal }), '5-5', 'up')).toBeNull();
});

test('an end is told by its number, unless another shows the same', () => {
  const ends = { left: 5, right: 3, up: 5, down: null };

  expect(isAmbiguous(view({ ends }), 'left')).toBe(true);
  expect(isAmbiguous(view({ ends }), 'right')).toBe(false);
});

const PERSON: SeatTaken = { name: 'Amal', present: true, computer: null };
const COMPUTER: SeatTaken = { name: null, present: false, computer: 'easy' };
const LEFT: SeatTaken = { name: 'Ziad', present: false, computer: 'medium' };

test('a seat of a computer player is one thing, and one that it plays for somebody another', () => {
  expect([isComputers(COMPUTER), isComputers(LEFT), isComputers(null)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isPlayedFor(COMPUTER), isPlayedFor(LEFT), isPlayedFor(PERSON)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('who left owns a seat still, but is not asked whether a new round is wanted', () => {
  const table = { seats: [PERSON, LEFT, COMPUTER, null] } as unknown as Table;

  expect(peopleOf(table)).toEqual([0, 1]);
  expect(consentersOf(table)).toEqual([0]);
  expect(computersOf(table)).toEqual([2]);
  expect(isAlone(table, 0)).toBe(false);
  expect(isAlone({ seats: [PERSON, COMPUTER] } as unknown as Table, 0)).toBe(true);
});
