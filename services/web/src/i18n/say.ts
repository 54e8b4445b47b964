// Filling in a sentence: plural forms, digits, and names that keep their own direction.

/** A sentence, or one for each plural form of `n`. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Params = Record<string, string | number>;

const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';

/** What `make` gives for a locale, made once: to make what knows a language takes far longer than to use it. */
export function once<F>(make: (locale: string) => F): (locale: string) => F {
  const made = new Map<string, F>();
  return (locale) => {
    let known = made.get(locale);
    if (known === undefined) {
      known = make(locale);
      made.set(locale, known);
    }
    return known;
  };
}

export const numbersIn = once((locale) => new Intl.NumberFormat(locale));
const pluralsIn = once((locale) => new Intl.PluralRules(locale));

export function say(entry: Entry, locale: string, params: Params): string {
  return inDigits(formOf(entry, locale, params), locale).replace(
    /\{(\w+)\}/g,
    (hole, name: string) => {
      const value = params[name];
      if (value === undefined) return hole;
      if (typeof value === 'number') return numbersIn(locale).format(value);
      return ISOLATE + value + END_ISOLATE;
    },
  );
}

function formOf(entry: Entry, locale: string, { n }: Params): string {
  if (typeof entry === 'string') return entry;
  const form = pluralsIn(locale).select(Number(n ?? 0));
  return entry[form] ?? entry.other ?? '';
}

/** Numbers that are written out in a sentence, where Latin digits are preferred to those of its language. */
function inDigits(sentence: string, locale: string): string {
  if (!locale.endsWith('-latn')) return sentence;
  return sentence.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
