// Tiles that come from somewhere: from who played them, or from the boneyard. Only what is seen to happen moves.

import { prefs } from '../prefs.svelte.ts';

export type Point = { x: number; y: number };

/** In ms. */
const FLIGHT = 240;
const BETWEEN = 130;

/** True when nothing should fly: nobody looks, or somebody likes it still. */
export function isStill(): boolean {
  return (
    document.hidden ||
    prefs().motion === 'less' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

/** The middle of the first element there is of `selectors`, on the page and not under another one. */
export function centreOf(...selectors: string[]): Point | null {
  const found = selectors
    .flatMap((one) => [...document.querySelectorAll(one)])
    .find((one) => !one.closest('[inert]'));
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Let `node` come from as far as `by`, in its own units; the `nth` of several waits for those before it. */
export function comeFrom(node: Element, by: Point, nth = 0): void {
  if (isStill()) return;
  node.animate(
    [
      { transform: `translate(${by.x}px, ${by.y}px)`, opacity: 0.4 },
      { opacity: 1, offset: 0.5 },
      {},
    ],
    {
      duration: FLIGHT,
      delay: nth * BETWEEN,
      easing: 'cubic-bezier(0.25, 0.8, 0.35, 1)',
      fill: 'backwards',
    },
  );
}

/** The same for an element that lies on the page itself. */
export function flyFrom(node: Element, from: Point | null, nth = 0): void {
  if (!from || isStill()) return;
  const { left, top, width, height } = node.getBoundingClientRect();
  comeFrom(node, { x: from.x - left - width / 2, y: from.y - top - height / 2 }, nth);
}
