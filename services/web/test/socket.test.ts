import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLOSE, type ServerFrame } from '../src/net/protocol.ts';
import { backoff, type Closed, Socket, WAKE_PATIENCE, waitAfter } from '../src/net/socket.ts';
import { FakeSocket, latest } from './fakesocket.ts';

const WELCOME: ServerFrame = { type: 'welcome', table: '7KQ4M2XD', seat: 0 };
let closed: Closed[];
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  FakeSocket.made = [];
  closed = [];
  socket = new Socket('/ws/7KQ4M2XD', {
    frame: () => undefined,
    closed: (how) => closed.push(how),
  });
  socket.connect();
  latest().hear(WELCOME);
});

afterEach(() => {
  socket.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('it offers the protocol by its name', () => {
  expect(latest().protocol).toBe('doublesix.v1');
});

test('it pings every five seconds', () => {
  vi.advanceTimersByTime(5_000);

  expect(latest().sent).toEqual(['{"type":"ping","id":"p1"}']);
});

test('after twelve seconds of silence it comes back by itself', () => {
  vi.advanceTimersByTime(16_000);

  expect(closed).toEqual([{ code: 1006, welcomed: true, final: false }]);
  expect(FakeSocket.made).toHaveLength(2);
});

test('pongs keep it', () => {
  for (let at = 0; at < 10; at++) {
    vi.advanceTimersByTime(5_000);
    latest().hear({ type: 'pong', id: 'p' });
  }

  expect(FakeSocket.made).toHaveLength(1);
});

test.each([CLOSE.RESTART, CLOSE.SLOW, CLOSE.SILENT, 1006])(
  'after %i it comes back soon',
  (code) => {
    latest().drop(code);
    vi.advanceTimersByTime(500);

    expect(FakeSocket.made).toHaveLength(2);
  },
);

test('after 1013 it comes back later', () => {
  latest().drop(CLOSE.LATER);
  vi.advanceTimersByTime(2_500);
  expect(FakeSocket.made).toHaveLength(1);

  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.made).toHaveLength(2);
});

test.each([CLOSE.REPLACED, CLOSE.NOT_SEATED, CLOSE.GONE, CLOSE.FREED, CLOSE.LEFT, CLOSE.FLOOD])(
  'after %i it does not come back by itself',
  (code) => {
    latest().drop(code);
    vi.advanceTimersByTime(60_000);

    expect(FakeSocket.made).toHaveLength(1);
    expect(closed.at(-1)?.final).toBe(true);
  },
);

test('a bye says how long to wait', () => {
  latest().hear({ type: 'bye', reason: 'restart', after_ms: 2_000 });
  latest().drop(CLOSE.RESTART);

  vi.advanceTimersByTime(1_900);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(600);
  expect(FakeSocket.made).toHaveLength(2);
});

test('a page that wakes up does not wait for its turn to come back', () => {
  latest().drop(1006);
  socket.wake();

  expect(FakeSocket.made).toHaveLength(2);
});

test('a page that wakes up asks whether its connection holds, and keeps one that answers', () => {
  socket.wake();
  expect(latest().sent).toEqual(['{"type":"ping","id":"p1"}']);
  latest().hear({ type: 'pong', id: 'p1' });
  vi.advanceTimersByTime(WAKE_PATIENCE);

  expect(FakeSocket.made).toHaveLength(1);
  expect(closed).toEqual([]);
});

test('a connection that does not answer a page that woke up is given up within a second', () => {
  socket.wake();
  vi.advanceTimersByTime(WAKE_PATIENCE);

  expect(FakeSocket.made).toHaveLength(2);
  expect(closed).toEqual([{ code: 1006, welcomed: true, final: false }]);
});

test('waking twice asks once', () => {
  socket.wake();
  socket.wake();

  expect(latest().sent).toHaveLength(1);
});

test('a machine that slept with the page in view is noticed by its late heart', () => {
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(1_000);
  expect(latest().sent).toEqual(['{"type":"ping","id":"p1"}']);
  vi.advanceTimersByTime(WAKE_PATIENCE);

  expect(FakeSocket.made).toHaveLength(2);
});

test('a connection under way is not begun again because the page is looked at', () => {
  latest().drop(1006);
  socket.wake();
  socket.wake();

  expect(FakeSocket.made).toHaveLength(2);
});

test('a connection that has been under way for long is begun again when the page is looked at', () => {
  latest().drop(1006);
  socket.wake();
  vi.advanceTimersByTime(WAKE_PATIENCE + 1);
  socket.wake();

  expect(FakeSocket.made).toHaveLength(3);
});

test('waits grow, are spread, and end at fifteen seconds', () => {
  expect(backoff(0, 0)).toBe(200);
  expect(backoff(0, 1)).toBe(400);
  expect(backoff(3, 1)).toBe(3_200);
  expect(backoff(20, 1)).toBe(15_000);
  expect(waitAfter(1006, 0, 5, 0)).toBe(0);
});
