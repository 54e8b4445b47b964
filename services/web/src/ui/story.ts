// One action of the round as a sentence.

import { onNumbers, t, tileName } from '../i18n/index.svelte.ts';
import type { RoundView } from '../net/protocol.ts';

export type Logged = RoundView['log'][number];

export function sentence(action: Logged, me: number, nameOf: (seat: number) => string): string {
  const own = action.seat === me ? 'me.' : '';
  const clock = action.by === 'clock' ? '.clock' : '';
  const name = nameOf(action.seat);
  switch (action.type) {
    case 'place':
      return t(`log.${own}place${clock}` as 'log.place', { name, tile: tileName(action.tile) });
    case 'pass':
    case 'draw':
      return t(`log.${own}pass${clock}` as 'log.pass', {
        name,
        numbers: onNumbers(action.numbers),
      });
  }
}
