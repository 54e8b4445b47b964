// A QR code as one SVG path: a rectangle for each run of dark modules.

import { encode } from 'uqr';

/** Modules of light that readers need around a code. */
export const QUIET = 4;

export type Qr = { size: number; path: string };

/** The dark modules as one path, a unit each, from the corner on; `size` is how many there are each way. */
export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { size, path: data.map(rowPath).join('') };
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    let end = x;
    while (row[end]) end += 1;
    if (end > x) path += `M${x} ${y}h${end - x}v1H${x}z`;
    x = end;
  }
  return path;
}
