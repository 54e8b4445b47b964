import { describe, expect, test } from 'vitest';
import {
  ANY_TARGET,
  applies,
  beginnings,
  change,
  changeHand,
  changes,
  fieldOf,
  GROUPS,
  settled,
  VALUES,
  valuesOf,
} from '../src/core/custom.ts';
import { canTakeOver, outlook } from '../src/core/lobby.ts';
import {
  allowed,
  aloneAgain,
  begin,
  canBeAlone,
  choicesOf,
  columnOf,
  numbers,
  offered,
  optionsOf,
  turn,
  usesLevel,
} from '../src/core/setup.ts';
import { faultOf } from '../src/i18n/faults.ts';
import type { SeatTaken, Table } from '../src/net/protocol.ts';
import { BAKESH, CUSTOM, DOMNA, DRAW, DUEL, GAMES, PARTNERS } from './games.ts';

test('what is no longer as in the rules one started from is counted, group by group', () => {
  const base = settled(CUSTOM[0]);
  const rules = change(change(base, 'fives', true), 'reserve', 2);
  const counts = GROUPS.map(({ name, fields }) => [name, changes(rules, base, fields)]);

  expect(Object.fromEntries(counts)).toEqual({
    players: 0,
    tiles: 1,
    lead: 0,
    turn: 0,
    blocked: 0,
    points: 1,
    match: 0,
  });
});

describe('playing alone again', () => {
  test('is as it was the last time', () => {
    const last = { game: 'fives', players: 4, level: 'hard', target: 200 };

    expect(aloneAgain(last)).toEqual({
      game: 'fives',
      choice: { alone: true, players: 4, level: 'hard', target: 200 },
    });
  });

  test('begins with one opponent at the game that is learned most easily', () => {
    expect(aloneAgain(null)).toEqual({
      game: 'draw',
      choice: { alone: true, players: 2, level: 'medium', target: null },
    });
  });

  test('what a browser remembers wrongly is put right', () => {
    const wrong = { game: 'chess', players: 9, level: 'godlike', target: null };

    expect(aloneAgain(wrong)).toEqual(aloneAgain(null));
  });
});

describe('what there is to choose', () => {
  test('partners: nothing but the target', () => {
    expect(numbers(PARTNERS, false)).toEqual([4]);
    expect(canBeAlone(PARTNERS)).toBe(false);
    expect(offered(PARTNERS[0].target)).toBe('list');
    expect(choicesOf(PARTNERS[0].target)).toEqual([
      50, 100, 150, 200, 250, 300, 350, 400, 450, 500,
    ]);
    expect(usesLevel(PARTNERS[0], false)).toBe(false);
  });

  test('draw: players, target, level, alone or with friends', () => {
    expect(numbers(DRAW, false)).toEqual([2, 3, 4]);
    expect(canBeAlone(DRAW)).toBe(true);
    expect(usesLevel(DRAW[0], false)).toBe(true);
  });

  test('a room for two has no target, and a level only for one who is alone', () => {
    expect(offered(DUEL[0].target)).toBe('nothing');
    expect(usesLevel(DUEL[0], false)).toBe(false);
    expect(usesLevel(DUEL[0], true)).toBe(true);
  });

  test('domna has a column for two and one for four, and its target stands', () => {
    expect(numbers(DOMNA, false)).toEqual([2, 4]);
    expect(columnOf(DOMNA, 2).partners).toBe(false);
    expect(columnOf(DOMNA, 4).partners).toBe(true);
    expect(offered(DOMNA[0].target)).toBe('nothing');
  });

  test('where a computer player takes over from somebody who leaves, its level can be chosen', () => {
    expect(usesLevel(DOMNA[1], false)).toBe(true);
  });

  test('where the host may start alone, the level of the one opponent can be chosen', () => {
    expect(usesLevel(BAKESH[0], false)).toBe(true);
    expect(usesLevel({ ...BAKESH[0], computer_players: 'no' }, false)).toBe(false);
  });

  test('a custom table is played to any whole number', () => {
    expect(offered(CUSTOM[0].target)).toBe('number');
  });
});

describe('the defaults', () => {
  test('two taps open a partners table: four friends, to 100', () => {
    expect(optionsOf(begin(PARTNERS), null)).toEqual({
      alone: false,
      players: 4,
      level: 'medium',
      target: 100,
      rules: null,
    });
  });

  test('alone means one opponent; back with friends, the most who may play', () => {
    const alone = turn(DRAW, begin(DRAW), true);

    expect(alone.players).toBe(2);
    expect(turn(DRAW, alone, false).players).toBe(4);
  });

  test('a target is kept where it is offered, and else the usual one', () => {
    expect(allowed(DRAW, { ...begin(DRAW), target: 250 }).target).toBe(250);
    expect(allowed(DRAW, { ...begin(DRAW), target: 251 }).target).toBe(100);
    expect(allowed(DUEL, { ...begin(DRAW), target: 250 }).target).toBeNull();
  });

  test('nobody is alone where there are no computer players', () => {
    expect(allowed(PARTNERS, { ...begin(PARTNERS), alone: true }).alone).toBe(false);
  });
});

describe('house rules', () => {
  const rules = CUSTOM[0];

  test('every field of a rule set stands in one group', () => {
    const fields = GROUPS.flatMap((group) => group.fields);

    expect([...fields].sort()).toEqual(Object.keys(rules).sort());
  });

  test('what a field may be holds what every known game has', () => {
    const unusual = Object.values(GAMES)
      .flat()
      .flatMap((column) =>
        (Object.keys(VALUES) as (keyof typeof VALUES)[])
          .filter((field) => !(VALUES[field] as readonly unknown[]).includes(column[field]))
          .filter((field) => column[field] !== null),
      );

    expect(unusual).toEqual([]);
  });

  test('an unusual value can still be chosen', () => {
    expect(valuesOf({ ...rules, turn_seconds: 20 }, 'turn_seconds')).toContain(20);
  });

  test('a reserve is asked for only where one draws, and forgotten where one does not', () => {
    const drawing = change(change(rules, 'drawing', true), 'reserve', 2);
    const without = change(drawing, 'drawing', false);

    expect(applies(drawing, 'reserve')).toBe(true);
    expect(applies(without, 'reserve')).toBe(false);
    expect(without.reserve).toBe(0);
  });

  test('who leads after a round nobody won is asked where the winner leads', () => {
    const highest = change(rules, 'next_lead', 'highest');

    expect(applies(highest, 'tied_lead')).toBe(false);
    expect(highest.tied_lead).toBeNull();
    expect(change(highest, 'next_lead', 'winner').tied_lead).toBe('next');
  });

  test('each number of players has its hand, also one that was just added', () => {
    const two = change(rules, 'seats', [2]);
    const both = change(changeHand(two, 2, 6), 'seats', [4, 2]);

    expect(both.seats).toEqual([2, 4]);
    expect(both.hand).toEqual([
      [2, 6],
      [4, 5],
    ]);
  });

  test('wrong combinations are left to be told, not mended', () => {
    const pairs = change(rules, 'partners', true);

    expect(pairs.partners).toBe(true);
    expect(pairs.seats).toEqual([2, 3, 4]);
  });

  test('one can start from every game, and from what many houses play', () => {
    const all = beginnings(GAMES, null);
    const of = (name: string) => all.find((one) => one.name === name)?.rules;

    expect(all).toHaveLength(12);
    expect(of('partners_drawing')).toMatchObject({ partners: true, drawing: true, hand: [[4, 5]] });
    expect(of('fives_two_ends')).toMatchObject({ fives: true, spinner: false });
    expect(of('four_ways')).toMatchObject({ fives: false, spinner: true });
    expect(of('nines')).toMatchObject({ tiles: 'double-nine', hand: [[4, 10]] });
    expect(of('domna4')).toMatchObject({ partners: true, target: ANY_TARGET });
    expect(of('duel')).toMatchObject({ target: null, away: 'wait' });
    expect(all.every(({ rules }) => settled(rules) !== rules)).toBe(true);
  });

  test('a fault finds its field by the path that the server names', () => {
    expect(fieldOf('rules.partners')).toBe('partners');
    expect(fieldOf('options.rules.hand')).toBe('hand');
    expect(fieldOf('name')).toBeNull();
  });

  test('a fault is told by what is wrong', () => {
    expect(faultOf('hand', rules)).toBe('fault.hand');
    expect(faultOf('hand', changeHand(rules, 2, 0))).toBe('fault.hand.least');
    expect(faultOf('seats', change(rules, 'seats', []))).toBe('fault.seats.none');
    expect(faultOf('tiles', rules)).toBeNull();
  });
});

describe('before the match', () => {
  const person: SeatTaken = { name: 'Salma', present: true, computer: null };
  const computer: SeatTaken = { name: null, present: true, computer: 'hard' };
  const seats = (n: number, of = 4) =>
    Array.from({ length: of }, (_, seat) => (seat < n ? person : null));

  test('partners wait for all four', () => {
    expect(outlook({ seats: seats(3), settings: PARTNERS[0] })).toEqual({ is: 'missing', n: 1 });
    expect(outlook({ seats: seats(4), settings: PARTNERS[0] })).toEqual({ is: 'full' });
  });

  test('draw starts whenever the host likes, computer players on the empty seats', () => {
    expect(outlook({ seats: seats(1), settings: DRAW[0] })).toEqual({ is: 'filled', n: 3 });
  });

  test('computer players for one who is alone do not fill up a table of two people', () => {
    const settings = { ...DRAW[0], computer_players: 'solo' as const };

    expect(outlook({ seats: seats(1), settings })).toEqual({ is: 'filled', n: 3 });
    expect(outlook({ seats: seats(2), settings })).toEqual({ is: 'missing', n: 2 });
  });

  test('bakesh starts with those seated; one alone gets one opponent', () => {
    expect(outlook({ seats: seats(1), settings: BAKESH[0] })).toEqual({ is: 'lone' });
    expect(outlook({ seats: seats(3), settings: BAKESH[0] })).toEqual({ is: 'closed', n: 3 });
  });

  test('as many as are seated must be able to play', () => {
    const settings = { ...BAKESH[0], seats: [4], partners: true };

    expect(outlook({ seats: seats(1), settings })).toEqual({ is: 'missing', n: 3 });
    expect(outlook({ seats: seats(3), settings })).toEqual({ is: 'missing', n: 1 });
  });

  test("a newcomer may take a computer player's seat where empty seats were filled", () => {
    const table = {
      status: 'playing',
      options: { alone: false },
      settings: DRAW[0],
      seats: [person, computer],
    } as unknown as Table;

    expect(canTakeOver(table)).toBe(true);
    expect(canTakeOver({ ...table, status: 'open' })).toBe(false);
    expect(canTakeOver({ ...table, settings: BAKESH[0] })).toBe(false);
    expect(canTakeOver({ ...table, options: { ...table.options, alone: true } })).toBe(false);
    expect(canTakeOver({ ...table, seats: [person, person] })).toBe(false);
  });
});
