// A rule set in whole sentences, for whoever is about to sit down. Which sentences, and in which order, is said
// here; the sentences themselves are in the catalogs.

import { handOf } from '../core/custom.ts';
import { type Level, usesLevel } from '../core/setup.ts';
import type { RuleSet } from '../net/protocol.ts';
import type { Key } from './index.svelte.ts';
import type { Params } from './say.ts';

export type Sentence = { key: Key; params?: Params };
export type Section = { title: Key; sentences: Sentence[] };

/** A table as far as its rules go: how many seats it has, and what was chosen. */
export type Agreed = {
  rules: RuleSet;
  players: number;
  target: number | null;
  level: Level;
  alone: boolean;
};

const TILES = { 'double-six': 28, 'double-nine': 55 } as const;

/** All that was agreed on, section by section, as keys of sentences. */
export function wordsOf(agreed: Agreed): Section[] {
  return [
    { title: 'words.players', sentences: players(agreed) },
    { title: 'words.tiles', sentences: tiles(agreed) },
    { title: 'words.lead', sentences: lead(agreed) },
    { title: 'words.turns', sentences: turns(agreed) },
    { title: 'words.points', sentences: points(agreed) },
    { title: 'words.match', sentences: match(agreed) },
  ];
}

function* truthy(all: readonly (Sentence | Key | false | null)[]): Generator<Sentence> {
  for (const one of all) {
    if (typeof one === 'string') yield { key: one };
    else if (one) yield one;
  }
}

function said(...all: readonly (Sentence | Key | false | null)[]): Sentence[] {
  return [...truthy(all)];
}

function players({ rules, players: n, level, alone }: Agreed): Sentence[] {
  const who = { key: rules.partners ? 'words.partners' : 'words.single', params: { n } } as const;
  if (alone) return said(who, { key: 'words.alone', params: { n: n - 1 } }, `words.level.${level}`);
  const lone = rules.start === 'seated' && rules.computer_players !== 'no';
  return said(
    who,
    { key: `words.start.${rules.start}`, params: { n } },
    lone && 'words.start.lone',
    `words.leaving.${leaving(rules)}`,
    usesLevel(rules, alone) && `words.level.${level}`,
  );
}

function leaving({ leaving, away }: RuleSet): 'computer' | 'waits' | 'keeps_seat' {
  if (leaving === 'computer') return 'computer';
  return away === 'wait' ? 'waits' : 'keeps_seat';
}

function tiles({ rules, players: n }: Agreed): Sentence[] {
  const hand = handOf(rules, n);
  const all = TILES[rules.tiles] === hand * n;
  return said(
    { key: `words.set.${rules.tiles}`, params: { n: hand } },
    rules.drawing ? 'words.drawing' : 'words.drawing.no',
    !rules.drawing && (all ? 'words.dealt' : 'words.aside'),
    rules.drawing && rules.reserve > 0 && { key: 'words.reserve', params: { n: rules.reserve } },
    rules.drawing && rules.placing === 'automatic' && 'words.placing',
  );
}

function lead({ rules }: Agreed): Sentence[] {
  const how = rules.forced_lead ? 'forced' : 'free';
  if (rules.next_lead === 'highest') return said(`words.lead.every.${how}`);
  const tied = rules.next_lead === 'winner' && rules.tied_lead;
  return said(
    `words.lead.first.${how}`,
    `words.lead.${rules.next_lead}`,
    tied && `words.lead.tied.${tied}`,
  );
}

function turns({ rules, alone }: Agreed): Sentence[] {
  return said(
    'words.turn',
    `words.passing.${rules.passing}`,
    ...(alone ? [] : clock(rules)),
    !alone && rules.away === 'wait' && 'words.away',
  );
}

/** Seconds after which a table without any clock plays for who is away: as long as it takes it to rest. */
const LONG_AWAY = 60;

function clock({ turn_seconds: n, away_seconds: away, away: ways }: RuleSet): (Sentence | Key)[] {
  if (n === null && away === null && ways === 'wait') return ['words.clock.none'];
  if (n === null) return [{ key: 'words.clock.away', params: { n: away ?? LONG_AWAY } }];
  if (away === null) return [{ key: 'words.clock.same', params: { n } }];
  return [{ key: 'words.clock', params: { n, away } }];
}

function points({ rules }: Agreed): Sentence[] {
  return said(
    rules.partners ? 'words.out.partners' : 'words.out',
    `words.blocked.${rules.blocked_when}`,
    `words.blocked.${blockedSide(rules)}.${rules.blocked_points}`,
    `words.tie.${rules.blocked_tie}`,
    rules.fives && 'words.fives',
    rules.spinner && 'words.spinner',
    rules.rounding === 'five' && 'words.rounding',
  );
}

/** Where everybody plays alone, the lightest hand and the lightest side are the same. */
function blockedSide({ partners, blocked_winner }: RuleSet): 'single' | 'hand' | 'pair' {
  if (!partners) return 'single';
  return blocked_winner === 'lowest_hand' ? 'hand' : 'pair';
}

function match({ rules, target: n }: Agreed): Sentence[] {
  return said(
    n === null ? 'words.target.none' : { key: 'words.target', params: { n } },
    n !== null && rules.fives && 'words.target.at_once',
    `words.next.${rules.next_round}`,
  );
}
