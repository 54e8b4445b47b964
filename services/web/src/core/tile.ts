// A tile and its halves. Knows numbers; knows no seat, line or screen.

/** A tile as it is written: lower half first, `3-5`. */
export type TileText = string;

const HIGHEST = { 'double-six': 6, 'double-nine': 9 } as const;

/** A whole set, in order: 0-0, 0-1, … */
export function tileSet(name: keyof typeof HIGHEST): TileText[] {
  const numbers = Array.from({ length: HIGHEST[name] + 1 }, (_, number) => number);
  return numbers.flatMap((low) => numbers.slice(low).map((high) => `${low}-${high}`));
}

export function halves(tile: TileText): [number, number] {
  return [Number(tile[0]), Number(tile[2])];
}

export function isDouble(tile: TileText): boolean {
  return tile[0] === tile[2];
}

/** The sum of both halves; a blank is 0. */
export function weight(tile: TileText): number {
  const [low, high] = halves(tile);
  return low + high;
}

export function weightOf(tiles: readonly TileText[]): number {
  return tiles.reduce((sum, tile) => sum + weight(tile), 0);
}

/** The half that is left open when `tile` is joined by its half `inner`. */
export function outer(tile: TileText, inner: number): number {
  const [low, high] = halves(tile);
  return low === inner ? high : low;
}

type Spot = readonly [x: number, y: number];

const COLUMNS = [-1, 0, 1] as const;
const CORNERS: Spot[] = [
  [-1, -1],
  [1, 1],
];
const OTHER_CORNERS: Spot[] = [
  [-1, 1],
  [1, -1],
];
const CENTRE: Spot = [0, 0];
const SIX: Spot[] = COLUMNS.flatMap((x): Spot[] => [
  [x, -1],
  [x, 1],
]);

const SPOTS: readonly Spot[][] = [
  [],
  [CENTRE],
  CORNERS,
  [...CORNERS, CENTRE],
  [...CORNERS, ...OTHER_CORNERS],
  [...CORNERS, ...OTHER_CORNERS, CENTRE],
  SIX,
  [...SIX, CENTRE],
  [...SIX, [-1, 0], [1, 0]],
  [...SIX, [-1, 0], [1, 0], CENTRE],
];

/** Where the pips of a half lie, in columns and rows from its centre, when the tile lies lengthwise. */
export function spots(pips: number): readonly Spot[] {
  return SPOTS[pips] ?? [];
}
