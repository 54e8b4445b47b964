// What looks after the first script, with a page made up here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SCRIPT = readFileSync(join(import.meta.dirname, '../public/begin.js'), 'utf8');

let reloads;
let stuck;
let session;

beforeEach(() => {
  vi.useFakeTimers();
  reloads = 0;
  stuck = { hidden: true };
  const kept = new Map();
  session = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
  };
});

afterEach(() => vi.useRealTimers());

/** A page is loaded; its first script comes, or not. */
function load(begins) {
  const page = {
    documentElement: { hasAttribute: () => begins },
    getElementById: () => stuck,
  };
  const names = ['addEventListener', 'document', 'location', 'sessionStorage'];
  const browser = [(_, act) => act(), page, { reload: () => reloads++ }, session];
  new Function(...names, SCRIPT)(...browser);
  vi.runAllTimers();
}

test('a page whose script does not come begins anew three times, then says so', () => {
  for (let times = 0; times < 3; times++) load(false);
  expect([reloads, stuck.hidden]).toEqual([3, true]);

  load(false);

  expect([reloads, stuck.hidden]).toEqual([3, false]);
});

test('once it has begun it is as patient again as the first time', () => {
  for (let times = 0; times < 3; times++) load(false);
  load(true);

  load(false);

  expect([reloads, stuck.hidden]).toEqual([4, true]);
});
