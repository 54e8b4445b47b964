// Four places: the front page, the choices for one game at /?game=NAME (without a name, of a game; with `&alone`,
// against computer players), a table at /t/CODE, and a finished round of it at /t/CODE/MATCH/ROUND.

import { codeAmong, decoded } from './code.ts';

export type Route =
  | { at: 'home' }
  | { at: 'setup'; game: string; alone: boolean }
  | { at: 'table'; code: string }
  | { at: 'replay'; code: string; match: number; round: number };

/** The address of a table, in this page. */
export function pathToTable(code: string): string {
  return `/t/${encodeURIComponent(code)}`;
}

/** The address of a finished round of it. */
export function pathToRound(code: string, match: number, round: number): string {
  return `${pathToTable(code)}/${match}/${round}`;
}

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
