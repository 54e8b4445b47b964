// The worker that keeps a release's files, with stores and a network made up here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const SCRIPT = readFileSync(join(import.meta.dirname, '../sw.js'), 'utf8');

/** What a browser keeps over releases, by the name of each store. */
let stores;
/** What the network has, by path. */
let served;

beforeEach(() => {
  stores = new Map();
  served = {};
});

const caches = {
  keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name),
  async open(name) {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return {
      keys: async () => [...store.keys()],
      async addAll(requests) {
        const found = requests.map(({ url }) => [url, served[url]]);
        if (found.some(([, body]) => body === undefined)) throw new TypeError('not all there');
        for (const [url, body] of found) store.set(url, body);
      },
    };
  },
  async match(request, { cacheName } = {}) {
    const url = typeof request === 'string' ? request : request.url;
    const names = cacheName ? [cacheName] : [...stores.keys()];
    return names.map((name) => stores.get(name)?.get(url)).find((body) => body !== undefined);
  },
};

class Request {
  constructor(url) {
    this.url = url;
  }
}

/** The worker of one release; `tell` has it go through an event. */
function workerOf(release, files) {
  const heard = {};
  const self = {
    addEventListener: (kind, act) => {
      heard[kind] = act;
    },
    skipWaiting: () => undefined,
    registration: {},
    clients: { claim: () => undefined },
  };
  const script = SCRIPT.replace('__RELEASE__', release).replace(
    '/* __FILES__ */',
    files.map((file) => JSON.stringify(file)).join(),
  );
  new Function('self', 'caches', 'Request', 'location', script)(self, caches, Request, {});
  return {
    tell(kind) {
      let until;
      heard[kind]({ waitUntil: (work) => (until = work) });
      return until;
    },
  };
}

async function releaseOf(name) {
  const files = ['/', `/assets/${name}.js`];
  for (const file of files) served[file] ??= `of ${name}`;
  const worker = workerOf(name, files);
  await worker.tell('install');
  await worker.tell('activate');
}

test('of a release that lacks a file nothing is kept, not even its name', async () => {
  served['/'] = 'page';

  await expect(workerOf('one', ['/', '/assets/one.js']).tell('install')).rejects.toThrow('not all');

  expect(await caches.keys()).toEqual([]);
});

test('a release that is kept already is not lost when it cannot be fetched again', async () => {
  await releaseOf('one');
  served = {};

  await workerOf('one', ['/', '/assets/one.js']).tell('install');

  expect(await caches.match('/', { cacheName: 'app-one' })).toBe('of one');
});

test('pages of the release before find their files, also after one that never came', async () => {
  await releaseOf('one');
  await caches.open('app-never'); // the browser was closed while it was fetched
  await releaseOf('two');

  expect(await caches.keys()).toEqual(['app-one', 'app-two']);
  expect(await caches.match('/assets/one.js')).toBe('of one');
});
