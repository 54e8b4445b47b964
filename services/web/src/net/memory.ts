// What this browser remembers between visits: a name, a language, tables, house rules. Never a secret.

import type { OpenTable, RuleSet } from './protocol.ts';

/** A table with a seat of ours, and when it was last opened here, in ms. Those of an older page have no `game`. */
export type Recent = { code: string; at: number; game?: string; alone?: boolean };
type Alone = { game: string; players: number; level: string; target: number | null };
type Opening = { request: string; asked: string };

const PREFIX = 'doublesix.';
const MOST_RECENT = 8;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A browser that remembers nothing still plays.
  }
}

export const memory = {
  name: () => read('name', ''),
  keepName: (name: string) => write('name', name),

  language: () => read<string | null>('language', null),
  keepLanguage: (language: string) => write('language', language),

  prefs: () => read<object>('prefs', {}),
  keepPrefs: (prefs: object) => write('prefs', prefs),

  recent: () => read<Recent[]>('recent', []),
  keepTable(code: string, game: string, alone: boolean): void {
    const others = memory.recent().filter((table) => table.code !== code);
    const kept: Recent = { code, at: Date.now(), game, alone };
    write('recent', [kept, ...others].slice(0, MOST_RECENT));
  },
  /** As it was before it was forgotten. */
  keepAll: (tables: readonly Recent[]) => write('recent', tables),
  forgetTable(code: string): void {
    write(
      'recent',
      memory.recent().filter((table) => table.code !== code),
    );
  },

  /** How one last played against computer players alone. */
  alone: () => read<Alone | null>('alone', null),
  keepAlone: (alone: Alone) => write('alone', alone),

  /** The house rules of the last custom table, to open another one like it. */
  rules: () => read<RuleSet | null>('rules', null),
  keepRules: (rules: RuleSet) => write('rules', rules),

  /** The id of a request to open a table, kept until it is answered: asked again, it is the same table. */
  opening(body: Omit<OpenTable, 'request'>): string {
    const asked = JSON.stringify(body);
    const kept = read<Opening | null>('opening', null);
    if (kept?.asked === asked) return kept.request;
    const opening = { request: newId(), asked };
    write('opening', opening);
    return opening.request;
  },
  opened: () => write('opening', null),
};

/** 96 random bits, as text; `crypto.randomUUID` is not there on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
