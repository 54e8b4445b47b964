// One connection that mends itself. Knows frames and time; knows no game and no screen.

import { socketTo } from './ahead.ts';
import { CLOSE, type ClientFrame, type ServerFrame } from './protocol.ts';

/** All in ms. */
export const PING_EVERY = 5_000;
export const SILENCE = 12_000;
/** A page that wakes up asks whether the connection holds, and does not wait long for the answer. */
export const WAKE_PATIENCE = 1_000;
const BEAT = 1_000;
/** A beat that comes this late has been slept through. */
const SLEPT = 2_500;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const LATER_WAIT = 3_000;

/** After these codes nothing is gained by coming back unasked. */
const FINAL: ReadonlySet<number> = new Set([
  CLOSE.REPLACED,
  CLOSE.NOT_SEATED,
  CLOSE.GONE,
  CLOSE.FREED,
  CLOSE.LEFT,
  CLOSE.FLOOD,
]);

export type Closed = { code: number; welcomed: boolean; final: boolean };

export type Listener = {
  frame(frame: ServerFrame): void;
  closed(how: Closed): void;
};

/** How long to wait before attempt `attempt` (0, 1, …), given a random number below 1. */
export function backoff(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return longest / 2 + (longest / 2) * chance;
}

/** How long to wait after a close: a `bye` may have said, and everybody coming at once is avoided. */
export function waitAfter(
  code: number,
  asked: number | null,
  attempt: number,
  chance: number,
): number {
  if (asked !== null) return asked + 300 * chance;
  if (code === CLOSE.LATER) return LATER_WAIT + backoff(attempt, chance);
  return backoff(attempt, chance);
}

/** Connected until `stop`, or until coming back unasked would gain nothing; `listener` hears of every loss. */
export class Socket {
  #path: string;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #welcomed = false;
  #asked: number | null = null;
  #heard = 0;
  #pings = 0;
  #pingedAt = 0;
  #beatAt = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  /** Runs while it is in doubt whether anybody is at the other end. */
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(path: string, listener: Listener) {
    this.#path = path;
    this.#listener = listener;
  }

  connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#stopped = false;
    this.#welcomed = false;
    this.#asked = null;
    this.#heard = this.#pingedAt = this.#beatAt = Date.now();
    const socket = socketTo(this.#path);
    this.#socket = socket;
    socket.onmessage = (event) => this.#take(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lose(event.code);
    };
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#tick(), BEAT);
  }

  /** False when there is no connection to say it on. */
  send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The page has come back to life, or the network has: find out at once whether the connection holds. */
  wake(): void {
    if (this.#stopped || this.#doubt !== undefined) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#ping();
      this.#doubt = setTimeout(() => this.#anew(), WAKE_PATIENCE);
    } else if (!this.#socket || Date.now() - this.#heard > WAKE_PATIENCE) {
      this.#anew();
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#drop()?.close(1000);
  }

  #take(text: string): void {
    this.#heard = Date.now();
    this.#trust();
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.type === 'welcome') {
      this.#welcomed = true;
      this.#attempt = 0;
    }
    if (frame.type === 'bye') this.#asked = frame.after_ms;
    this.#listener.frame(frame);
  }

  #tick(): void {
    const now = Date.now();
    const slept = now - this.#beatAt > SLEPT;
    this.#beatAt = now;
    if (slept) this.wake();
    else if (this.#doubt === undefined && now - this.#heard > SILENCE) this.#giveUp();
    else if (now - this.#pingedAt >= PING_EVERY) this.#ping();
  }

  #ping(): void {
    this.#pingedAt = Date.now();
    this.send({ type: 'ping', id: `p${++this.#pings}` });
  }

  #trust(): void {
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
  }

  /** Nobody is at the other end. */
  #giveUp(): void {
    this.#drop()?.close();
    this.#again(1006);
  }

  /** A new connection, without waiting. */
  #anew(): void {
    if (this.#socket) this.#giveUp();
    this.connect();
  }

  #lose(code: number): void {
    this.#drop();
    if (this.#stopped) return;
    if (FINAL.has(code)) {
      this.#stopped = true;
      this.#listener.closed({ code, welcomed: this.#welcomed, final: true });
    } else {
      this.#again(code);
    }
  }

  #again(code: number): void {
    const wait = waitAfter(code, this.#asked, this.#attempt++, Math.random());
    this.#retry = setTimeout(() => this.connect(), wait);
    this.#listener.closed({ code, welcomed: this.#welcomed, final: false });
  }

  /** Let go of the socket without hearing of it again. */
  #drop(): WebSocket | null {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#trust();
    this.#retry = undefined;
    return socket;
  }
}
