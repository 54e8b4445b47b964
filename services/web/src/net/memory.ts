// What this browser remembers of who plays: a name, a language, how one likes it, house rules. Never a secret.
// Its tables are in `tables.ts`.

import type { PlayedAlone } from '../core/setup.ts';
import { isObject, kept } from './kept.ts';
import type { OpenTable, RuleSet } from './protocol.ts';

const store = () => localStorage;

const name = kept(store, 'name', (found) => (typeof found === 'string' ? found : ''));
const language = kept(store, 'language', (found) => (typeof found === 'string' ? found : null));
const prefs = kept<object>(store, 'prefs', (found) => (isObject(found) ? found : {}));
const alone = kept(store, 'alone', (found) => (isObject(found) ? aloneFrom(found) : null));
const rules = kept(store, 'rules', (found) => (isObject(found) ? found : null));
const opening = kept(store, 'opening', (found) => (isObject(found) ? openingFrom(found) : null));

export const memory = {
  name: name.read,
  keepName: name.keep,

  language: language.read,
  keepLanguage: language.keep,

  prefs: prefs.read,
  keepPrefs: prefs.keep,

  /** How one last played against computer players alone. */
  alone: alone.read,
  keepAlone: alone.keep,

  /** The house rules of the last custom table, if they have all that `like` has: an older page may have kept them. */
  rules(like: RuleSet | undefined): RuleSet | null {
    const found = rules.read();
    return found && like && isLike(found, like) ? (found as RuleSet) : null;
  },
  keepRules: (chosen: RuleSet) => rules.keep(chosen),

  /** The id of a request to open a table, kept until it is answered: asked again, it is the same table. */
  opening(body: Omit<OpenTable, 'request'>): string {
    const asked = JSON.stringify(body);
    const before = opening.read();
    if (before?.asked === asked) return before.request;
    const request = newId();
    opening.keep({ request, asked });
    return request;
  },
  opened: () => opening.keep(null),
};

function aloneFrom({ game, players, level, target }: Record<string, unknown>): PlayedAlone {
  return {
    game: String(game),
    players: Number(players),
    level: String(level),
    target: typeof target === 'number' ? target : null,
  };
}

function openingFrom({ request, asked }: Record<string, unknown>) {
  return { request: String(request), asked: String(asked) };
}

/** Whether every field is there, and of the same kind; null is a value of its own. */
function isLike(found: Record<string, unknown>, like: RuleSet): boolean {
  return Object.entries(like).every(([field, value]) => {
    const there = found[field];
    if (Array.isArray(value)) return Array.isArray(there);
    return there === null || value === null ? there !== undefined : typeof there === typeof value;
  });
}

/** 96 random bits, as text; `crypto.randomUUID` is not there on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
