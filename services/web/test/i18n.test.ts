import { describe, expect, test } from 'vitest';
import { type Entry, say } from '../src/i18n/say.ts';
import { CODES } from '../src/net/protocol.ts';
import { CATALOGS, sentencesOf } from './catalogs.ts';

const [ar, fa, en] = ['ar', 'fa', 'en'].map(sentencesOf) as [Catalog, Catalog, Catalog];
type Catalog = ReturnType<typeof sentencesOf>;

function forms(entry: Entry): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry);
}

/** The holes in a sentence. A form for one or two may say its number in words. */
function holes(entry: Entry): string {
  const all = forms(entry).flatMap((form) =>
    [...form.matchAll(/\{(\w+)\}/g)].map((hole) => hole[1]),
  );
  return [...new Set(all)].sort().join();
}

describe.each(CATALOGS)('$language', ({ language, about, locale, sentences: catalog }) => {
  test('says in its own words what it is called, how it is written, and with which digits', () => {
    expect(about.name).toBe(new Intl.DisplayNames(language, { type: 'language' }).of(language));
    expect(['rtl', 'ltr']).toContain(about.direction);
    expect(new Intl.NumberFormat(locale).resolvedOptions()).toMatchObject({
      locale,
      numberingSystem: about.digits,
    });
  });

  test('says everything that English says, and nothing else', () => {
    expect(Object.keys(catalog).sort()).toEqual(Object.keys(en).sort());
  });

  test('has a sentence for every problem of the protocol', () => {
    const missing = CODES.filter((code) => !catalog[`problem.${code}`]);
    expect(missing).toEqual([]);
  });

  test('has the plural forms of its language, and only those', () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    const wrong = Object.entries(catalog)
      .filter(([, entry]) => typeof entry !== 'string')
      .filter(([, entry]) => Object.keys(entry).sort().join() !== wanted.join());
    expect(wrong).toEqual([]);
  });

  test('has the same holes as English', () => {
    const wrong = Object.keys(en).filter(
      (key) => holes(catalog[key] as Entry) !== holes(en[key] as Entry),
    );
    expect(wrong).toEqual([]);
  });

  test('leaves nothing empty', () => {
    const empty = Object.values(catalog)
      .flatMap(forms)
      .filter((form) => !form.trim());
    expect(empty).toEqual([]);
  });
});

const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');

test('digits are those of the language', () => {
  expect(say(ar['home.target.points'] as Entry, 'ar-u-nu-arab', { n: 150 })).toBe('١٥٠ نقطة');
  expect(say(fa['home.target.points'] as Entry, 'fa-u-nu-arabext', { n: 150 })).toBe('۱۵۰ امتیاز');
  expect(say(en['home.target.points'] as Entry, 'en-u-nu-latn', { n: 1 })).toBe('1 point');
});

test('Arabic counts one, two, few and many in its own words', () => {
  const tiles = (n: number) => say(ar['table.tiles'] as Entry, 'ar-u-nu-arab', { n });

  expect([1, 2, 7, 11].map(tiles)).toEqual(['حجر واحد', 'حجران', '٧ أحجار', '١١ حجرًا']);
});

test('a name keeps its own direction inside a sentence', () => {
  const text = say(ar['table.turn.other'] as Entry, 'ar-u-nu-arab', { name: 'Salma' });

  expect(text).toBe('دور \u2068Salma\u2069');
  expect(plain(text)).toBe('دور Salma');
});
