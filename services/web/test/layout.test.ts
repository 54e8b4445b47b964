import { describe, expect, test } from 'vitest';
import { type Box, boxOf, layOut, type Placed } from '../src/core/layout.ts';
import { halves, isDouble } from '../src/core/tile.ts';
import type { EndName } from '../src/net/protocol.ts';
import { aRound, type Played } from './play.ts';

const GAMES = 200;
const WIDTHS = [8, 12, 20, 30];
const seeds = Array.from({ length: GAMES }, (_, seed) => seed + 1);
const KINDS: [string, Played[]][] = [
  ['a line', seeds.map((seed) => aRound(seed, false))],
  ['four arms', seeds.map((seed) => aRound(seed, true))],
  ['a line of the double-nine set', seeds.slice(0, 60).map((seed) => aRound(seed, false, 9))],
  ['four arms of the double-nine set', seeds.slice(0, 60).map((seed) => aRound(seed, true, 9))],
];

/** As far as `played` had come after `tiles` tiles. */
function upTo({ line, spinner }: Played, tiles: number): Played {
  const part = line.slice(0, tiles);
  return { line: part, spinner: part.some(({ tile }) => tile === spinner) ? spinner : null };
}

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

test('some of the games played here have four arms, and some a spinner that came late', () => {
  const forks = KINDS[1]?.[1] ?? [];
  const armed = forks.filter(({ line }) => new Set(line.map(({ end }) => end)).size === 4);
  const late = forks.filter(({ line, spinner }) => spinner && line[0]?.tile !== spinner);

  expect(armed.length).toBeGreaterThan(GAMES / 2);
  expect(late.length).toBeGreaterThan(GAMES / 4);
});

describe.each(KINDS)('%s', (_, games) => {
  test('has no two tiles on each other, nor the places for the next ones', () => {
    let faults = 0;
    for (const { line, spinner } of games) {
      for (const width of WIDTHS) {
        const { tiles, spots } = layOut(line, width, spinner);
        faults += overlaps([...tiles, ...Object.values(spots)].map(boxOf));
      }
    }
    expect(faults).toBe(0);
  });

  test('stays between its edges', () => {
    let faults = 0;
    for (const { line, spinner } of games) {
      for (const width of WIDTHS) {
        const edge = Math.max(width, spinner ? 12 : 0) / 2;
        const { left, right } = layOut(line, width, spinner).box;
        if (left < -edge - 1e-6 || right > edge + 1e-6) faults++;
      }
    }
    expect(faults).toBe(0);
  });

  test('joins every tile to the one before it on its arm, by the same number', () => {
    let faults = 0;
    for (const { line, spinner } of games) {
      const placed = new Map(layOut(line, 12, spinner).tiles.map((one) => [one.tile, one]));
      if (placed.size !== line.length) faults++;
      const anchor = line[0]?.tile as string;
      const [low, high] = halves(anchor);
      const before = { left: anchor, right: anchor, up: spinner ?? '', down: spinner ?? '' };
      const pips = spinner ? halves(spinner)[0] : -1;
      const open: Record<EndName, number> = { left: low, right: high, up: pips, down: pips };
      for (const { tile, end } of line.slice(1)) {
        const [one, other] = [placed.get(tile) as Placed, placed.get(before[end]) as Placed];
        const joined = halfCentres(one).some(([x, y], at) =>
          halfCentres(other).some(([u, v], there) => {
            const numbers = [at ? one.second : one.first, there ? other.second : other.first];
            const near = Math.hypot(x - u, y - v) <= 1.12;
            return near && numbers.every((number) => number === open[end]);
          }),
        );
        if (!joined) faults++;
        const [a, b] = halves(tile);
        open[end] = a === open[end] ? b : a;
        before[end] = tile;
      }
    }
    expect(faults).toBe(0);
  });

  test('keeps the places of its tiles while it grows', () => {
    let moved = 0;
    for (const game of games.slice(0, 60)) {
      let before: Placed[] = [];
      let spun: string | null = null;
      game.line.forEach((_, at) => {
        const { line, spinner } = upTo(game, at + 1);
        const now = layOut(line, 12, spinner).tiles;
        const anew = spinner !== spun && line[0]?.tile !== spinner;
        if (!anew && JSON.stringify(now.slice(0, at)) !== JSON.stringify(before)) moved++;
        before = now;
        spun = spinner;
      });
    }
    expect(moved).toBe(0);
  });
});

test('the first tile lies with its lower half to the left', () => {
  const [tile] = layOut([{ tile: '2-5', end: 'left' }], 12).tiles;

  expect(tile).toMatchObject({ x: 0, y: 0, turned: 0, first: 2, second: 5 });
});

test('a spinner that came late lies in the middle, and what lay before it on its side', () => {
  const line = [
    { tile: '2-5', end: 'left' as const },
    { tile: '5-5', end: 'right' as const },
  ];

  const [first, spinner] = layOut(line, 12, '5-5').tiles;

  expect(spinner).toMatchObject({ x: 0, y: 0, turned: 90 });
  expect(first).toMatchObject({ x: -1.5, y: 0, first: 5, second: 2 });
});

test('the short sides of the spinner are places once both long ones are covered', () => {
  const line = [
    { tile: '4-4', end: 'left' as const },
    { tile: '4-6', end: 'left' as const },
    { tile: '1-4', end: 'right' as const },
  ];

  expect(Object.keys(layOut(line.slice(0, 2), 12, '4-4').spots)).toEqual(['left', 'right']);
  const { up, down } = layOut(line, 12, '4-4').spots;
  expect(up).toMatchObject({ x: 0, y: -2 });
  expect(down).toMatchObject({ x: 0, y: 2 });
});

test('only doubles lie across', () => {
  const { line, spinner } = aRound(7, true);
  const { tiles } = layOut(line, 30, spinner);
  const onRows = tiles.filter(({ y }) => y === 0);

  expect(onRows.filter(({ tile, turned }) => isDouble(tile) !== (turned % 180 === 90))).toEqual([]);
});
