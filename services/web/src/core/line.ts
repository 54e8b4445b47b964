// Where a line that lies is open, and what its ends add up to. For looking back: in play the server says both.

import { ENDS, type EndName, type Ends, type Laid } from '../net/protocol.ts';
import { halves, isDouble, outer, type TileText, weight } from './tile.ts';

/** An open end: the number it shows, and the pips it adds to the sum of the ends. */
type Open = { number: number; adds: number };

/** `spinner` is the tile that opens two more ends once both its long sides are covered. */
export function endsOf(line: readonly Laid[], spinner: TileText | null): Ends {
  const number = (end: EndName) => openAt(line, spinner, end)?.number ?? null;
  return { left: number('left'), right: number('right'), up: number('up'), down: number('down') };
}

/** Pips of the open ends; a lone tile counts both halves once. */
export function sumOf(line: readonly Laid[], spinner: TileText | null): number {
  return ENDS.reduce((sum, end) => sum + (openAt(line, spinner, end)?.adds ?? 0), 0);
}

function openAt(line: readonly Laid[], spinner: TileText | null, end: EndName): Open | null {
  const first = line[0]?.tile;
  if (first === undefined) return null;
  if (end === 'left' || end === 'right') {
    const number = halves(first)[end === 'left' ? 0 : 1];
    return line.length === 1 ? { number, adds: number } : outermost(line, end, number, first);
  }
  if (spinner === null || !isCovered(line, spinner)) return null;
  const open = outermost(line, end, halves(spinner)[0], spinner);
  return line.some((laid) => laid.end === end) ? open : { ...open, adds: 0 };
}

/** Walk outward along one arm, from `tile` that shows `number`; a double there counts both halves. */
function outermost(line: readonly Laid[], end: EndName, number: number, tile: TileText): Open {
  for (const laid of line.slice(1)) {
    if (laid.end !== end) continue;
    number = outer(laid.tile, number);
    tile = laid.tile;
  }
  return { number, adds: isDouble(tile) ? weight(tile) : number };
}

function isCovered(line: readonly Laid[], spinner: TileText): boolean {
  const at = line.findIndex(({ tile }) => tile === spinner);
  if (at < 0) return false;
  const later = new Set(line.slice(at + 1).map(({ end }) => end));
  return at === 0 ? later.has('left') && later.has('right') : later.has(line[at]?.end ?? 'left');
}
