// Four places: the front page, the choices for one game at /?game=NAME (without a name, of a game; with `&alone`,
// against computer players), a table at /t/CODE, and a finished round of it at /t/CODE/MATCH/ROUND.

import { codeAmong, decoded } from './core/code.ts';

export type Route =
  | { at: 'home' }
  | { at: 'setup'; game: string; alone: boolean }
  | { at: 'table'; code: string }
  | { at: 'replay'; code: string; match: number; round: number };

/** The place that an address stands for; whatever is none is the front page. */
export function routeOf(address: { pathname: string; search: string }): Route {
  const replay = /^\/t\/([^/]+)\/(\d{1,6})\/(\d{1,6})$/.exec(address.pathname);
  if (replay) {
    const [, code = '', match, round] = replay;
    return {
      at: 'replay',
      code: decoded(code),
      match: Number(match),
      round: Number(round),
    };
  }
  const code = /^\/t\/([^/]+)\/?$/.exec(address.pathname)?.[1];
  if (code) return { at: 'table', code: decoded(code) };
  const asked = new URLSearchParams(address.search);
  const told = codeAmong(sharedIn(asked));
  if (told) return { at: 'table', code: told };
  const game = asked.get('game');
  return game === null ? { at: 'home' } : { at: 'setup', game, alone: asked.has('alone') };
}

/** What another app shared with this one: a message in which a link or a code may be. */
export function sharedIn(asked: URLSearchParams): string {
  return ['url', 'text', 'title'].flatMap((name) => asked.get(name) ?? []).join('\n');
}

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
