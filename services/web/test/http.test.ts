import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let asked: string[];
let http: typeof import('../src/net/http.ts');

beforeEach(async () => {
  asked = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return { ok: true, json: async () => ({ seat: asked.length }) };
  });
  vi.resetModules();
  http = await import('../src/net/http.ts');
});

afterEach(() => vi.unstubAllGlobals());

test('a table that was looked at ahead is not asked for again, but the next look is a new one', async () => {
  http.lookAhead('7KQ4M2XD');

  expect(await http.looked('7KQ4M2XD')).toEqual({ ok: true, value: { seat: 1 } });
  expect(await http.looked('7KQ4M2XD')).toEqual({ ok: true, value: { seat: 2 } });
});

test('what was seen ahead of one table says nothing of another', async () => {
  http.lookAhead('7KQ4M2XD');

  await http.looked('AAAA2222');

  expect(asked).toEqual(['/api/tables/7KQ4M2XD', '/api/tables/AAAA2222']);
});
