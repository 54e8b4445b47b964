import { describe, expect, test } from 'vitest';
import type { Logged } from '../src/core/log.ts';
import { type News, newsOf, type Told, toldWith } from '../src/core/news.ts';
import type { Seat, SeatTaken, View } from '../src/net/protocol.ts';
import { chance } from './play.ts';

function place(seat: Seat, tile = '1-2'): Logged {
  return { type: 'place', seat, tile, end: 'left', by: 'player', points: 0 };
}

function draw(seat: Seat, count: number): Logged {
  return { type: 'draw', seat, count, numbers: [5], by: 'player' };
}

function seatOf(present: boolean): SeatTaken {
  return { name: 'Amal', present, computer: null };
}

function aView(log: readonly Logged[], some: Partial<View> & { number?: number } = {}): View {
  const { number = 1, ...rest } = some;
  const round = { number, log, ply: log.length, hand: ['0-1', '6-6', '3-4'] };
  return {
    seat: 0,
    phase: 'playing',
    match: { number: 1 },
    asked: [],
    round,
    ...rest,
  } as unknown as View;
}

/** What a listener is told of `views`, one after another; `here` are those present at each, everybody unless said. */
function tell(views: readonly View[], away: readonly number[] = [], here: Seat[][] = []): News[] {
  let told: Told | null = null;
  return views.map((view, at) => {
    const seats = ([0, 1, 2, 3] as const).map((seat) => seatOf(here[at]?.includes(seat) ?? true));
    const news = newsOf(told, { view, table: { seats } }, away.includes(at));
    told = toldWith({ view, table: { seats } });
    return news;
  });
}

const seats = Array.from({ length: 24 }, (_, ply) => (ply % 4) as Seat);
const log = seats.map((seat) => place(seat));

describe('a round', () => {
  test('is told whole and once, however many actions a view brings', () => {
    const random = chance(4);
    for (let game = 0; game < 50; game++) {
      const lengths = [0];
      while ((lengths.at(-1) ?? 0) < log.length)
        lengths.push(Math.min(log.length, (lengths.at(-1) ?? 0) + Math.floor(random() * 4)));
      const all = tell(lengths.map((length) => aView(log.slice(0, length))));

      expect(all.flatMap(({ actions }) => actions)).toEqual(log);
    }
  });

  test('is told from its first action, when that came with the deal', () => {
    const [, second] = tell([aView(log), aView(log.slice(0, 2), { number: 2 })]);

    expect(second).toMatchObject({ began: true, standing: false, actions: log.slice(0, 2) });
  });

  test('has an end that is told once, and again never', () => {
    const views = [aView(log), aView(log, { phase: 'between' }), aView(log, { phase: 'between' })];

    expect(tell(views).map(({ ended }) => ended)).toEqual([false, true, false]);
  });
});

test('who comes is told the last action and how things stand', () => {
  const [first] = tell([aView(log)]);

  expect(first).toMatchObject({ standing: true, actions: log.slice(-1) });
});

test('after a lost connection what was missed is told, and how things stand, once', () => {
  const views = [aView(log.slice(0, 3)), aView(log.slice(0, 6)), aView(log.slice(0, 6))];

  const [, back, later] = tell(views, [1]);

  expect(back).toMatchObject({ standing: true, actions: log.slice(3, 6) });
  expect(later).toMatchObject({ standing: false, actions: [] });
});

test('after a long time away only the last action is told', () => {
  const [, back] = tell([aView(log.slice(0, 3)), aView(log)], [1]);

  expect(back?.actions).toEqual(log.slice(-1));
});

test('when the table has gone back, how it stands is told', () => {
  const [, back] = tell([aView(log.slice(0, 6)), aView(log.slice(0, 5))]);

  expect(back).toMatchObject({ standing: true, actions: [] });
});

test("one's own drawing tells the tiles, also when one of them was placed at once", () => {
  const drew = [...log.slice(0, 4), draw(0, 2)];
  const [, news] = tell([aView(log.slice(0, 4)), aView(drew)]);
  expect(news?.drawn).toEqual(['6-6', '3-4']);

  const [, placed] = tell([aView(log.slice(0, 4)), aView([...drew, place(0, '5-6')])]);
  expect(placed?.drawn).toEqual(['3-4', '5-6']);

  const [, others] = tell([aView(log.slice(0, 4)), aView([...log.slice(0, 4), draw(1, 2)])]);
  expect(others?.drawn).toEqual([]);
});

test('a move that cancels a request is told; an agreement is none', () => {
  const asked = aView(log.slice(0, 3), { asked: [1] });

  expect(tell([asked, aView(log.slice(0, 4))])[1]?.cancelled).toBe(true);
  expect(tell([asked, aView([], { number: 2 })])[1]?.cancelled).toBe(false);
});

test('who goes and who is here again is told once', () => {
  const view = aView(log.slice(0, 3));
  const [, gone, still, back] = tell(
    [view, view, view, view],
    [],
    [
      [0, 1, 2, 3],
      [0, 1, 3],
      [0, 1, 3],
      [0, 1, 2, 3],
    ],
  );

  expect([gone?.gone, still?.gone, back?.back]).toEqual([[2], [], [2]]);
});

test('that play waits is told once, and who asks for a new round', () => {
  const plays = aView(log.slice(0, 3));
  const waits = aView(log.slice(0, 3), { phase: 'waiting' });
  expect(tell([plays, waits, waits]).map(({ stopped }) => stopped)).toEqual([false, true, false]);

  const asked = aView(log.slice(0, 3), { asked: [0, 2] });
  expect(tell([plays, asked, asked]).map(({ askers }) => askers)).toEqual([[], [2], []]);
});
