// Two places: the front page, and a table at /t/CODE.

export type Route = { at: 'home' } | { at: 'table'; code: string };

export function routeOf(path: string): Route {
  const code = /^\/t\/([^/]+)\/?$/.exec(path)?.[1];
  return code ? { at: 'table', code: decodeURIComponent(code) } : { at: 'home' };
}

let current = $state.raw(routeOf(location.pathname));

export function route(): Route {
  return current;
}

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', path);
  current = routeOf(path);
  scrollTo(0, 0);
}

addEventListener('popstate', () => {
  current = routeOf(location.pathname);
});
