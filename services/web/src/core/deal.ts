// Was the deal fair? The commitment is compared with the seed, and the hands are dealt again from it.

import type { View } from '../net/protocol.ts';
import { halves, type TileText } from './tile.ts';

const TEXT = new TextEncoder();

export type Checked = { commitment: boolean; hands: boolean };

export async function checkDeal(view: View): Promise<Checked | null> {
  const { seed, commitment, number, hands, line } = view.round;
  if (!seed || !hands) return null;
  const promised = await commitmentOf(view.table, view.match.number, number, seed);
  const dealt = await deal(seed, hands.length, 7);
  const held = hands.map((left, seat) => [
    ...left,
    ...line.filter((laid) => laid.seat === seat).map((laid) => laid.tile),
  ]);
  return {
    commitment: promised === commitment,
    hands: dealt.every((hand, seat) => sameTiles(hand, held[seat] ?? [])),
  };
}

export async function commitmentOf(
  code: string,
  match: number,
  round: number,
  seed: string,
): Promise<string> {
  const text = TEXT.encode(`doublesix/1|${code}|${match}|${round}|${seed}`);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

/** The hands that `seed` deals from a double-six set, seat 0 first. */
export async function deal(seed: string, players: number, size: number): Promise<TileText[][]> {
  const tiles = doubleSix();
  const below = await numbersFrom(seed);
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [tiles[last], tiles[other]] = [tiles[other] as TileText, tiles[last] as TileText];
  }
  return Array.from({ length: players }, (_, seat) => tiles.slice(seat * size, (seat + 1) * size));
}

function doubleSix(): TileText[] {
  const numbers = [0, 1, 2, 3, 4, 5, 6];
  return numbers.flatMap((low) => numbers.slice(low).map((high) => `${low}-${high}`));
}

/** Integers below a bound, from HMAC-SHA-256 of a counter; a draw that would favour some is thrown away. */
async function numbersFrom(seed: string): Promise<(bound: number) => Promise<number>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', unhex(seed), algorithm, false, ['sign']);
  let counter = 0;
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  const next = async (): Promise<number> => {
    if (at + 4 > block.byteLength) {
      block = new DataView(await crypto.subtle.sign('HMAC', key, message(counter++)));
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
  return async (bound) => {
    const fair = bound * Math.floor(2 ** 32 / bound);
    let drawn = await next();
    while (drawn >= fair) drawn = await next();
    return drawn % bound;
  };
}

function message(counter: number): Uint8Array<ArrayBuffer> {
  const label = TEXT.encode('doublesix/1');
  const bytes = new Uint8Array(label.length + 8);
  bytes.set(label);
  new DataView(bytes.buffer).setBigUint64(label.length, BigInt(counter));
  return bytes;
}

function sameTiles(some: readonly TileText[], others: readonly TileText[]): boolean {
  const order = (tiles: readonly TileText[]) =>
    [...tiles]
      .sort((a, b) => halves(a)[0] * 10 + halves(a)[1] - halves(b)[0] * 10 - halves(b)[1])
      .join();
  return order(some) === order(others);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
