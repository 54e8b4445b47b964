import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLOSE, type ServerFrame, type Table } from '../src/net/protocol.ts';
import { FakeSocket, latest } from './fakesocket.ts';

const CODE = '7KQ4M2XD';
const WELCOME: ServerFrame = { type: 'welcome', table: CODE, seat: 0 };
const NOT_SEATED = { table: { code: CODE } as Table, seat: null };

let Session: typeof import('../src/net/session.svelte.ts')['Session'];
let session: InstanceType<typeof Session>;
let answer: (value: object) => void;
let stored: Map<string, string>;

beforeEach(async () => {
  vi.useFakeTimers();
  stored = new Map();
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('document', {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)));
  vi.resetModules();
  const { tables } = await import('../src/net/tables.ts');
  tables.keep({ code: CODE, preset: 'draw', alone: false });
  ({ Session } = await import('../src/net/session.svelte.ts'));
  session = new Session(CODE);
});

afterEach(() => {
  session.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function answered(): Promise<void> {
  answer({ ok: true, json: async () => NOT_SEATED });
  await vi.advanceTimersByTimeAsync(0);
}

test('a handshake that was refused is looked into, and a seat that is not ours any more ends it', async () => {
  latest().drop(1006);
  expect(session.state.connection).toEqual({ is: 'lost', why: 'network' });

  await answered();

  expect(session.state.connection).toEqual({ is: 'ended', why: 'not_seated' });
  expect(stored.get('doublesix.recent')).toBe('[]');
});

test('what is found out about a lost connection does not end the next one', async () => {
  latest().drop(1006);
  await vi.advanceTimersByTimeAsync(1_000);
  latest().hear(WELCOME);

  await answered();

  expect(session.state.connection).toEqual({ is: 'open' });
});

test('a table that was left behind is not forgotten by an answer that comes late', async () => {
  latest().drop(1006);
  session.stop();

  await answered();

  expect(stored.get('doublesix.recent')).toContain(CODE);
});

test('whoever sits down again where the seat was lost is not turned away by the connection made ahead', async () => {
  session.stop();
  const { comeAhead } = await import('../src/net/ahead.ts');
  comeAhead(CODE, true);
  latest().drop(CLOSE.NOT_SEATED);

  session = new Session(CODE);
  await vi.advanceTimersByTimeAsync(0);

  expect(session.state.connection).toEqual({ is: 'connecting' });
  expect(stored.get('doublesix.recent')).toContain(CODE);
});
