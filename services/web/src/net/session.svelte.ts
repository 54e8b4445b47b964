// One table, live: the socket's frames go through `receive`, and views read the one state.

import { socketOf } from './ahead.ts';
import { look } from './http.ts';
import { newId } from './memory.ts';
import { hear } from './promises.ts';
import {
  CLOSE,
  type EndName,
  type LevelFrame,
  type OptionsInput,
  type Seat,
  type ServerFrame,
} from './protocol.ts';
import { returned } from './reach.svelte.ts';
import { type Closed, Socket } from './socket.ts';
import {
  asked,
  type Command,
  canAskAgain,
  type Ending,
  isSameWish,
  lost,
  receive,
  START,
  type State,
  sentPlay,
  toAskAgain,
  type Wish,
} from './state.ts';
import { tables } from './tables.ts';
import { onWaking } from './waking.ts';

/** How long to wait before asking again what a server could not answer, in ms. */
const ASK_AGAIN_AFTER = 700;

const ENDINGS: Record<number, Ending> = {
  [CLOSE.REPLACED]: 'replaced',
  [CLOSE.NOT_SEATED]: 'not_seated',
  [CLOSE.GONE]: 'gone',
  [CLOSE.FREED]: 'freed',
  [CLOSE.LEFT]: 'left',
  [CLOSE.FLOOD]: 'flood',
};

/** A connection to one table and all that came of it, until `stop`. What is asked of it is kept until it is answered. */
export class Session {
  state = $state.raw<State>(START);
  readonly code: string;
  #socket: Socket;
  #asleep: () => void;
  /** Nobody looks at the table any more. */
  #left = false;
  /** False until the first document of a connection has come: only then is it known what is past. */
  #caughtUp = false;

  constructor(code: string) {
    this.code = code;
    this.#socket = new Socket(socketOf(code), {
      frame: (frame) => this.#take(frame),
      closed: (how) => this.#closed(how),
    });
    this.#asleep = onWaking(() => this.#socket.wake());
    this.#socket.connect();
  }

  stop(): void {
    this.#left = true;
    this.#asleep();
    this.#socket.stop();
  }

  /** Come back after an ending, because somebody asked for it. */
  return(): void {
    this.state = { ...this.state, connection: { is: 'connecting' } };
    this.#caughtUp = false;
    this.#socket.connect();
  }

  place(tile: string, end: EndName): void {
    this.#play({ type: 'place', tile, end });
  }

  draw(): void {
    this.#play({ type: 'draw' });
  }

  pass(): void {
    this.#play({ type: 'pass' });
  }

  ready(): void {
    const { view } = this.state;
    if (view) this.#ask({ type: 'ready', match: view.match.number, round: view.round.number });
  }

  again(): void {
    const { view } = this.state;
    if (view) this.#ask({ type: 'again', match: view.match.number });
  }

  /** Ask for a new round, or agree to the one that was asked for. */
  newRound(): void {
    const { view } = this.state;
    if (!view) return;
    const { match, round } = view;
    this.#ask({ type: 'new_round', match: match.number, round: round.number, ply: round.ply });
  }

  level(seat: Seat, level: LevelFrame['level']): void {
    this.#ask({ type: 'level', seat, level });
  }

  start(): void {
    this.#ask({ type: 'start' });
  }

  choose(options: OptionsInput): void {
    this.#ask({ type: 'options', options });
  }

  free(seat: Seat, name: string): void {
    this.#ask({ type: 'free', seat, name });
  }

  leave(): void {
    this.#ask({ type: 'leave' });
  }

  /** A play counts for one ply: while one is under way there is no other. */
  #play(play: { type: 'place'; tile: string; end: EndName } | { type: 'draw' | 'pass' }): void {
    const { view } = this.state;
    if (!view || sentPlay(this.state)) return;
    const { match, round } = view;
    this.#ask({ ...play, match: match.number, round: round.number, ply: round.ply });
  }

  #ask(wish: Wish): void {
    if (this.state.waiting.some((command) => isSameWish(command, wish))) return;
    const command = { ...wish, id: newId() } as Command;
    const sent = this.#caughtUp && this.#socket.send(command);
    if (sent || canAskAgain(command)) this.state = asked(this.state, command);
  }

  #take(frame: ServerFrame): void {
    const before = this.state.connection.is;
    // A server may be newer than this page: a frame this protocol does not have is passed over.
    this.state = receive(this.state, frame, Date.now()) ?? this.state;
    const { connection, view } = this.state;
    if (view) hear(view);
    if (frame.type === 'welcome' && before === 'lost') returned();
    if (connection.is === 'ended') this.#end(connection.why);
    if (frame.type === 'welcome') this.#caughtUp = false;
    if (!this.#caughtUp && isDocument(frame, this.state)) this.#askAllAgain();
    if (frame.type === 'reply' && !frame.ok && frame.error.code === 'unavailable') {
      setTimeout(() => this.#askOneAgain(frame.id), ASK_AGAIN_AFTER);
    }
  }

  #askAllAgain(): void {
    this.#caughtUp = true;
    for (const command of toAskAgain(this.state)) this.#socket.send(command);
  }

  #askOneAgain(id: string | null): void {
    const command = toAskAgain(this.state).find((waiting) => waiting.id === id);
    if (command && this.#caughtUp) this.#socket.send(command);
  }

  #closed({ code, welcomed, final }: Closed): void {
    this.#caughtUp = false;
    const { connection } = this.state;
    if (final) {
      this.#end(ENDINGS[code] ?? 'replaced');
    } else {
      this.state = lost(
        this.state,
        connection.is === 'lost' ? connection : { is: 'lost', why: 'network' },
      );
    }
    if (!final && !welcomed) void this.#findOutWhy();
  }

  /**
   * A refused handshake has no code: HTTP can say whether the table, and our seat, are still there. By the time it
   * does there may be a connection again, which knows better.
   */
  async #findOutWhy(): Promise<void> {
    const answer = await look(this.code);
    if (this.#left || this.state.connection.is !== 'lost') return;
    if (answer.ok && answer.value.seat === null) this.#end('not_seated');
    if (!answer.ok && (answer.code === 'unknown_table' || answer.code === 'table_gone'))
      this.#end('gone');
  }

  #end(why: Ending): void {
    this.#socket.stop();
    if (why !== 'replaced' && why !== 'flood') tables.forget(this.code);
    this.state = lost(this.state, { is: 'ended', why });
  }
}

/** A match under way is told by a view; before it there is only the table. */
function isDocument(frame: ServerFrame, state: State): boolean {
  if (frame.type === 'view') return true;
  return frame.type === 'table' && frame.table.status === 'open' && state.view === null;
}
