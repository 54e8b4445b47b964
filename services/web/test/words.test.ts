import { describe, expect, test } from 'vitest';
import { beginnings, GROUPS, VALUES } from '../src/core/custom.ts';
import { say } from '../src/i18n/say.ts';
import { type Agreed, wordsOf } from '../src/i18n/words.ts';
import { CATALOGS } from './catalogs.ts';
import { BAKESH, CUSTOM, DOMNA, DRAW, DUEL, GAMES, PARTNERS } from './games.ts';

function agreed(rules: Agreed['rules'], some: Partial<Agreed> = {}): Agreed {
  const players = Math.max(...rules.seats);
  return { rules, players, target: 100, level: 'medium', alone: false, ...some };
}

function keys(of: Agreed): string[] {
  return wordsOf(of).flatMap(({ sentences }) => sentences.map(({ key }) => key));
}

const columns = [
  ...Object.values(GAMES).flat(),
  ...beginnings(GAMES, null).map(({ rules }) => rules),
];

describe.each(CATALOGS)('in $language', ({ locale, sentences: catalog }) => {
  test('every known rule set is told in whole sentences, each once', () => {
    const wrong: string[] = [];
    for (const rules of columns) {
      for (const players of rules.seats) {
        for (const alone of [false, true]) {
          const all = wordsOf(agreed(rules, { players, alone }));
          const told = all.flatMap(({ sentences }) =>
            sentences.map(({ key, params }) => say(catalog[key] ?? '', locale, params ?? {})),
          );
          wrong.push(...told.filter((one) => !/^[^{}]+[.:]$/u.test(one)));
          if (new Set(told).size !== told.length) wrong.push(`twice: ${told}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every field and every value of a rule set has words', () => {
    const fields = GROUPS.flatMap((group) => group.fields).map((field) => `rule.${field}`);
    const values = Object.entries(VALUES).flatMap(([field, all]) =>
      all
        .filter((value) => value === null || typeof value === 'string')
        .map((value) => `rule.${field}.${value ?? 'none'}`),
    );

    expect([...fields, ...values].filter((key) => !catalog[key])).toEqual([]);
  });
});

describe('what is said of', () => {
  test('partners', () => {
    expect(keys(agreed(PARTNERS[0]))).toEqual([
      'words.partners',
      'words.start.full',
      'words.leaving.keeps_seat',
      'words.set.double-six',
      'words.drawing.no',
      'words.dealt',
      'words.lead.first.free',
      'words.lead.rotate',
      'words.turn',
      'words.passing.by_hand',
      'words.clock',
      'words.out.partners',
      'words.blocked.all_passed',
      'words.blocked.pair.others',
      'words.tie.last_placer',
      'words.target',
      'words.next.ready',
    ]);
  });

  test('a room for two: no clock, no target, the round waits', () => {
    const said = keys(agreed(DUEL[0], { target: null }));

    expect(said).toEqual(
      expect.arrayContaining([
        'words.clock.none',
        'words.away',
        'words.leaving.waits',
        'words.lead.every.forced',
        'words.target.none',
        'words.next.consent',
        'words.blocked.single.difference',
      ]),
    );
  });

  test('no clock, but play goes on: for who is away the table plays when it would rest', () => {
    const rules = { ...CUSTOM[0], turn_seconds: null, away_seconds: null } as Agreed['rules'];
    const said = wordsOf(agreed(rules)).flatMap(({ sentences }) => sentences);

    expect(said).toContainEqual({ key: 'words.clock.away', params: { n: 60 } });
  });

  test('domna for four: the lightest hand wins for its pair, a computer player sits in', () => {
    const said = keys(agreed(DOMNA[1]));

    expect(said).toContain('words.blocked.hand.others');
    expect(said).toContain('words.leaving.computer');
    expect(said).toContain('words.lead.first.forced');
  });

  test('domna for two: what was drawn is placed by itself', () => {
    expect(keys(agreed(DOMNA[0]))).toContain('words.placing');
  });

  test('bakesh: automatic passes, those seated, the same leader after a tie', () => {
    expect(keys(agreed(BAKESH[0]))).toEqual(
      expect.arrayContaining([
        'words.passing.automatic',
        'words.start.seated',
        'words.start.lone',
        'words.lead.tied.same',
      ]),
    );
  });

  test('a table alone: who the others are, and nothing of links, clocks or leaving', () => {
    const said = keys(agreed(DRAW[0], { alone: true, players: 3 }));

    expect(said).toContain('words.alone');
    expect(said).toContain('words.level.medium');
    expect(said.filter((key) => /start|leaving|clock/.test(key))).toEqual([]);
  });

  test('house rules: a reserve, four ways, fives at once', () => {
    const rules = {
      ...CUSTOM[0],
      reserve: 2,
      spinner: true,
      fives: true,
      rounding: 'five' as const,
    };

    expect(keys(agreed(rules))).toEqual(
      expect.arrayContaining([
        'words.reserve',
        'words.spinner',
        'words.fives',
        'words.rounding',
        'words.target.at_once',
      ]),
    );
  });
});
