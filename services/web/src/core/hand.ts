// How a hand stands: in how many rows, and how wide a tile is. In pixels; knows no tile.

import type { Size } from './fit.ts';

export const GAP = 6;

/** Of all numbers of rows the one with the widest tiles. A tile is twice as high as wide. */
export function standing(
  tiles: number,
  room: Size,
  widest: number,
): { row: number; width: number } {
  const ways = [1, 2, 3, 4, 5, 6].map((rows) => {
    const row = Math.max(1, Math.ceil(tiles / rows));
    const across = (room.width - (row - 1) * GAP) / row;
    const down = (room.height - (rows - 1) * GAP) / rows / 2.03;
    return { row, width: Math.floor(Math.min(across, down, widest)) };
  });
  return ways.reduce((best, way) => (way.width > best.width ? way : best));
}
