import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket, latest } from './fakesocket.ts';

const CODE = '7KQ4M2XD';
let asked: string[];
let ahead: typeof import('../src/net/ahead.ts');

beforeEach(async () => {
  asked = [];
  FakeSocket.made = [];
  vi.stubGlobal('location', { protocol: 'https:', host: 'here' });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return asked.length;
  });
  vi.resetModules();
  ahead = await import('../src/net/ahead.ts');
});

afterEach(() => vi.unstubAllGlobals());

/** What is heard on a socket, as its listener does. */
function listen(socket: WebSocket): unknown[] {
  const heard: unknown[] = [];
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => heard.push(code);
  return heard;
}

test('a table that was looked at ahead is not asked for again, but the next look is a new one', async () => {
  ahead.comeAhead(CODE, false);

  expect(await ahead.answerTo(ahead.tableOf(CODE))).toBe(1);
  expect(await ahead.answerTo(ahead.tableOf(CODE))).toBe(2);
  expect(FakeSocket.made).toEqual([]);
});

test('what was seen ahead of one table says nothing of another', async () => {
  ahead.comeAhead(CODE, false);

  await ahead.answerTo(ahead.tableOf('AAAA2222'));

  expect(asked).toEqual([`/api/tables/${CODE}`, '/api/tables/AAAA2222']);
});

test('what a connection says before anybody listens is heard, in its order, and before the rest', async () => {
  ahead.comeAhead(CODE, true);
  const socket = latest();
  socket.onmessage?.({ data: 'welcome' });
  socket.onmessage?.({ data: 'view' });

  const heard = listen(ahead.socketTo(ahead.socketOf(CODE)));
  await Promise.resolve();
  socket.onmessage?.({ data: 'later' });

  expect(heard).toEqual(['welcome', 'view', 'later']);
  expect(socket.url).toBe(`wss://here/ws/${CODE}`);
});

test('a connection that was refused ahead is not taken up: whoever asks for one gets another', async () => {
  ahead.comeAhead(CODE, true);
  latest().drop(4004);

  const heard = listen(ahead.socketTo(ahead.socketOf(CODE)));
  await Promise.resolve();

  expect(heard).toEqual([]);
  expect(FakeSocket.made).toHaveLength(2);
});
