// How somebody likes the table in this browser. It changes nothing that others see.

import { memory } from './net/memory.ts';

export const CHOICES = {
  digits: ['own', 'latin'],
  motion: ['system', 'less'],
  tiles: ['ivory', 'ebony', 'marble'],
  felt: ['green', 'blue', 'wine', 'walnut'],
} as const;

/**
 * `sound`: tiles are heard; `quick`: a touch plays a tile at once where there is one place for it; `keys`: single
 * letters ask the table something.
 */
export type Prefs = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] } & {
  sound: boolean;
  quick: boolean;
  keys: boolean;
};

const USUAL: Prefs = {
  digits: 'own',
  motion: 'system',
  tiles: 'ivory',
  felt: 'green',
  sound: true,
  quick: false,
  keys: true,
};

let held = $state.raw(known(memory.prefs()));

export function prefs(): Prefs {
  return held;
}

/** Change something, for now and for the next visit. */
export function prefer(change: Partial<Prefs>): void {
  held = { ...held, ...change };
  memory.keepPrefs(held);
  show();
}

/** Let the style sheets know: `<html data-tiles data-felt data-motion>`. */
export function show(): void {
  const { dataset } = document.documentElement;
  for (const name of ['tiles', 'felt', 'motion'] as const) dataset[name] = held[name];
}

/** What was kept, as far as it is still a choice. */
function known(kept: object): Prefs {
  const found: Record<string, unknown> = { ...USUAL };
  for (const [name, value] of Object.entries(kept)) {
    const choices: readonly unknown[] | undefined = CHOICES[name as keyof typeof CHOICES];
    if (choices ? choices.includes(value) : typeof value === typeof found[name])
      found[name] = value;
  }
  return found as Prefs;
}
