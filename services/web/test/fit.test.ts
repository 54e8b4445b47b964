// Lines on boards of all sizes. `npm run layouts` plays as many as one should before the layout is changed.

import { describe, expect, test } from 'vitest';
import { course, type Fitted, fitInto, type Size } from '../src/core/fit.ts';
import { type Box, boxOf } from '../src/core/layout.ts';
import { aRound, type Played } from './play.ts';

const LINES = Number(import.meta.env.VITE_LINES ?? 150);
const FORKS = Number(import.meta.env.VITE_FORKS ?? 100);
const MINUTES = 60_000;

/** Pixels of half a tile in the end: in the middle of all games, in the worst of twenty, in the worst. */
type Sizes = [usual: number, small: number, worst: number];
const BOARDS: (Size & { line: Sizes; forked: Sizes })[] = [
  { width: 360, height: 400, line: [31, 29, 28], forked: [25, 21.6, 19] },
  { width: 320, height: 280, line: [26, 23, 20], forked: [18, 17, 15] },
  { width: 640, height: 200, line: [31, 25, 23], forked: [22.5, 19, 16.7] },
  { width: 768, height: 640, line: [61, 52.8, 46.6], forked: [44, 40, 35.5] },
  { width: 860, height: 500, line: [56, 49, 46], forked: [42, 40, 36] },
];

function known({ line, spinner }: Played, tiles: number): string | null {
  return line.slice(0, tiles).some(({ tile }) => tile === spinner) ? spinner : null;
}

function meet(a: Box, b: Box): boolean {
  const e = 1e-6;
  return (
    a.left < b.right - e && b.left < a.right - e && a.top < b.bottom - e && b.top < a.bottom - e
  );
}

function overlaps({ tiles, spots }: Fitted): boolean {
  const boxes = [...tiles, ...Object.values(spots)].map(boxOf);
  return boxes.some((a, at) => boxes.slice(at + 1).some((b) => meet(a, b)));
}

function isOutside({ box, unit, x, y }: Fitted, { width, height }: Size): boolean {
  const e = 1e-6;
  return (
    (x - box.left) * unit > width / 2 + e ||
    (box.right - x) * unit > width / 2 + e ||
    (y - box.top) * unit > height / 2 + e ||
    (box.bottom - y) * unit > height / 2 + e
  );
}

/** The tiles that lie in `before` are elsewhere in `after`, though nothing made that necessary. */
function jumped(before: Fitted, after: Fitted, board: Size): boolean {
  const same = after.tiles.slice(0, before.tiles.length);
  const relaid = JSON.stringify(same) !== JSON.stringify(before.tiles);
  if (relaid) return after.width === before.width;
  const { unit, x, y } = before;
  const stays = unit === after.unit && x === after.x && y === after.y;
  return !stays && !isOutside({ ...after, unit, x, y }, grown(board, unit));
}

/** The board without the margin that is kept free around the line. */
function grown({ width, height }: Size, unit: number): Size {
  return { width: width - 0.1 * unit, height: height - 0.1 * unit };
}

function faultsOf(played: Played, board: Size): { unit: number; laid: number; faults: string[] } {
  const seen = course(played.line, board, played.spinner);
  const forksAt = played.line.findIndex(({ tile }) => tile === played.spinner) + 1;
  const faults: string[] = [];
  let laid = 0;
  seen.forEach((one, tiles) => {
    if (overlaps(one)) faults.push(`overlap after ${tiles}`);
    if (isOutside(one, board)) faults.push(`outside after ${tiles}`);
    const before = seen[tiles - 1];
    if (!before || tiles === forksAt) return;
    if (one.width !== before.width) laid++;
    if (jumped(before, one, board)) faults.push(`jump at ${tiles}`);
  });
  return { unit: seen.at(-1)?.unit ?? 0, laid, faults };
}

describe.each(BOARDS)('on a board of $width by $height', (board) => {
  const kinds = [
    { kind: 'lines', games: LINES, forked: false, wanted: board.line },
    { kind: 'four arms', games: FORKS, forked: true, wanted: board.forked },
  ];

  test.each(kinds)(
    '$kind are whole, in view, large, and stay where they are',
    ({ kind, games, forked, wanted }) => {
      const units: number[] = [];
      const faults: string[] = [];
      let laid = 0;
      for (let seed = 1; seed <= games; seed++) {
        const found = faultsOf(aRound(seed, forked), board);
        units.push(found.unit);
        laid += found.laid;
        faults.push(...found.faults.map((fault) => `${fault} in game ${seed}`));
      }

      units.sort((a, b) => a - b);
      const at = (part: number) => units[Math.floor(part * (games - 1))] as number;
      const sizes: Sizes = [at(0.5), at(0.05), at(0)];
      if (import.meta.env.VITE_LINES) {
        const told = sizes.map((size) => size.toFixed(1)).join(' / ');
        console.log(
          `${board.width}x${board.height} ${kind}: ${told} px, laid anew ${laid} times in ${games}`,
        );
      }
      expect(faults.slice(0, 5)).toEqual([]);
      expect(laid / games).toBeLessThan(0.5);
      sizes.forEach((size, which) => {
        expect(size).toBeGreaterThanOrEqual(wanted[which] as number);
      });
    },
    30 * MINUTES,
  );
});

test('a line of the double-nine set is whole and in view on a phone', () => {
  const board = { width: 344, height: 380 };
  const faults = [true, false].flatMap((forked) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => faultsOf(aRound(seed, forked, 9), board).faults),
  );

  expect(faults).toEqual([]);
});

test('who comes later sees the line as those do who saw it grow', () => {
  const board = { width: 344, height: 380 };
  const played = aRound(3, true);

  const grew = course(played.line, board, played.spinner);

  for (const tiles of [1, 5, 12, played.line.length]) {
    const part = played.line.slice(0, tiles);
    expect(fitInto(part, board, known(played, tiles))).toEqual(grew[tiles]);
  }
});
