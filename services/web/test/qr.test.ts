import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrOf } from '../src/core/qr.ts';

const LINK = 'https://play.example.org/t/7KQ4M2XD';

/** The modules that a path covers. */
function covered(path: string): string[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)].flatMap(([, x, y, width]) =>
    Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step} ${y}`),
  );
}

test('a path covers the dark modules of a code, each once, and nothing else', () => {
  const { data, size } = encode(LINK, { ecc: 'M', border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x} ${y}`] : [])));

  const qr = qrOf(LINK);

  expect(qr.size).toBe(size);
  expect(covered(qr.path)).toEqual(dark);
});
