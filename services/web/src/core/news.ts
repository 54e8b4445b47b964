// What of a view has not been told yet to somebody who listens. Knows no words.

import type { Seat, Table, View } from '../net/protocol.ts';
import { type Logged, latest } from './log.ts';
import { hasEnded } from './moves.ts';
import { presentOf } from './people.ts';
import type { TileText } from './tile.ts';

/** How far a table has been told: the round and how many of its actions, who asked for a new one, who is here. */
export type Told = {
  round: string;
  actions: number;
  asked: readonly Seat[];
  ended: boolean;
  stopped: boolean;
  here: readonly Seat[];
};

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
  /** Who else has asked for a new round since. */
  askers: readonly Seat[];
  /** The round, or the match with it, ended since. */
  ended: boolean;
  /** Play stopped since, until people are back. */
  stopped: boolean;
  gone: readonly Seat[];
  back: readonly Seat[];
};

export type Around = { view: View; table: Pick<Table, 'seats'> };

/** After being away, more actions than these are not told one by one. */
const MISSED = 8;

/** How far somebody has been told who knows all of this. */
export function toldWith({ view, table }: Around): Told {
  const { match, round, asked, phase } = view;
  return {
    round: `${match.number}/${round.number}`,
    actions: round.log.length,
    asked,
    ended: hasEnded(view),
    stopped: phase === 'waiting' || phase === 'resting',
    here: presentOf(table),
  };
}

/** What is news in `around`, once `told` was told; `away`: the connection was lost since. */
export function newsOf(told: Told | null, around: Around, away: boolean): News {
  const { view } = around;
  const now = toldWith(around);
  const began = told !== null && told.round !== now.round;
  const same = told !== null && !began;
  const actions = freshOf(told, now, view, away);
  return {
    standing: away || !told || (same && now.actions < told.actions),
    began,
    actions,
    drawn: drawnIn(actions, view),
    cancelled: same && told.asked.length > 0 && !now.asked.length && actions.length > 0,
    askers: without(now.asked, [...(told?.asked ?? []), view.seat]),
    ended: now.ended && !(same && told.ended),
    stopped: now.stopped && told !== null && !told.stopped,
    gone: told ? without(told.here, now.here) : [],
    back: told ? without(now.here, told.here) : [],
  };
}

function without(seats: readonly Seat[], others: readonly Seat[]): Seat[] {
  return seats.filter((seat) => !others.includes(seat));
}

function freshOf(told: Told | null, now: Told, view: View, away: boolean): readonly Logged[] {
  const { log } = view.round;
  if (!told) return latest(log);
  const fresh = told.round === now.round ? log.slice(told.actions) : log;
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
