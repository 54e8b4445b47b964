// Every sentence of the page. The server sends codes and numbers; words are found here.

import type { Failure } from '../net/http.ts';
import type en from './en.json';
import { type Entry, type Params, say } from './say.ts';

export type Language = 'ar' | 'fa' | 'en';
export type Key = keyof typeof en;
type Catalog = Record<Key, Entry>;

export const LANGUAGES: Record<
  Language,
  { name: string; direction: 'rtl' | 'ltr'; locale: string }
> = {
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-u-nu-arab' },
  fa: { name: 'فارسی', direction: 'rtl', locale: 'fa-u-nu-arabext' },
  en: { name: 'English', direction: 'ltr', locale: 'en-u-nu-latn' },
};

const LOADERS: Record<Language, () => Promise<{ default: Catalog }>> = {
  ar: () => import('./ar.json'),
  fa: () => import('./fa.json'),
  en: () => import('./en.json'),
};

let chosen = $state.raw<{ language: Language; catalog: Catalog } | null>(null);

export function language(): Language {
  return chosen?.language ?? 'en';
}

export function direction(): 'rtl' | 'ltr' {
  return LANGUAGES[language()].direction;
}

/** Load a language and turn the document to it. */
export async function speak(to: Language): Promise<void> {
  const { default: catalog } = await LOADERS[to]();
  chosen = { language: to, catalog };
  document.documentElement.lang = to;
  document.documentElement.dir = LANGUAGES[to].direction;
  document.title = catalog.brand as string;
}

/** The sentence for `key`; `n` chooses the plural form. */
export function t(key: Key, params: Params = {}): string {
  if (!chosen) return '';
  return say(chosen.catalog[key], LANGUAGES[chosen.language].locale, params);
}

export function number(value: number): string {
  return new Intl.NumberFormat(LANGUAGES[language()].locale).format(value);
}

/** What is added, with its sign where the language puts it; nothing added has none. */
export function added(value: number): string {
  const { locale } = LANGUAGES[language()];
  return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value);
}

/** `five`, `five and two`; or names. */
export function list(words: string[]): string {
  return new Intl.ListFormat(LANGUAGES[language()].locale, { type: 'conjunction' }).format(words);
}

export function pips(value: number): string {
  return t(`pips.${value}` as Key);
}

/** Numbers after "on": some languages bend them. */
export function onNumbers(values: readonly number[]): string {
  return list(values.map(onNumber));
}

export function onNumber(value: number): string {
  return t(`on.${value}` as Key);
}

/** A tile in words, higher half first; a hyphen would be read as a minus. */
export function tileName(tile: string): string {
  const [low, high] = [Number(tile[0]), Number(tile[2])];
  if (low === high) return t('tile.double', { number: pips(low) });
  return t('tile', { high: pips(high), low: pips(low) });
}

/** A server may be newer than this page, and refuse for a reason that has no words here yet. */
export function problem(code: Failure): string {
  const key: Key = `problem.${code}`;
  return t(chosen && key in chosen.catalog ? key : 'problem.internal');
}

/** The first of the browser's languages that is spoken here. */
export function preferred(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
