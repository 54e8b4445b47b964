// Where every tile of the line lies. The unit is half a tile; no pixel, no DOM, no language.
//
// Arms grow from the first tile, or from the spinner once it lies. Each is a walker with edges of its own
// and one sense, up or down. A line has two, between the same edges: the right arm turns down, the left arm
// up. Around a spinner there are four, like a pinwheel: the right arm keeps to the right and goes down, the
// lower one turns left and goes down, the left one keeps to the left and goes up, the upper one turns right
// and goes up. So no two of them can meet.

import { ENDS, type EndName } from '../net/protocol.ts';
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

export type Joined = { tile: TileText; end: EndName };

/** The rectangle a tile, or a whole line, covers. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type Spot = { x: number; y: number; turned: number };

export type Layout = {
  tiles: Placed[];
  /** Where the next plain tile of each end would lie, if it can be joined there. */
  spots: Partial<Record<EndName, Spot>>;
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
  /** How far it may go to the left and to the right. */
  from: number;
  to: number;
  /** What is left of the way straight up or down from the spinner, before the first turn. */
  lane: number;
};

function room(arm: Arm): number {
  if (arm.way === 'E') return arm.to - arm.x;
  return arm.way === 'W' ? arm.x - arm.from : arm.lane;
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
  arm.lane = lies(arm.way) ? 0 : Math.max(0, arm.lane - length);
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
  arm.lane = 0;
  arm.way = to;
}

/** An arm to the right or left of the tile in the middle. */
function sideways(tile: TileText, way: 'E' | 'W', from: number, to: number): Arm {
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
    from,
    to,
    lane: 0,
  };
}

/** An arm up or down from the spinner: one tile straight on, then to the right or left. */
function upright(spinner: TileText, way: 'N' | 'S', from: number, to: number): Arm {
  const side = way === 'S' ? 1 : -1;
  return {
    way,
    x: 0,
    y: side,
    halfX: 0,
    halfY: side * 0.5,
    number: halves(spinner)[0],
    across: true,
    grows: side,
    next: way === 'N' ? 'E' : 'W',
    from,
    to,
    lane: 2,
  };
}

/** The room that a tile takes, in halves of a tile. */
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

/** Where `tile` itself would lie at `end`, a double across where there is room for it. */
export function placeAt(
  line: readonly Joined[],
  width: number,
  spinner: string | null,
  tile: TileText,
  end: EndName,
): Placed {
  return layOut([...line, { tile, end }], width, spinner).tiles.at(-1) as Placed;
}

/** The tiles of each arm, from the one in the middle outward. */
type Arms = { middle: TileText; outward: Record<EndName, TileText[]> };

/**
 * From the spinner where there is one: what lay between it and the other end is that end's arm then.
 * Until then from the first tile, lower half to the left.
 */
function armsOf(line: readonly Joined[], first: TileText, spinner: TileText | null): Arms {
  const outward: Record<EndName, TileText[]> = { left: [], right: [], up: [], down: [] };
  const at = line.findIndex(({ tile }) => tile === spinner);
  const joined = line.slice(1);
  if (at <= 0) {
    for (const { tile, end } of joined) outward[end].push(tile);
    return { middle: first, outward };
  }
  const towards = line[at]?.end === 'left' ? 'left' : 'right';
  const back = towards === 'left' ? 'right' : 'left';
  const between = joined.slice(0, at - 1).filter(({ end }) => end === towards);
  outward[back] = [...between.map(({ tile }) => tile).reverse(), first];
  joined.forEach(({ tile, end }, index) => {
    if (end === back || index >= at) outward[end].push(tile);
  });
  return { middle: spinner as TileText, outward };
}

/** What an arm needs beside the tile or spinner in the middle, so that a crosswise double still fits. */
const NARROWEST_SPINNER = 12;
const CLEAR = 1.5;

/** Lay the line between edges `width` apart, its middle at the origin. */
export function layOut(
  line: readonly Joined[],
  width: number,
  spinner: TileText | null = null,
): Layout {
  const first = line[0]?.tile;
  if (first === undefined) {
    const middle = { x: 0, y: 0, turned: 0 };
    return { tiles: [], spots: { left: middle }, box: boxOf(middle) };
  }
  const { middle, outward } = armsOf(line, first, spinner);
  const edge = spinner ? Math.max(width, NARROWEST_SPINNER) / 2 : width / 2;
  const [inner, lane] = spinner ? [CLEAR, 0.5] : [-edge, edge];
  const [low, high] = halves(middle);
  const arms: Record<EndName, Arm> = {
    left: sideways(middle, 'W', -edge, -inner),
    right: sideways(middle, 'E', inner, edge),
    up: upright(middle, 'N', -lane, edge),
    down: upright(middle, 'S', -edge, lane),
  };
  const turned = isDouble(middle) ? 90 : 0;
  const placed: Placed[] = [{ tile: middle, x: 0, y: 0, turned, first: low, second: high }];
  for (const end of ENDS) {
    for (const tile of outward[end]) placed.push(put(arms[end], tile));
  }
  const covered = spinner !== null && outward.left.length > 0 && outward.right.length > 0;
  const open: readonly EndName[] = covered ? ENDS : ['left', 'right'];
  const spots = Object.fromEntries(open.map((end) => [end, spotAfter(arms[end])]));
  const by = new Map(placed.map((one) => [one.tile, one]));
  const tiles = line.flatMap(({ tile }) => by.get(tile) ?? []);
  return { tiles, spots, box: around([...tiles, ...Object.values(spots)].map(boxOf)) };
}
