// Was the deal fair? The commitment is compared with the seed, and everything is dealt again from it.

import type { RuleSet, View } from '../net/protocol.ts';
import { type TileText, tileSet } from './tile.ts';

const TEXT = new TextEncoder();

export type Checked = { commitment: boolean; hands: boolean };

/** Null while the round is not over. What was drawn must be what lay next in the boneyard, in its order. */
export async function checkDeal(view: View, settings: RuleSet): Promise<Checked | null> {
  const { seed, commitment, number, hands, aside, line, log } = view.round;
  if (!seed || !hands) return null;
  const promised = await commitmentOf(view.table, view.match.number, number, seed);
  const tiles = await shuffled(seed, tileSet(settings.tiles));
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

export async function commitmentOf(
  code: string,
  match: number,
  round: number,
  seed: string,
): Promise<string> {
  const text = TEXT.encode(`doublesix/1|${code}|${match}|${round}|${seed}`);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

/** `tiles` in the order that `seed` stands for: the hands, seat 0 first, then the boneyard. */
export async function shuffled(seed: string, tiles: readonly TileText[]): Promise<TileText[]> {
  const order = [...tiles];
  const below = await numbersFrom(seed);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [order[last], order[other]] = [order[other] as TileText, order[last] as TileText];
  }
  return order;
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
  return [...some].sort().join() === [...others].sort().join();
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
