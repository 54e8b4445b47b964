import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuleSet, View } from '../src/net/protocol.ts';
import { GAMES } from './games.ts';

let stored: Map<string, string>;
let full: boolean;

beforeEach(() => {
  stored = new Map();
  full = false;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, text);
    },
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.resetModules();
});

afterEach(() => vi.unstubAllGlobals());

const memory = async () => (await import('../src/net/memory.ts')).memory;
const tables = async () => (await import('../src/net/tables.ts')).tables;
const HOUSE = GAMES.custom?.[0] as RuleSet;
const BODY = { preset: 'draw', options: {}, name: 'Salma' } as never;

const SPOILT = [
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '[null, 7, {"code": 7}]',
  '{"code": [], "at": null}',
];

test.each(SPOILT)('%s where something else was kept harms nothing', async (text) => {
  for (const key of [
    'name',
    'language',
    'prefs',
    'alone',
    'rules',
    'opening',
    'recent',
    'promises',
  ])
    stored.set(`doublesix.${key}`, text);

  const held = await memory();
  expect(typeof held.name()).toBe('string');
  expect([null, 'text']).toContain(held.language());
  expect(held.rules(HOUSE)).toBeNull();
  expect((await tables()).all()).toEqual([]);
  expect(held.opening(BODY)).toMatch(/^[0-9a-f]{24}$/);
  const { hear, promised } = await import('../src/net/promises.ts');
  const view = {
    table: 'A',
    match: { number: 1 },
    round: { number: 1, commitment: 'c', seed: null },
  } as unknown as View;
  hear(view);
  expect(promised(view)).toBe('c');
});

test('house rules of an older page are not begun with: a field that came since is missing in them', async () => {
  const held = await memory();
  held.keepRules(HOUSE);
  expect(held.rules(HOUSE)).toEqual(HOUSE);

  const { passing: _, ...older } = HOUSE;
  held.keepRules(older as RuleSet);

  expect(held.rules(HOUSE)).toBeNull();
});

test('a store that is full remembers until the page is closed: asked again, it is the same table', async () => {
  full = true;
  const held = await memory();

  held.keepName('Salma');

  expect(held.name()).toBe('Salma');
  expect(held.opening(BODY)).toBe(held.opening(BODY));
});

test('a table that another tab has opened meanwhile is not forgotten with one that is', async () => {
  const here = await tables();
  here.keep({ code: 'A', preset: 'draw', alone: false });
  const [shown] = here.all();
  vi.resetModules();
  const there = await tables();
  there.keep({ code: 'B', preset: 'fives', alone: true });

  here.forget('A');
  expect(here.all().map(({ code }) => code)).toEqual(['B']);

  if (shown) here.restore(shown);
  expect(here.all().map(({ code }) => code)).toEqual(expect.arrayContaining(['A', 'B']));
  expect([here.has('B'), here.gameAt('B'), here.gameAt('C')]).toEqual([true, 'fives', '']);
});
