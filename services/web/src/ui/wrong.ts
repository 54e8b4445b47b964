// What is wrong with the fields of a rule set, as the server said it, in words to be shown at each.

import { type Field, fieldOf } from '../core/custom.ts';
import { faultOf } from '../i18n/faults.ts';
import { t } from '../i18n/index.svelte.ts';
import type { Refusal } from '../net/http.ts';
import type { RuleSet } from '../net/protocol.ts';

export type Wrong = { text: string; english?: boolean };
export type Wrongs = Partial<Record<Field, Wrong>>;

/** A sentence that is not known here is the server's own. */
export function wrongs(
  { fields, detail }: Pick<Refusal, 'fields' | 'detail'>,
  rules: RuleSet,
): Wrongs {
  const all: Wrongs = {};
  for (const path of fields) {
    const field = fieldOf(path);
    if (!field) continue;
    const known = faultOf(field, rules);
    all[field] = known ? { text: t(known) } : { text: detail, english: true };
  }
  return all;
}

/** What is left of `wrong` once `fields` have been chosen anew. */
export function without(wrong: Wrongs, fields: readonly Field[]): Wrongs {
  const left = Object.entries(wrong).filter(([field]) => !fields.includes(field as Field));
  return Object.fromEntries(left);
}
