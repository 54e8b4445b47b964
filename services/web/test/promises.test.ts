import { expect, test } from 'vitest';
import { hear, promised } from '../src/net/promises.ts';
import type { View } from '../src/net/protocol.ts';

function view(commitment: string, { seed = null as string | null, number = 1, table = 'A' } = {}) {
  const round = { number, commitment, seed };
  return { table, match: { number: 1 }, round } as unknown as View;
}

test('the first promise of a round is the one that counts, whatever is said later', () => {
  hear(view('first'));
  hear(view('second'));
  hear(view('third', { seed: '00' }));

  expect(promised(view('third', { seed: '00' }))).toBe('first');
});

test('what is told only when a round is over was no promise', () => {
  hear(view('late', { seed: '00', number: 2 }));

  expect(promised(view('late', { seed: '00', number: 2 }))).toBeNull();
});

test('the promises of the latest rounds are remembered, at every table', () => {
  for (let number = 1; number <= 150; number++) hear(view(`of ${number}`, { number, table: 'B' }));

  expect(promised(view('', { number: 150, table: 'B' }))).toBe('of 150');
  expect(promised(view('', { number: 51, table: 'B' }))).toBe('of 51');
  expect(promised(view('', { number: 50, table: 'B' }))).toBeNull();
});
