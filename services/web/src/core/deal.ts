// Was the deal fair? The commitment is compared with the seed, and everything is dealt again from it.
// SHA-256 comes from a library: a browser has its own only where the connection is a secure one.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { RuleSet, View } from '../net/protocol.ts';
import { type TileText, tileSet } from './tile.ts';

const TEXT = new TextEncoder();

export type Checked = { commitment: boolean; hands: boolean };

/** Null while the round is not over. What was drawn must be what lay next in the boneyard, in its order. */
export function checkDeal(view: View, settings: RuleSet): Checked | null {
  const { seed, commitment, number, hands, aside, line, log } = view.round;
  if (!seed || !hands) return null;
  const promised = commitmentOf(view.table, view.match.number, number, seed);
  const tiles = shuffled(seed, tileSet(settings.tiles));
  const size = settings.hand.find(([players]) => players === hands.length)?.[1] ?? 0;
  const dealt = hands.map((_, seat) => tiles.slice(seat * size, (seat + 1) * size));
  const boneyard = tiles.slice(hands.length * size);
  for (const action of log) {
    if (action.type === 'draw') dealt[action.seat]?.push(...boneyard.splice(0, action.count));
  }
  const held = hands.map((left, seat) => [
    ...left,
    ...line.filter((laid) => laid.seat === seat).map((laid) => laid.tile),
  ]);
  return {
    commitment: promised === commitment,
    hands:
      dealt.every((hand, seat) => sameTiles(hand, held[seat] ?? [])) &&
      sameTiles(boneyard, aside ?? []),
  };
}

/** The fingerprint that a table shows before a round; the same words as in the rules of the server. */
export function commitmentOf(code: string, match: number, round: number, seed: string): string {
  return bytesToHex(sha256(TEXT.encode(`doublesix/1|${code}|${match}|${round}|${seed}`)));
}

/** `tiles` in the order that `seed` stands for: the hands, seat 0 first, then the boneyard. */
export function shuffled(seed: string, tiles: readonly TileText[]): TileText[] {
  const order = [...tiles];
  const below = numbersFrom(seed);
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as TileText, order[last] as TileText];
  }
  return order;
}

/** Integers below a bound, from HMAC-SHA-256 of a counter; a draw that would favour some is thrown away. */
function numbersFrom(seed: string): (bound: number) => number {
  const key = hexToBytes(seed);
  let counter = 0;
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  const next = (): number => {
    if (at + 4 > block.byteLength) {
      block = new DataView(hmac(sha256, key, message(counter++)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
  return (bound) => {
    const fair = bound * Math.floor(2 ** 32 / bound);
    let drawn = next();
    while (drawn >= fair) drawn = next();
    return drawn % bound;
  };
}

function message(counter: number): Uint8Array {
  const label = TEXT.encode('doublesix/1');
  const bytes = new Uint8Array(label.length + 8);
  bytes.set(label);
  new DataView(bytes.buffer).setBigUint64(label.length, BigInt(counter));
  return bytes;
}

function sameTiles(some: readonly TileText[], others: readonly TileText[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}
