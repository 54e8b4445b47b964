import { expect, test } from 'vitest';
import type { Position, ServerFrame, View } from '../src/net/protocol.ts';
import {
  asked,
  type Command,
  isSameWish,
  lost,
  receive,
  START,
  type State,
  sentPlay,
  toAskAgain,
} from '../src/net/state.ts';

const POSITION: Position = { version: 3, mark: '00c0ffee' };

function aView(round: Partial<View['round']> = {}, rest: Partial<View> = {}): View {
  return {
    table: '7KQ4M2XD',
    seat: 0,
    position: POSITION,
    phase: 'playing',
    match: { number: 1, target: 100, scores: [0, 0], rounds: [], winner: null },
    round: {
      number: 2,
      leader: 1,
      turn: 0,
      computer: null,
      ply: 5,
      line: [],
      ends: { left: 3, right: 4, up: null, down: null },
      spinner: null,
      sum: null,
      hand: ['3-5'],
      forced: null,
      legal: [{ tile: '3-5', end: 'left', points: 0 }],
      must: 'place',
      counts: [1, 2, 2, 2],
      boneyard: 0,
      passes: [[], [], [], []],
      log: [],
      clock: { left_ms: 30_000, of_ms: 45_000 },
      hands: null,
      aside: null,
      commitment: 'c',
      seed: null,
      ...round,
    },
    between: null,
    waiting: [],
    ready: [],
    again: [],
    asked: [],
    ...rest,
  };
}

const PLACE: Command = {
  type: 'place',
  id: 'a1',
  match: 1,
  round: 2,
  ply: 5,
  tile: '3-5',
  end: 'left',
};

function after(state: State, ...frames: ServerFrame[]): State {
  return frames.reduce((held, frame) => receive(held, frame, 1_000), state);
}

const seated = after(
  START,
  { type: 'welcome', table: '7KQ4M2XD', seat: 0 },
  { type: 'view', view: aView() },
);

function refusal(code: 'unavailable' | 'does_not_fit', id: string | null = 'a1'): ServerFrame {
  return { type: 'reply', ok: false, id, error: { code, message: '', fields: [] }, view: null };
}

test('a welcome opens the connection and tells the seat', () => {
  expect(seated.connection).toEqual({ is: 'open' });
  expect(seated.seat).toBe(0);
});

test('the last view received is the one that holds, whatever its version', () => {
  const older = { ...aView(), position: { version: 1, mark: 'ffffffff' } };

  const state = after(seated, { type: 'view', view: older });

  expect(state.view?.position.version).toBe(1);
});

test('a tile that was sent stays sent until the answer', () => {
  const sent = asked(seated, PLACE);

  expect(sentPlay(sent)).toEqual(PLACE);
  expect(sentPlay(after(sent, { type: 'reply', ok: true, id: 'a1' }))).toBeNull();
});

test('a view of a later ply answers a play that was under way', () => {
  const sent = asked(seated, PLACE);

  expect(sentPlay(after(sent, { type: 'view', view: aView({ ply: 6, turn: 1 }) }))).toBeNull();
});

test('after a reconnect a play is asked again, with the same id, while its ply is current', () => {
  const away = lost(asked(seated, PLACE), { is: 'lost', why: 'network' });

  const back = after(
    away,
    { type: 'welcome', table: '7KQ4M2XD', seat: 0 },
    { type: 'view', view: aView() },
  );

  expect(toAskAgain(back)).toEqual([PLACE]);
});

test('after a reconnect nothing is asked again that the round has gone past', () => {
  const away = lost(asked(seated, PLACE), { is: 'lost', why: 'network' });

  expect(toAskAgain(after(away, { type: 'view', view: aView({ ply: 7 }) }))).toEqual([]);
  const nextMatch = aView({ ply: 5 }, { match: { ...aView().match, number: 2 } });
  expect(toAskAgain(after(away, { type: 'view', view: nextMatch }))).toEqual([]);
});

test('an answer that did not come in time is no refusal: the play is kept', () => {
  const state = after(asked(seated, PLACE), refusal('unavailable'));

  expect(toAskAgain(state)).toEqual([PLACE]);
  expect(state.refusal).toBeNull();
});

test('a refusal gives the tile back, says why, and twice the same is two', () => {
  const once = after(asked(seated, PLACE), refusal('does_not_fit'));
  const twice = after(asked(once, PLACE), refusal('does_not_fit'));

  expect(once.waiting).toEqual([]);
  expect(once.refusal).toMatchObject({ code: 'does_not_fit', count: 1 });
  expect(twice.refusal?.count).toBe(2);
});

test('options are never asked twice: they may have been chosen anew by now', () => {
  const sent = asked(seated, { type: 'options', id: 'o1', options: { target: 150 } });

  expect(toAskAgain(sent)).toEqual([]);
  expect(after(sent, refusal('unavailable', 'o1')).refusal?.code).toBe('unavailable');
});

test('who is ready needs not ask again', () => {
  const between = aView({ turn: null }, { phase: 'between' });
  const sent = asked(after(seated, { type: 'view', view: between }), {
    type: 'ready',
    id: 'r1',
    match: 1,
    round: 2,
  });

  expect(toAskAgain(sent)).toHaveLength(1);
  expect(toAskAgain(after(sent, { type: 'view', view: { ...between, ready: [0] } }))).toEqual([]);
});

test('drawing is a play: while it is under way there is no other', () => {
  const draw: Command = { type: 'draw', id: 'd1', match: 1, round: 2, ply: 5 };

  expect(sentPlay(asked(seated, draw))).toEqual(draw);
  expect(
    sentPlay(after(asked(seated, draw), { type: 'view', view: aView({ ply: 6 }) })),
  ).toBeNull();
});

test('a new round that was asked for is no play, and is past once it is counted or a move came', () => {
  const wish: Command = { type: 'new_round', id: 'n1', match: 1, round: 2, ply: 5 };
  const sent = asked(seated, wish);
  const past = (view: View) => toAskAgain(after(sent, { type: 'view', view })).length === 0;

  expect(sentPlay(sent)).toBeNull();
  expect(past(aView())).toBe(false);
  expect(past(aView({}, { asked: [0] }))).toBe(true);
  expect(past(aView({ ply: 6 }))).toBe(true);
});

test('a level is not asked for twice, and computer players have theirs one by one', () => {
  const level: Command = { type: 'level', id: 'l1', seat: 1, level: 'hard' };

  expect(toAskAgain(asked(seated, level))).toEqual([]);
  expect(isSameWish(level, { type: 'level', seat: 2, level: 'hard' })).toBe(false);
  expect(isSameWish(PLACE, { ...PLACE, tile: '1-1' })).toBe(true);
});

test('a welcome to another seat than before forgets what was seen and asked from the old one', () => {
  const moved = after(asked(seated, PLACE), { type: 'welcome', table: '7KQ4M2XD', seat: 1 });

  expect(moved).toMatchObject({ seat: 1, view: null, waiting: [], connection: { is: 'open' } });
});

test.each(['replaced', 'gone', 'freed', 'left', 'flood'] as const)(
  'a bye for %s is an end',
  (reason) => {
    const state = after(seated, { type: 'bye', reason, after_ms: null });

    expect(state.connection).toEqual({ is: 'ended', why: reason });
  },
);

test.each(['restart', 'slow', 'silent', 'unavailable'] as const)(
  'a bye for %s is mended',
  (reason) => {
    expect(after(seated, { type: 'bye', reason, after_ms: 100 }).connection.is).toBe('lost');
  },
);
