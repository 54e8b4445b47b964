// A newer release takes over by itself, where nothing is lost by it: between two rounds, or on the way to another page.

import { kept } from '../net/kept.ts';
import { onReturn } from '../net/reach.svelte.ts';
import { onWaking } from '../net/waking.ts';
import { isCalm } from './calm.ts';

/** All in ms. */
const LOOK_EVERY = 30 * 60_000;
const NOT_AGAIN_WITHIN = 10_000;
const CALM_EVERY = 500;
const KEPT_WITHIN = 20_000;

/** The release this page is of; empty while one works on it. */
const ours = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';

/** Those this tab has gone to. While releases change, two servers may serve two of them: each is gone to once. */
const tried = kept(
  () => sessionStorage,
  'releases',
  (found) => (Array.isArray(found) ? found.map(String) : []),
);

let newer = '';
let lookedAt = 0;

/** From now on look for a newer release, whenever there may be one. */
export function watchReleases(): void {
  if (!ours) return;
  onWaking(look);
  onReturn(look);
  setInterval(look, LOOK_EVERY);
}

/** Ask which release is served now. Worth it whenever a server may have been started anew. */
async function look(): Promise<void> {
  if (newer || Date.now() - lookedAt < NOT_AGAIN_WITHIN) return;
  lookedAt = Date.now();
  const served = await servedNow();
  if (!served || served === ours || tried.read().includes(served)) return;
  newer = served;
  await keptByWorker();
  const timer = setInterval(() => {
    if (!isCalm()) return;
    clearInterval(timer);
    takeOver(location.href);
  }, CALM_EVERY);
}

/** Go to `path` with a whole new page, if that is due; else return false. */
export function takeOver(path: string): boolean {
  if (!newer) return false;
  tried.keep([...tried.read(), newer]);
  if (path === location.href) location.reload();
  else location.assign(path);
  return true;
}

async function servedNow(): Promise<string> {
  try {
    const answer = await fetch('/release.txt', { cache: 'no-store' });
    return answer.ok ? (await answer.text()).trim() : '';
  } catch {
    return '';
  }
}

/** Let the worker fetch the new files first, so that the new page is there at once. */
async function keptByWorker(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const fresh = (await worker?.update().catch(() => undefined))?.installing;
  if (!fresh) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, KEPT_WITHIN);
    fresh.addEventListener('statechange', () => {
      if (fresh.state === 'activated' || fresh.state === 'redundant') resolve();
    });
  });
}
