// A table is opened as it was chosen, or sat down at: either way this browser remembers it, also for who has gone on
// to another page before the answer. What was chosen is remembered, too, and asked again it is the same table.

import { type Choice, optionsOf } from '../core/setup.ts';
import { type Answer, open, sit } from './http.ts';
import { memory } from './memory.ts';
import type { RuleSet, SeatHeld, Table } from './protocol.ts';
import { tables } from './tables.ts';

export type Wanted = {
  game: string;
  choice: Choice;
  /** House rules; null in every other game. */
  rules: RuleSet | null;
  /** What the others call one. */
  name: string;
};

/** Open a table and sit down at it; refused for its fields, or `offline`, as every question may be. */
export async function openTable({ game, choice, rules, name }: Wanted): Promise<Answer<SeatHeld>> {
  const { alone, players, level, target } = choice;
  if (rules) memory.keepRules(rules);
  if (alone) memory.keepAlone({ game, players, level, target });
  const body = { preset: game, options: optionsOf(choice, rules), name };
  const answer = await open({ ...body, request: memory.opening(body) });
  if (answer.ok) tables.keep({ code: answer.value.code, preset: game, alone });
  if (answer.ok || !isUnanswered(answer.code)) memory.opened();
  return answer;
}

/** Take a seat at a table that somebody else has opened. */
export async function sitDown(table: Table, name: string): Promise<Answer<SeatHeld>> {
  const answer = await sit(table.code, { name });
  if (answer.ok) tables.keep({ ...table, alone: table.options.alone });
  return answer;
}

function isUnanswered(code: string): boolean {
  return code === 'offline' || code === 'unavailable';
}
