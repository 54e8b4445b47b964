// A page whose own files cannot be had any more: they are of an older release, or there is no network.

import { kept } from '../net/kept.ts';
import { whenReached } from '../net/reach.svelte.ts';

/** In ms: how long to wait the first time, what waits grow to, and how long a page must stand to count as mended. */
const WAIT = 500;
const LONGEST_WAIT = 30_000;
const STANDS = 10_000;

/** How often this tab was started anew, and has not stood since. */
const times = kept(
  () => sessionStorage,
  'mended',
  (found) => (typeof found === 'number' ? found : 0),
);

/** Start the page anew once the platform answers, sooner the first time than the fifth. Nothing is lost by it. */
export async function mend(): Promise<never> {
  const before = times.read();
  await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT, WAIT * 2 ** before)));
  await whenReached();
  times.keep(before + 1);
  location.reload();
  return new Promise(() => undefined);
}

/** All that is needed at first is there. If nothing is missing for a while either, the next time is the first again. */
export function mended(): void {
  setTimeout(() => times.keep(0), STANDS);
}
