// A rule set in the making: its fields in groups, what each may be, and which of them matter. Whether all
// goes together is for the server to say.

import type { RuleSet, Target } from '../net/protocol.ts';
import type { Columns } from './setup.ts';

export type Field = keyof RuleSet;
export type Value = string | number | boolean | null;

/** Fields that are chosen out of a few values. */
export type Picked = Exclude<Field, 'seats' | 'hand' | 'target'>;

export type Group = { name: (typeof GROUP_NAMES)[number]; fields: readonly Field[] };
const GROUP_NAMES = ['players', 'tiles', 'lead', 'turn', 'blocked', 'points', 'match'] as const;

export const GROUPS: readonly Group[] = [
  { name: 'players', fields: ['seats', 'partners', 'start', 'computer_players', 'leaving'] },
  { name: 'tiles', fields: ['tiles', 'hand', 'drawing', 'reserve', 'placing'] },
  { name: 'lead', fields: ['next_lead', 'tied_lead', 'forced_lead'] },
  { name: 'turn', fields: ['turn_seconds', 'away_seconds', 'away', 'passing'] },
  {
    name: 'blocked',
    fields: ['blocked_when', 'blocked_winner', 'blocked_points', 'blocked_tie'],
  },
  { name: 'points', fields: ['fives', 'spinner', 'rounding'] },
  { name: 'match', fields: ['target', 'next_round'] },
];

const YES_OR_NO = [true, false] as const;

export const VALUES: { readonly [F in Picked]: readonly RuleSet[F][] } = {
  tiles: ['double-six', 'double-nine'],
  partners: YES_OR_NO,
  drawing: YES_OR_NO,
  reserve: [0, 1, 2],
  forced_lead: YES_OR_NO,
  next_lead: ['winner', 'rotate', 'highest'],
  tied_lead: ['next', 'same'],
  blocked_when: ['all_passed', 'nobody_can'],
  blocked_winner: ['lowest_hand', 'side_total'],
  blocked_tie: ['nobody', 'last_placer'],
  blocked_points: ['others', 'difference'],
  fives: YES_OR_NO,
  spinner: YES_OR_NO,
  rounding: ['none', 'five'],
  turn_seconds: [15, 30, 45, 60, 90, null],
  away_seconds: [5, 10, 15, 30, null],
  away: ['play_on', 'wait'],
  passing: ['by_hand', 'automatic'],
  start: ['full', 'fill', 'seated'],
  leaving: ['keeps_seat', 'computer'],
  next_round: ['ready', 'consent'],
  computer_players: ['yes', 'solo', 'no'],
  placing: ['by_hand', 'automatic'],
};

/** The values to choose from: the usual ones, and the one that is set. */
export function valuesOf(rules: RuleSet, field: Picked): readonly Value[] {
  const usual: readonly Value[] = VALUES[field];
  const now = rules[field];
  return usual.includes(now) ? usual : [now, ...usual];
}

/** Some fields say something only where another allows it. */
export function applies(rules: RuleSet, field: Field): boolean {
  switch (field) {
    case 'reserve':
    case 'placing':
      return rules.drawing;
    case 'tied_lead':
      return rules.next_lead === 'winner';
    case 'blocked_winner':
      return rules.partners;
    default:
      return true;
  }
}

export const ANY_TARGET: Target = { default: 100, first: 1, last: 1000, step: 1 };

/** What fits the two sets, for a number of players that had no hand yet. */
export function usualHand(rules: RuleSet, players: number): number {
  if (rules.tiles === 'double-nine') return players === 4 && !rules.drawing ? 10 : 7;
  return players === 2 || !rules.drawing ? 7 : 5;
}

/** How many tiles each of so many players is dealt; as many as usual where the rules do not say. */
export function handOf(rules: RuleSet, players: number): number {
  return rules.hand.find(([number]) => number === players)?.[1] ?? usualHand(rules, players);
}

/** `rules` with one field set; what no longer says anything goes back to saying nothing. */
export function change<F extends Field>(rules: RuleSet, field: F, value: RuleSet[F]): RuleSet {
  return settled({ ...rules, [field]: value });
}

/** `rules`, with so many tiles dealt to each among `players`. */
export function changeHand(rules: RuleSet, players: number, tiles: number): RuleSet {
  const others = rules.hand.filter(([number]) => number !== players);
  return settled({ ...rules, hand: [...others, [players, tiles]] });
}

/** Ready to be sent: fields that do not apply are neutral, and each number of players has its hand. */
export function settled(rules: RuleSet): RuleSet {
  return {
    ...rules,
    seats: [...rules.seats].sort(),
    hand: rules.seats
      .map((players) => [players, handOf(rules, players)] as [number, number])
      .sort(),
    reserve: rules.drawing ? rules.reserve : 0,
    placing: rules.drawing ? rules.placing : 'by_hand',
    tied_lead: rules.next_lead === 'winner' ? (rules.tied_lead ?? 'next') : null,
    target: rules.target && ANY_TARGET,
  };
}

/** How many of `fields` are not as in `base`, from which one started. */
export function changes(rules: RuleSet, base: RuleSet, fields: readonly Field[]): number {
  const said = (set: RuleSet, field: Field) => JSON.stringify(set[field]);
  return fields.filter((field) => said(rules, field) !== said(base, field)).length;
}

/** A rule set to start from: a game's, the last own one, or one that many houses play. */
export type Beginning = { name: BeginningName; rules: RuleSet };
/** `now` are those of a table that is being changed. */
export type BeginningName = 'now' | (typeof BEGINNINGS)[number];
const BEGINNINGS = [
  'last',
  'draw',
  'block',
  'fives',
  'partners',
  'duel',
  'domna2',
  'domna4',
  'bakesh',
  'partners_drawing',
  'fives_two_ends',
  'four_ways',
  'nines',
] as const;

/** `games` are those that the server knows, by name. */
export function beginnings(
  games: Readonly<Record<string, Columns>>,
  last: RuleSet | null,
): Beginning[] {
  const of = (game: string, players: number) =>
    games[game]?.find((column) => column.seats.includes(players));
  const from = (base: RuleSet | undefined, changed: Partial<RuleSet> = {}) =>
    base && settled({ ...base, ...changed });
  const partners = of('partners', 4);
  const all: Record<(typeof BEGINNINGS)[number], RuleSet | undefined> = {
    last: last ?? undefined,
    draw: from(of('draw', 2)),
    block: from(of('block', 2)),
    fives: from(of('fives', 2)),
    partners: from(partners),
    duel: from(of('duel', 2)),
    domna2: from(of('domna', 2)),
    domna4: from(of('domna', 4)),
    bakesh: from(of('bakesh', 2)),
    partners_drawing: from(partners, { drawing: true, hand: [[4, 5]] }),
    fives_two_ends: from(of('fives', 2), { spinner: false }),
    four_ways: from(of('draw', 2), { spinner: true }),
    nines: from(partners, { tiles: 'double-nine', hand: [[4, 10]] }),
  };
  return BEGINNINGS.flatMap((name) => {
    const rules = all[name];
    return rules ? [{ name, rules }] : [];
  });
}

/** The group in which a field stands. */
export function groupOf(field: string): Group['name'] | null {
  const group = GROUPS.find(({ fields }) => (fields as readonly string[]).includes(field));
  return group?.name ?? null;
}

/** A server names what was at fault by its path; the last name in it that is a field of ours counts. */
export function fieldOf(path: string): Field | null {
  const names = path.split('.').reverse();
  return (names.find((name) => groupOf(name) !== null) as Field | undefined) ?? null;
}
