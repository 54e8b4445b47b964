// The games as the server tells them. tests/e2e/test_setup.py holds games.json to what it really says.

import type { RuleSet, Target } from '../src/net/protocol.ts';
import games from './games.json';

type Known = RuleSet & { target: Target };

export const GAMES = games as unknown as Record<string, RuleSet[]>;
export const {
  partners: PARTNERS,
  draw: DRAW,
  duel: DUEL,
  bakesh: BAKESH,
  custom: CUSTOM,
} = games as unknown as Record<'partners' | 'draw' | 'duel' | 'bakesh' | 'custom', [Known]>;
export const DOMNA = games.domna as unknown as [Known, Known];
