// Where every tile of the line lies. The unit is half a tile; no pixel, no DOM, no language.
//
// Two arms grow from the first tile. Each is a walker that keeps to its own side: the right arm turns
// down, the left arm turns up, both between the same two edges, so they cannot meet.

import { halves, isDouble, outer, type TileText } from './tile.ts';

type Way = 'E' | 'S' | 'W' | 'N';

const STEP: Record<Way, readonly [number, number]> = {
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
  N: [0, -1],
};
const TURNED: Record<Way, number> = { E: 0, S: 90, W: 180, N: 270 };

/** A tile in its place: its centre, how far it is turned, and its halves in the direction it points. */
export type Placed = {
  tile: TileText;
  x: number;
  y: number;
  turned: number;
  first: number;
  second: number;
};

export type Joined = { tile: TileText; end: string };

/** The rectangle a tile, or a whole line, covers. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type Spot = { x: number; y: number; turned: number };

export type Layout = {
  tiles: Placed[];
  /** Where the next plain tile of each end would lie. With no tile yet there is one place for all. */
  spots: { left: Spot; right: Spot };
  box: Box;
};

type Arm = {
  way: Way;
  /** The middle of the open edge. */
  x: number;
  y: number;
  /** The centre of the half that is open. */
  halfX: number;
  halfY: number;
  number: number;
  /** A double that lies across may not be turned out of. */
  across: boolean;
  /** Down or up. */
  grows: 1 | -1;
  /** Which way the row after the coming turn runs. */
  next: Way;
  edge: number;
};

function room(arm: Arm): number {
  if (arm.way === 'E') return arm.edge - arm.x;
  return arm.way === 'W' ? arm.x + arm.edge : 0;
}

function lies(way: Way): boolean {
  return way === 'E' || way === 'W';
}

/** Put a tile on the arm and move its end on. */
function put(arm: Arm, tile: TileText): Placed {
  const double = isDouble(tile);
  let across = double && room(arm) >= 3;
  const straight = across || (!double && room(arm) >= 2);
  if (!straight && !arm.across) {
    turn(arm);
    across = double && lies(arm.way) && room(arm) >= 3;
  }
  const [dx, dy] = STEP[arm.way];
  const length = across ? 1 : 2;
  const x = arm.x + (dx * length) / 2;
  const y = arm.y + (dy * length) / 2;
  const first = arm.number;
  const second = outer(tile, first);
  arm.x += dx * length;
  arm.y += dy * length;
  arm.halfX = arm.x - dx / 2;
  arm.halfY = arm.y - dy / 2;
  arm.across = across;
  arm.number = second;
  const pointing: Way = across ? (lies(arm.way) ? 'S' : 'E') : arm.way;
  return { tile, x, y, turned: TURNED[pointing], first, second };
}

/** Between a row and the tile that leaves it, so that doubles across in neighbouring rows stand apart. */
const GAP = 0.1;

/** Leave from the side of the open half: out of a row up or down, out of a column into the next row. */
function turn(arm: Arm): void {
  const to: Way = lies(arm.way) ? (arm.grows > 0 ? 'S' : 'N') : arm.next;
  const [dx, dy] = STEP[to];
  const gap = lies(arm.way) ? GAP : 0;
  arm.x = arm.halfX + dx / 2;
  arm.y = arm.halfY + dy * (0.5 + gap);
  if (lies(arm.way)) arm.next = arm.way === 'E' ? 'W' : 'E';
  arm.way = to;
}

function startOf(tile: TileText, way: 'E' | 'W', edge: number): Arm {
  const across = isDouble(tile);
  const side = way === 'E' ? 1 : -1;
  const [low, high] = halves(tile);
  return {
    way,
    x: side * (across ? 0.5 : 1),
    y: 0,
    halfX: side * (across ? 0 : 0.5),
    halfY: 0,
    number: way === 'E' ? high : low,
    across,
    grows: way === 'E' ? 1 : -1,
    next: way,
    edge,
  };
}

export function boxOf({ x, y, turned }: Spot): Box {
  const [across, down] = turned % 180 === 0 ? [1, 0.5] : [0.5, 1];
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

function around(boxes: Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** The place a plain tile would take: any plain tile will do, so the open half is joined by itself and a blank. */
function spotAfter(arm: Arm): Spot {
  const other = arm.number === 0 ? 1 : 0;
  const { x, y, turned } = put({ ...arm }, `${other}-${arm.number}`);
  return { x, y, turned };
}

/** Lay the line between edges `width` apart; the first tile lies in the middle, lower half to the left. */
export function layOut(line: readonly Joined[], width: number): Layout {
  const [anchor, ...rest] = line;
  if (!anchor) {
    const middle = { x: 0, y: 0, turned: 0 };
    return { tiles: [], spots: { left: middle, right: middle }, box: boxOf(middle) };
  }
  const right = startOf(anchor.tile, 'E', width / 2);
  const left = startOf(anchor.tile, 'W', width / 2);
  const [low, high] = halves(anchor.tile);
  const tiles: Placed[] = [
    {
      tile: anchor.tile,
      x: 0,
      y: 0,
      turned: isDouble(anchor.tile) ? 90 : 0,
      first: low,
      second: high,
    },
    ...rest.map(({ tile, end }) => put(end === 'right' ? right : left, tile)),
  ];
  const spots = { left: spotAfter(left), right: spotAfter(right) };
  return { tiles, spots, box: around([...tiles, spots.left, spots.right].map(boxOf)) };
}

export type Size = { width: number; height: number };

/** A layout, and how many pixels half a tile gets. */
export type Fitted = Layout & { width: number; unit: number };

const WIDTHS = [8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30];
const MARGIN = 0.35;
const COMFORT = 24;
const WORTH_A_MOVE = 1.15;

function unitOf(box: Box, board: Size, largest: number): number {
  const across = board.width / (box.right - box.left + 2 * MARGIN);
  const down = board.height / (box.bottom - box.top + 2 * MARGIN);
  return Math.max(1, Math.min(across, down, largest));
}

/** The width that a long line will want on this board: rows of it are two units apart. */
export function firstWidth(board: Size): number {
  const long = 56;
  const unit = (width: number) =>
    Math.min(board.width / width, board.height / ((2 * long) / width + 2));
  return WIDTHS.reduce((best, width) => (unit(width) > unit(best) ? width : best));
}

/**
 * Fit the line to the board. Tiles that lie keep their places to each other: `before`, the width used so
 * far, is kept while half a tile has 24 px, or no other width gives 15 % more.
 */
export function fitInto(
  line: readonly Joined[],
  board: Size,
  before: number | null,
  largest: number,
): Fitted {
  const tried = (width: number): Fitted => {
    const layout = layOut(line, width);
    return { ...layout, width, unit: unitOf(layout.box, board, largest) };
  };
  const kept = tried(before ?? firstWidth(board));
  if (kept.unit >= Math.min(COMFORT, largest)) return kept;
  const best = WIDTHS.map(tried).reduce((a, b) => (b.unit > a.unit ? b : a));
  return best.unit > kept.unit * WORTH_A_MOVE ? best : kept;
}
