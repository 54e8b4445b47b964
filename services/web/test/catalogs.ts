// Every catalog there is: what it says of itself, and its sentences.

import type { About } from '../src/i18n/catalogs.ts';
import type { Entry } from '../src/i18n/say.ts';

type Catalog = { language: string; about: About; locale: string; sentences: Record<string, Entry> };

const files = import.meta.glob<{ about: About } & Record<string, Entry>>('../src/i18n/*.json', {
  eager: true,
  import: 'default',
});

export const CATALOGS: Catalog[] = Object.entries(files).map(([path, { about, ...sentences }]) => ({
  language: path.replace(/^.*\/(.*)\.json$/, '$1'),
  about,
  locale: `${about.locale}-u-nu-${about.digits}`,
  sentences,
}));

export function sentencesOf(language: string): Record<string, Entry> {
  const catalog = CATALOGS.find((one) => one.language === language);
  if (!catalog) throw new Error(`no catalog for ${language}`);
  return catalog.sentences;
}
