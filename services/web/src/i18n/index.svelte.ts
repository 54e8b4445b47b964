// Every sentence of the page. The server sends codes and numbers; words are found here.

import { ago } from '../core/ago.ts';
import type { Failure } from '../net/http.ts';
import { type Prefs, prefs } from '../prefs.svelte.ts';
import { type About, type Catalog, type Key, LANGUAGES, type Language, load } from './catalogs.ts';
import { numbersIn, once, type Params, say } from './say.ts';

export { type Key, LANGUAGES, type Language } from './catalogs.ts';

let chosen = $state.raw<{ language: Language; catalog: Catalog } | null>(null);

export function language(): Language {
  return chosen?.language ?? '';
}

function about(): About {
  const about = chosen?.catalog.about ?? LANGUAGES.en;
  if (!about) throw new Error('no language is spoken yet');
  return about;
}

export function direction(): 'rtl' | 'ltr' {
  return about().direction;
}

/** Whether the language has digits of its own, so that there is something to choose. */
export function hasOwnDigits(): boolean {
  return about().digits !== 'latn';
}

/** A few digits, of the language or Latin ones. */
export function sampleOf(digits: Digits): string {
  return numbersIn(localeWith(digits)).format(123);
}

type Digits = Prefs['digits'];

function localeWith(wanted: Digits): string {
  const { locale, digits } = about();
  return `${locale}-u-nu-${wanted === 'latin' ? 'latn' : digits}`;
}

/** The locale with the digits that are preferred. */
function locale(): string {
  return localeWith(prefs().digits);
}

let wanted: Language = '';

/** Load a language and turn the document to it, unless another one has been wanted meanwhile. */
export async function speak(to: Language): Promise<void> {
  wanted = to;
  const catalog = await load(to);
  if (wanted !== to) return;
  chosen = { language: to, catalog };
  document.documentElement.lang = to;
  document.documentElement.dir = catalog.about.direction;
  document.title = catalog.brand as string;
}

/** The sentence for `key`; `n` chooses the plural form. */
export function t(key: Key, params: Params = {}): string {
  if (!chosen) return '';
  return say(chosen.catalog[key], locale(), params);
}

export function number(value: number): string {
  return numbersIn(locale()).format(value);
}

const signedIn = once((locale) => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }));

/** What is added, with its sign where the language puts it; nothing added has none. */
export function added(value: number): string {
  return signedIn(locale()).format(value);
}

/** `5 minutes ago`, `yesterday`; both in ms. */
export function since(then: number, now: number): string {
  const { n, unit } = ago(then, now);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-n, unit);
}

const listsIn = once((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** `five`, `five and two`; or names. */
export function list(words: string[]): string {
  return listsIn(locale()).format(words);
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
