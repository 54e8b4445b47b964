// One connection that mends itself. Knows frames and time; knows no game and no screen.

import { CLOSE, type ClientFrame, type ServerFrame, SUBPROTOCOL } from './protocol.ts';

/** All in ms. */
export const PING_EVERY = 5_000;
export const SILENCE = 12_000;
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

export class Socket {
  #url: string;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #welcomed = false;
  #asked: number | null = null;
  #heard = 0;
  #pings = 0;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
  }

  connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#stopped = false;
    this.#welcomed = false;
    this.#asked = null;
    this.#heard = Date.now();
    const socket = new WebSocket(this.#url, SUBPROTOCOL);
    this.#socket = socket;
    socket.onmessage = (event) => this.#take(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lose(event.code);
    };
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#tick(), PING_EVERY);
  }

  /** False when there is no connection to say it on. */
  send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The page has come back to life, or the network has: look at once whether the connection holds. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#retry !== undefined) this.connect();
    else this.#tick();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop()?.close(1000);
  }

  #take(text: string): void {
    this.#heard = Date.now();
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.type === 'welcome') {
      this.#welcomed = true;
      this.#attempt = 0;
    }
    if (frame.type === 'bye') this.#asked = frame.after_ms;
    this.#listener.frame(frame);
  }

  #tick(): void {
    if (Date.now() - this.#heard > SILENCE) {
      const socket = this.#drop();
      socket?.close();
      this.#again(1006);
    } else {
      this.send({ type: 'ping', id: `p${++this.#pings}` });
    }
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
    clearInterval(this.#pinger);
    clearTimeout(this.#retry);
    this.#retry = undefined;
    return socket;
  }
}
