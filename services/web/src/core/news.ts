// What of a view has not been told yet to somebody who listens. Knows no words.

import type { View } from '../net/protocol.ts';
import { type Logged, latest } from './log.ts';
import type { TileText } from './tile.ts';

/** How far a table has been told: the round, how many of its actions, whether a new one was asked for or it has ended. */
export type Told = { round: string; actions: number; asked: boolean; ended: boolean };

export type News = {
  /** How things stand is news itself: nothing was told before, or what was told may not hold any more. */
  standing: boolean;
  /** A round began since. */
  began: boolean;
  /** In the order they were done. */
  actions: readonly Logged[];
  /** The tiles that the viewer's own drawing among them gave. */
  drawn: readonly TileText[];
  /** A move has cancelled the new round that was asked for. */
  cancelled: boolean;
  /** The round, or the match with it, ended since. */
  ended: boolean;
};

/** After being away, more actions than these are not told one by one. */
const MISSED = 8;

export function toldWith(view: View): Told {
  const { match, round, asked } = view;
  return {
    round: `${match.number}/${round.number}`,
    actions: round.log.length,
    asked: asked.length > 0,
    ended: hasEnded(view),
  };
}

export function hasEnded({ phase }: View): boolean {
  return phase === 'between' || phase === 'over';
}

/** What is news in `view`, once `told` was told; `away`: the connection was lost since. */
export function newsOf(told: Told | null, view: View, away: boolean): News {
  const now = toldWith(view);
  const began = told !== null && told.round !== now.round;
  const same = told !== null && !began;
  const actions = freshOf(told, view, away);
  return {
    standing: away || !told || (same && now.actions < told.actions),
    began,
    actions,
    drawn: drawnIn(actions, view),
    cancelled: same && told.asked && !now.asked && actions.length > 0,
    ended: now.ended && !(same && told.ended),
  };
}

function freshOf(told: Told | null, view: View, away: boolean): readonly Logged[] {
  const { log } = view.round;
  if (!told) return latest(log);
  const fresh = told.round === toldWith(view).round ? log.slice(told.actions) : log;
  return away && fresh.length > MISSED ? latest(log) : fresh;
}

/** What was drawn is last in the hand; the one that fitted may lie on the line by now. */
function drawnIn(actions: readonly Logged[], { seat, round }: View): TileText[] {
  const own = actions.filter((action) => action.seat === seat);
  const at = own.findLastIndex(({ type }) => type === 'draw');
  const draw = own[at];
  const since = own.slice(at + 1);
  if (draw?.type !== 'draw' || since.length > 1) return [];
  const placed = since.flatMap((action) => (action.type === 'place' ? [action.tile] : []));
  const kept = draw.count - placed.length;
  return [...(kept ? round.hand.slice(-kept) : []), ...placed];
}
