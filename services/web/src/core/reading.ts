// The line as it is read along: from its left end to its right one, then each arm of the spinner outward.

import type { Laid } from '../net/protocol.ts';

export type Reading = { row: Laid[]; up: Laid[]; down: Laid[] };

/** The line as it is read out: from left to right, then the arms from the spinner outwards. */
export function inReading(line: readonly Laid[]): Reading {
  const reading: Reading = { row: [], up: [], down: [] };
  for (const laid of line) {
    if (laid.end === 'left') reading.row.unshift(laid);
    else if (laid.end === 'right') reading.row.push(laid);
    else reading[laid.end].push(laid);
  }
  return reading;
}
