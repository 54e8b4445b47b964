// Opening a table: what there is to choose, by the game's rule sets. Knows no page and no language.

import type { OptionsInput, Presets, RuleSet, Target } from '../net/protocol.ts';

export type Players = 2 | 3 | 4;
export type Level = 'easy' | 'medium' | 'hard';
export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard'];

/** In the order they are offered; the first is the main one. */
export const GAMES = [
  'partners',
  'draw',
  'block',
  'fives',
  'duel',
  'domna',
  'bakesh',
  'custom',
] as const;
export type Game = (typeof GAMES)[number];

export function isGame(name: string): name is Game {
  return (GAMES as readonly string[]).includes(name);
}

/** A game's rule sets: one, or several that differ by the number of players. */
export type Columns = readonly RuleSet[];

/** The rule sets of each game, by its name. */
export function gamesOf({ presets }: Presets): Record<string, Columns> {
  return Object.fromEntries(presets.map(({ name, settings }) => [name, settings]));
}

export type Choice = {
  alone: boolean;
  players: Players;
  level: Level;
  target: number | null;
};

/** How many may play, fewest first; alone, only where computer players may be the others. */
export function numbers(columns: Columns, alone: boolean): Players[] {
  const playing = columns.filter((column) => !alone || column.computer_players !== 'no');
  return [...new Set(playing.flatMap((column) => column.seats))].sort() as Players[];
}

/** Whether computer players may be the others. */
export function canBeAlone(columns: Columns): boolean {
  return numbers(columns, true).length > 0;
}

/** The rule set for so many; for a number that cannot play, the one for the most. */
export function columnOf(columns: Columns, players: number): RuleSet {
  const most = (column: RuleSet) => Math.max(...column.seats);
  const largest = [...columns].sort((one, other) => most(other) - most(one))[0];
  return columns.find((column) => column.seats.includes(players)) ?? (largest as RuleSet);
}

/** Whether it matters how well computer players play: some may come to sit at such a table. */
export function usesLevel(rules: RuleSet, alone: boolean): boolean {
  if (alone || rules.leaving === 'computer') return true;
  return rules.start === 'fill' || (rules.start === 'seated' && rules.computer_players !== 'no');
}

export type Offered = 'nothing' | 'list' | 'number';

/** Whether the points to play to can be chosen, from a list or freely. */
export function offered(target: Target | null): Offered {
  if (target === null || target.first === target.last) return 'nothing';
  return target.step === 1 ? 'number' : 'list';
}

/** Every number of points there is to choose. */
export function choicesOf({ first, last, step }: Target): number[] {
  const count = Math.floor((last - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** What is chosen unless somebody chooses: with friends for the most who may play, alone against one. */
export function begin(columns: Columns): Choice {
  return allowed(columns, { alone: false, players: 4, level: 'medium', target: null });
}

/** `choice`, as far as the game allows it; what it does not is put back to the default. */
export function allowed(columns: Columns, choice: Choice): Choice {
  const alone = choice.alone && canBeAlone(columns);
  const may = numbers(columns, alone);
  const otherwise = (alone ? may[0] : may.at(-1)) ?? choice.players;
  const players = may.includes(choice.players) ? choice.players : otherwise;
  const { target } = columnOf(columns, players);
  return { ...choice, alone, players, target: fitTarget(target, choice.target) };
}

function fitTarget(target: Target | null, chosen: number | null): number | null {
  if (target === null) return null;
  const { first, last, step } = target;
  const fits =
    chosen !== null && chosen >= first && chosen <= last && (chosen - first) % step === 0;
  return fits ? chosen : target.default;
}

/** Turning from friends to computer players or back starts again at the usual number of players. */
export function turn(columns: Columns, choice: Choice, alone: boolean): Choice {
  if (alone === choice.alone) return choice;
  const may = numbers(columns, alone);
  const players = (alone ? may[0] : may.at(-1)) ?? choice.players;
  return allowed(columns, { ...choice, alone, players });
}

/** The options a table is opened with; only a custom table has rules of its own. */
export function optionsOf(choice: Choice, rules: RuleSet | null): OptionsInput {
  const { alone, players, level, target } = choice;
  return { alone, players, level, target, rules };
}

/** How somebody plays alone: a game, and what is chosen for it. */
export type Alone = { game: Game; choice: Choice };

/** As the last time, in this browser; the first time, the game that is learned most easily. */
export function aloneAgain(last: PlayedAlone | null): Alone {
  const level = LEVELS.find((one) => one === last?.level) ?? 'medium';
  const game = last && isGame(last.game) ? last.game : 'draw';
  const players = ([2, 3, 4] as const).find((one) => one === last?.players) ?? 2;
  return { game, choice: { alone: true, players, level, target: last?.target ?? null } };
}

/** What a browser remembers; it may be of an older page. */
export type PlayedAlone = { game: string; players: number; level: string; target: number | null };
