// Where one is, and how one goes on: addresses are pages of this page, as `core/route.ts` reads them.

import { type Route, routeOf } from './core/route.ts';

let current = $state.raw(routeOf(location));

export function route(): Route {
  return current;
}

let left: (path: string) => boolean = () => false;

/** Before the page is changed `instead` is asked: if it goes to `path` by itself, it returns true. */
export function onLeaving(instead: (path: string) => boolean): void {
  left = instead;
}

/** To another page. Replaced, the one before is not come back to. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push' && left(path)) return;
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(history.state, '', path);
  arrive();
}

/** Open a page over this one, which `back` returns to. */
export function over(path: string): void {
  history.pushState({ over: true }, '', path);
  arrive();
}

/** To the page that this one was opened over; to `path` if it was come to by a link. */
export function back(path: string): void {
  if ((history.state as { over?: boolean } | null)?.over) history.back();
  else go(path, 'replace');
}

/**
 * For a link to a place of this page: goes there `by` this router, unless a tab or a window of its own was asked for,
 * which is the browser's business.
 */
export function follow(event: MouseEvent, by: (path: string) => void = go): void {
  const { button, altKey, ctrlKey, metaKey, shiftKey, currentTarget, defaultPrevented } = event;
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
  event.preventDefault();
  by((currentTarget as Element).getAttribute('href') ?? '/');
}

function arrive(): void {
  current = routeOf(location);
  scrollTo(0, 0);
}

addEventListener('popstate', () => {
  current = routeOf(location);
});
