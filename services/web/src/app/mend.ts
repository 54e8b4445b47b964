// A page whose own files cannot be had any more: they are of an older release, or there is no network.

import { whenReached } from '../net/reach.svelte.ts';
import { visit } from './visit.ts';

/** In ms: how long to wait the first time, what waits grow to, and how long a page must stand to count as mended. */
const WAIT = 500;
const LONGEST_WAIT = 30_000;
const STANDS = 10_000;

/** Start the page anew once the platform answers, sooner the first time than the fifth. Nothing is lost by it. */
export async function mend(): Promise<never> {
  const times = Number(visit.read('mended') ?? 0);
  await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT, WAIT * 2 ** times)));
  await whenReached();
  visit.write('mended', String(times + 1));
  location.reload();
  return new Promise(() => undefined);
}

/** All that is needed at first is there. If nothing is missing for a while either, the next time is the first again. */
export function mended(): void {
  setTimeout(() => visit.write('mended', ''), STANDS);
}
