// A table is opened as it was chosen. What was chosen is remembered, and asked again it is the same table.

import { type Choice, optionsOf } from '../core/setup.ts';
import { type Answer, open } from './http.ts';
import { memory } from './memory.ts';
import type { RuleSet, SeatHeld } from './protocol.ts';

export type Wanted = {
  game: string;
  choice: Choice;
  /** House rules; null in every other game. */
  rules: RuleSet | null;
  /** What the others call one. */
  name: string;
};

export async function openTable({ game, choice, rules, name }: Wanted): Promise<Answer<SeatHeld>> {
  const { alone, players, level, target } = choice;
  if (rules) memory.keepRules(rules);
  if (alone) memory.keepAlone({ game, players, level, target });
  const body = { preset: game, options: optionsOf(choice, rules), name };
  const answer = await open({ ...body, request: memory.opening(body) });
  if (answer.ok) memory.keepTable(answer.value.code, game, alone);
  if (answer.ok || !isUnanswered(answer.code)) memory.opened();
  return answer;
}

function isUnanswered(code: string): boolean {
  return code === 'offline' || code === 'unavailable';
}
