import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let session: Map<string, string>;
let reload: ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.useFakeTimers();
  session = new Map();
  reload = vi.fn();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, text: string) => session.set(key, text),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page begins, stands for `stands` ms, and misses a part; returns how long it then waits, in ms. */
async function miss(stands: number): Promise<number> {
  vi.resetModules();
  vi.clearAllTimers();
  const { mend, mended } = await import('../src/app/mend.ts');
  mended();
  await vi.advanceTimersByTimeAsync(stands);
  const [times, began] = [reload.mock.calls.length, Date.now()];
  void mend();
  while (reload.mock.calls.length === times) await vi.advanceTimersByTimeAsync(100);
  return Date.now() - began;
}

test('a part that is missing each time soon after the start is waited for longer and longer', async () => {
  expect([await miss(200), await miss(200), await miss(200)]).toEqual([500, 1_000, 2_000]);
});

test('a page that stood for a while is mended at once', async () => {
  await miss(200);
  await miss(200);

  expect(await miss(20_000)).toBe(500);
});
