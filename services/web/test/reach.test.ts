import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let fetched: ReturnType<typeof vi.fn>;
let there: boolean;
let reach: typeof import('../src/net/reach.svelte.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  there = false;
  fetched = vi.fn(async () => ({ ok: there }));
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  reach = await import('../src/net/reach.svelte.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a platform that is away is tried less and less often, until it answers', async () => {
  reach.heard(false);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(fetched).toHaveBeenCalledTimes(3); // after 1, 3 and 7 s

  there = true;
  await vi.advanceTimersByTimeAsync(8_000);

  expect(reach.reach()).toEqual({ is: true, ever: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('it is tried by one at a time, however often it comes and goes', async () => {
  for (let times = 0; times < 5; times++) {
    reach.heard(false);
    reach.heard(true);
  }
  reach.heard(false);

  await vi.advanceTimersByTimeAsync(1_100);

  expect(fetched).toHaveBeenCalledTimes(1);
});

test('one that answers only whether it is there is not asked for more again and again', async () => {
  there = true;
  const asked: number[] = [];
  const began = Date.now();
  reach.heard(false);

  for (let second = 0; second < 60; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (!reach.reach().is) continue;
    asked.push((Date.now() - began) / 1_000);
    reach.heard(false); // what the page asks for is not answered, though
  }

  expect(asked).toEqual([1, 3, 7, 15, 30, 45, 60]);
});

test('that it is there again is told once, however that was found out', () => {
  const told = vi.fn();
  reach.onReturn(told);
  reach.heard(true);
  expect(told).not.toHaveBeenCalled();

  reach.heard(false);
  reach.returned();
  expect(told).toHaveBeenCalledTimes(1);

  reach.returned(); // a connection was lost, and nothing else was asked meanwhile
  expect(told).toHaveBeenCalledTimes(2);
});

test('whoever waits for it goes on as soon as anything is answered', async () => {
  const on = vi.fn();
  void reach.whenReached().then(on);
  await vi.advanceTimersByTimeAsync(500);
  expect(on).not.toHaveBeenCalled();

  reach.heard(true);
  await vi.advanceTimersByTimeAsync(0);

  expect(on).toHaveBeenCalled();
});
