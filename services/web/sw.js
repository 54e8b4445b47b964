// Keeps the page's own files, so that it starts without a network and does not wait for a slow one.
// It knows no game: what is asked of the platform goes past it. Filled in when a release is built.

const RELEASE = '__RELEASE__';
const FILES = [
  /* __FILES__ */
];
const PREFIX = 'app-';
const CACHE = PREFIX + RELEASE;
/** How long a page may be on its way before the one kept here is shown, in ms. */
const PATIENCE = 3_000;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/') || FILES.includes(pathname)) {
    event.respondWith(file(request));
  }
});

/**
 * All of a release or nothing: without one of its files not even a name of it is left, which would pass for the
 * release before. What is named by its content may come from the browser's own store.
 */
async function keep() {
  const cache = await caches.open(CACHE);
  if ((await cache.keys()).length === FILES.length) return;
  const asked = (name) => (name.startsWith('/assets/') ? 'default' : 'reload');
  try {
    await cache.addAll(FILES.map((name) => new Request(name, { cache: asked(name) })));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** The release before stays: pages of it are still open, and fetch parts of theirs. One that never came does not. */
async function begin() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const pages = await Promise.all(names.map((name) => caches.match('/', { cacheName: name })));
  const before = names.filter((_, at) => pages[at]).at(-1);
  const old = names.filter((name) => name !== before);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page from the network, unless that is away, too slow, or out of order. */
async function page(event) {
  const answer = fetched(event).catch(() => null);
  event.waitUntil(answer);
  const kept = await caches.match('/', { cacheName: CACHE });
  if (!kept) return (await answer) ?? Response.error();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const first = await Promise.race([answer, late]);
  return first && first.status < 500 ? first : kept;
}

async function fetched(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function file(request) {
  const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  return kept ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
