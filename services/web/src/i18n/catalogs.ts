// The languages there are: every catalog in this folder is one, and says of itself what has to be known of it.

import { LANGUAGES } from 'virtual:languages';
import type en from './en.json';
import type { Entry } from './say.ts';

export { LANGUAGES };

/** The name of a catalog: the language's tag. */
export type Language = string;
export type Key = Exclude<keyof typeof en, 'about'>;
export type Catalog = { about: About } & Record<Key, Entry>;

/** `digits` is the numbering system that people who read this language are used to. */
export type About = { name: string; direction: 'rtl' | 'ltr'; locale: string; digits: string };

/** Spoken to whoever reads none of the others. */
const FALLBACK: Language = 'en';

const loaders = import.meta.glob<Catalog>('./*.json', { import: 'default' });

export async function load(language: Language): Promise<Catalog> {
  const loader = loaders[`./${language}.json`];
  if (!loader) throw new Error(`no catalog for ${language}`);
  return loader();
}

/** What was chosen before, if it is still there, else the first of the browser's languages that is spoken here. */
export function preferred(kept: string | null, wanted: readonly string[]): Language {
  const tags = [...(kept === null ? [] : [kept]), ...wanted];
  const known = tags.flatMap((tag) => [tag, tag.split('-')[0] ?? '']);
  return known.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? FALLBACK;
}
