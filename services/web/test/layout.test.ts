import { expect, test } from 'vitest';
import { type Box, boxOf, fitInto, layOut, type Placed } from '../src/core/layout.ts';
import { aLine } from './play.ts';

const GAMES = 400;
const WIDTHS = [8, 12, 20, 30];
const games = Array.from({ length: GAMES }, (_, seed) => aLine(seed + 1));

function meet(a: Box, b: Box): boolean {
  const e = 1e-6;
  return (
    a.left < b.right - e && b.left < a.right - e && a.top < b.bottom - e && b.top < a.bottom - e
  );
}

function overlaps(boxes: Box[]): number {
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => meet(a, b))).length;
}

/** The centres of both halves of a tile as it lies, first half first. */
function halfCentres({ x, y, turned }: Placed): [number, number][] {
  const angle = (turned * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

test('no two tiles of a line lie on each other, nor do the places for the next ones', () => {
  let faults = 0;
  for (const line of games) {
    for (const width of WIDTHS) {
      const { tiles, spots } = layOut(line, width);
      const lying = tiles.map(boxOf);
      faults += overlaps([...lying, boxOf(spots.left)]) + overlaps([...lying, boxOf(spots.right)]);
    }
  }
  expect(faults).toBe(0);
});

test('a line stays between its edges', () => {
  let faults = 0;
  for (const line of games) {
    for (const width of WIDTHS) {
      const { left, right } = layOut(line, width).box;
      if (left < -width / 2 - 1e-6 || right > width / 2 + 1e-6) faults++;
    }
  }
  expect(faults).toBe(0);
});

test('every tile touches the one it was joined to, with the same number on both sides', () => {
  let faults = 0;
  for (const line of games) {
    const { tiles } = layOut(line, 12);
    const anchor = tiles[0] as Placed;
    const before = { left: anchor, right: anchor };
    const open = { left: anchor.first, right: anchor.second };
    line.slice(1).forEach(({ end }, at) => {
      const tile = tiles[at + 1] as Placed;
      const arm = end as 'left' | 'right';
      const near = halfCentres(tile).flatMap(([x, y]) =>
        halfCentres(before[arm]).map(([u, v]) => Math.hypot(x - u, y - v)),
      );
      if (tile.first !== open[arm] || Math.min(...near) > 1.12) faults++;
      before[arm] = tile;
      open[arm] = tile.second;
    });
  }
  expect(faults).toBe(0);
});

test('the first tile lies with its lower half to the left', () => {
  const [tile] = layOut([{ tile: '2-5', end: 'left' }], 12).tiles;

  expect(tile).toMatchObject({ x: 0, y: 0, turned: 0, first: 2, second: 5 });
});

test('tiles that lie keep their places while the line grows', () => {
  let moved = 0;
  for (const line of games.slice(0, 100)) {
    const whole = layOut(line, 12).tiles;
    line.forEach((_, at) => {
      const part = layOut(line.slice(0, at + 1), 12).tiles;
      if (JSON.stringify(part) !== JSON.stringify(whole.slice(0, at + 1))) moved++;
    });
  }
  expect(moved).toBe(0);
});

const BOARDS = [
  { width: 344, height: 330, least: 18 },
  { width: 308, height: 250, least: 15 },
  { width: 640, height: 200, least: 15 },
  { width: 860, height: 430, least: 26 },
];

test.each(BOARDS)(
  'on a board of $width by $height the whole line is in view',
  ({ width, height, least }) => {
    let outside = 0;
    let smallest = Number.POSITIVE_INFINITY;
    let changes = 0;
    for (const line of games) {
      let used: number | null = null;
      line.forEach((_, at) => {
        const fitted = fitInto(line.slice(0, at + 1), { width, height }, used, 38);
        const { box, unit } = fitted;
        if ((box.right - box.left) * unit > width || (box.bottom - box.top) * unit > height)
          outside++;
        if (used !== null && used !== fitted.width) changes++;
        used = fitted.width;
        smallest = Math.min(smallest, unit);
      });
    }
    expect(outside).toBe(0);
    expect(smallest).toBeGreaterThanOrEqual(least);
    expect(changes / games.length).toBeLessThan(2);
  },
);
