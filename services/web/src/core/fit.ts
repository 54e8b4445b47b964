// How the line is seen: how far apart its edges are, and which part of it is where on the board, how large.
// A board is in pixels, a line in halves of a tile. Knows no tile but by its layout.
//
// What lies in view stays where it is. When a place for the next tile would be outside, the board is moved
// under the line; when that is not enough, it is seen from farther away. Only when half a tile becomes
// smaller than it need be, and another width gives much more, are the tiles laid anew.

import { type Box, type Joined, type Layout, layOut } from './layout.ts';

export type Size = { width: number; height: number };

/** A layout between edges `width` apart; half a tile has `unit` px; `x`, `y` lie in the middle of the board. */
export type Fitted = Layout & { width: number; unit: number; x: number; y: number };

/** Around the outermost tiles, in halves. */
const MARGIN = 0.05;
const WIDTHS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30];
const WORTH_A_MOVE = 1.15;

/** Half a tile is never larger than this, so that the first tiles do not fill the board. */
function largestOn({ width, height }: Size): number {
  return Math.min(66, Math.max(32, Math.sqrt(width * height) / 9.5));
}

/** The width that long lines want on a board of this shape, as thousands of them have shown. */
function firstWidth({ width, height }: Size, forked: boolean): number {
  const shape = width / height;
  const plain = Math.max(Math.min(12, 12.65 * shape ** 0.5), 11.4 * shape ** 0.47);
  const wanted = forked ? 16.5 * shape ** 0.5 : plain;
  return WIDTHS.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
}

/** Half a tile should not be smaller than this: 24 px on a phone, or nearly what full rows of the first width give. */
function comfortOn(board: Size, forked: boolean): number {
  const usual = Math.max(24, 0.068 * Math.sqrt(board.width * board.height));
  const used = firstWidth(board, forked) - (forked ? 2 : 0) + 2 * MARGIN;
  return Math.min(usual, (0.9 * board.width) / used);
}

/** How large half a tile can be for all of `box` to be in view. */
function unitFor(box: Box, board: Size): number {
  const across = board.width / (box.right - box.left + 2 * MARGIN);
  const down = board.height / (box.bottom - box.top + 2 * MARGIN);
  return Math.max(1, Math.min(across, down));
}

/** Forgives what is lost in reckoning, in halves. */
const SLACK = 1e-9;

function isInView({ box, unit, x, y }: Fitted, board: Size): boolean {
  const across = board.width / 2 / unit - MARGIN + SLACK;
  const down = board.height / 2 / unit - MARGIN + SLACK;
  return (
    Math.max(x - box.left, box.right - x) <= across && Math.max(y - box.top, box.bottom - y) <= down
  );
}

/** `layout` in the middle of the board, no larger than `largest`. */
function centred(layout: Layout, width: number, board: Size, largest: number): Fitted {
  const { left, right, top, bottom } = layout.box;
  const unit = Math.min(largest, unitFor(layout.box, board));
  return { ...layout, width, unit, x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** The line anew: as an empty board is found, or as a spinner makes of it. */
function begin(line: readonly Joined[], board: Size, spinner: string | null): Fitted {
  const width = firstWidth(board, spinner !== null);
  return centred(layOut(line, width, spinner), width, board, largestOn(board));
}

/** The line when one more tile has come to what was seen as `before`. */
function goOn(
  before: Fitted,
  line: readonly Joined[],
  board: Size,
  spinner: string | null,
): Fitted {
  const { width, unit } = before;
  const layout = layOut(line, width, spinner);
  const kept = { ...before, ...layout };
  if (isInView(kept, board)) return kept;
  const moved = centred(layout, width, board, unit);
  if (moved.unit >= comfortOn(board, spinner !== null)) return moved;
  const best = WIDTHS.map((other) =>
    centred(layOut(line, other, spinner), other, board, largestOn(board)),
  ).reduce((a, b) => (b.unit > a.unit ? b : a));
  return best.unit > moved.unit * WORTH_A_MOVE ? best : moved;
}

/** How the line was seen on an empty board, and after each of its tiles. */
export function course(line: readonly Joined[], board: Size, spinner: string | null): Fitted[] {
  const forks = line.findIndex(({ tile }) => tile === spinner) + 1;
  const seen = [begin([], board, null)];
  line.forEach((_, at) => {
    const part = line.slice(0, at + 1);
    const known = forks && part.length >= forks ? spinner : null;
    const before = seen.at(-1) as Fitted;
    seen.push(part.length === forks ? begin(part, board, known) : goOn(before, part, board, known));
  });
  return seen;
}

/** The line on the board as it came to be: whoever comes later, or from another size, sees the same. */
export function fitInto(line: readonly Joined[], board: Size, spinner: string | null): Fitted {
  return course(line, board, spinner).at(-1) as Fitted;
}
