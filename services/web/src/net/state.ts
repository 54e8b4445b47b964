// All that the client knows of one table, and the one step that takes in what a server says.

import type { ClientFrame, Problem, Seat, ServerFrame, Table, View } from './protocol.ts';

export type Command = Exclude<ClientFrame, { type: 'ping' }>;
export type Wish<C = Command> = C extends Command ? Omit<C, 'id'> : never;
/** What a turn is played with. */
export type PlayCommand = Extract<Command, { type: 'place' | 'draw' | 'pass' }>;

/** Why there will be no coming back by itself. */
export type Ending = 'replaced' | 'gone' | 'freed' | 'left' | 'not_seated' | 'flood';

/** How the connection is: `lost` is being mended, `ended` is not. */
export type Connection =
  | { is: 'connecting' }
  | { is: 'open' }
  | { is: 'lost'; why: 'network' | 'restart' | 'unavailable' }
  | { is: 'ended'; why: Ending };

export type State = {
  connection: Connection;
  seat: Seat | null;
  table: Table | null;
  view: View | null;
  /** When the view was heard, on our own clock in ms: the time left in it counts from then. */
  heardAt: number;
  /** Commands without an answer, in the order they were asked. They are asked again after a reconnect. */
  waiting: readonly Command[];
  /** The last refusal, numbered, so that the same one twice is two. */
  refusal: (Problem & { count: number }) | null;
};

export const START: State = {
  connection: { is: 'connecting' },
  seat: null,
  table: null,
  view: null,
  heardAt: 0,
  waiting: [],
  refusal: null,
};

/** What holds after `frame`, heard at `now` (ms). */
export function receive(state: State, frame: ServerFrame, now: number): State {
  switch (frame.type) {
    case 'welcome':
      return welcomed(state, frame.seat);
    case 'table':
      return { ...state, table: frame.table };
    case 'view':
      return seen(state, frame.view, now);
    case 'reply':
      return frame.ok ? answered(state, frame.id) : refused(state, frame, now);
    case 'pong':
      return state;
    case 'bye':
      return { ...state, connection: parted(frame.reason) };
  }
}

/** At another seat than before, what was seen and asked from the old one no longer holds. */
function welcomed(state: State, seat: Seat): State {
  const open: State = { ...state, seat, connection: { is: 'open' } };
  return seat === state.seat ? open : { ...open, view: null, waiting: [] };
}

function parted(reason: Extract<ServerFrame, { type: 'bye' }>['reason']): Connection {
  switch (reason) {
    case 'replaced':
    case 'gone':
    case 'freed':
    case 'left':
    case 'flood':
      return { is: 'ended', why: reason };
    case 'restart':
      return { is: 'lost', why: 'restart' };
    case 'unavailable':
      return { is: 'lost', why: 'unavailable' };
    case 'slow':
    case 'silent':
      return { is: 'lost', why: 'network' };
  }
}

function seen(state: State, view: View, now: number): State {
  const waiting = state.waiting.filter((command) => !isPast(command, view));
  return { ...state, view, heardAt: now, waiting };
}

function answered(state: State, id: string): State {
  return { ...state, waiting: state.waiting.filter((command) => command.id !== id) };
}

function refused(
  state: State,
  { id, error, view }: Extract<ServerFrame, { ok: false }>,
  now: number,
): State {
  const after = view ? seen(state, view, now) : state;
  const command = state.waiting.find((asked) => asked.id === id);
  if (error.code === 'unavailable' && command && canAskAgain(command)) return after;
  const refusal = { ...error, count: (state.refusal?.count ?? 0) + 1 };
  return { ...(id ? answered(after, id) : after), refusal };
}

/** True when the match has gone on without it: there is nothing left to ask. */
function isPast(command: Command, view: View): boolean {
  const { match, round } = view;
  if ('match' in command && command.match !== match.number) return true;
  switch (command.type) {
    case 'place':
    case 'draw':
    case 'pass':
      return (
        command.round !== round.number || command.ply !== round.ply || view.phase !== 'playing'
      );
    case 'ready':
      return command.round !== round.number || view.ready.includes(view.seat);
    case 'again':
      return view.again.includes(view.seat);
    case 'new_round':
      return (
        command.round !== round.number ||
        command.ply !== round.ply ||
        view.asked.includes(view.seat)
      );
    case 'start':
    case 'options':
    case 'free':
      return true;
    case 'level':
    case 'leave':
      return false;
  }
}

/** Asked twice, these mean the same. What was chosen a while ago does not: it may have been chosen anew. */
export function canAskAgain(command: Command): boolean {
  return command.type !== 'options' && command.type !== 'level';
}

/** Not asked twice at once. Each computer player has a level of its own, and the last one chosen holds. */
export function isSameWish(one: Wish, other: Wish): boolean {
  return one.type === other.type && one.type !== 'level';
}

/** What holds once `command` was asked. */
export function asked(state: State, command: Command): State {
  return { ...state, waiting: [...state.waiting, command] };
}

/** What to send again on a new connection, once the view has said what is past. */
export function toAskAgain(state: State): readonly Command[] {
  return state.waiting.filter(canAskAgain);
}

/** After a lost connection: what cannot be asked again is forgotten. */
export function lost(state: State, connection: Connection): State {
  return { ...state, connection, waiting: state.waiting.filter(canAskAgain) };
}

/** Whether a command of this kind has no answer yet. */
export function isWaiting(state: State, type: Command['type']): boolean {
  return state.waiting.some((command) => command.type === type);
}

/** The play that was sent for the ply that is current, if any. */
export function sentPlay(state: State): PlayCommand | null {
  return state.waiting.find(isPlay) ?? null;
}

function isPlay(command: Command): command is PlayCommand {
  return command.type === 'place' || command.type === 'draw' || command.type === 'pass';
}
