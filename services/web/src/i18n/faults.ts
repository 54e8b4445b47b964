// What is wrong with a rule set, in words: a server names the fields, and says it in a language of its own.

import type { Field } from '../core/custom.ts';
import type { RuleSet } from '../net/protocol.ts';
import type { Key } from './index.svelte.ts';

/** The sentence for a field at fault; null where only the server has one. */
export function faultOf(field: Field, rules: RuleSet): Key | null {
  switch (field) {
    case 'seats':
      return rules.seats.length ? 'fault.seats' : 'fault.seats.none';
    case 'hand':
      return rules.hand.some(([, tiles]) => tiles < 1) ? 'fault.hand.least' : 'fault.hand';
    case 'partners':
    case 'reserve':
    case 'tied_lead':
    case 'blocked_tie':
    case 'away':
    case 'start':
    case 'next_round':
    case 'target':
    case 'computer_players':
      return `fault.${field}`;
    default:
      return null;
  }
}
