// What a table's page asks first, asked by the first script already: its parts, and what they show, then come side by
// side. Each answer is good for whoever asks that next, and once.

import { SUBPROTOCOL } from './protocol.ts';

/** By this the server knows our own script, and gives a new browser its secret before anything counts. */
export const JSON_ONLY = 'application/json';
/** A little longer than a server tries, in ms: its "unavailable" is worth more than our giving up. */
export const ANSWERED_WITHIN = 12_000;

const answers = new Map<string, Promise<Response>>();
const sockets = new Map<string, Early>();

/** A socket, and what it said before there was anybody to listen. */
type Early = { socket: WebSocket; said: MessageEvent[] };

/** Where a table is looked at, and where its connection is made. */
export const tableOf = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;
export const socketOf = (code: string): string => `/ws/${code}`;

/** Look at a table ahead; with a seat there, connect as well. */
export function comeAhead(code: string, seated: boolean): void {
  const answer = get(tableOf(code));
  answer.catch(() => undefined);
  answers.set(tableOf(code), answer);
  if (seated) connectAhead(socketOf(code));
}

/** The answer that was asked for ahead, or a new one. */
export function answerTo(path: string): Promise<Response> {
  const answer = answers.get(path) ?? get(path);
  answers.delete(path);
  return answer;
}

function get(path: string): Promise<Response> {
  return fetch(path, {
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWERED_WITHIN),
    headers: { accept: JSON_ONLY },
  });
}

function connectAhead(path: string): void {
  const early: Early = { socket: connect(path), said: [] };
  early.socket.onmessage = (event) => early.said.push(event);
  sockets.set(path, early);
}

/**
 * The socket that was connected ahead, or a new one. What it has said is heard as soon as somebody can listen; one
 * that has ended meanwhile is no use to anybody: why it did may not hold any more.
 */
export function socketTo(path: string): WebSocket {
  const early = sockets.get(path);
  sockets.delete(path);
  if (!early || early.socket.readyState > WebSocket.OPEN) return connect(path);
  const { socket, said } = early;
  queueMicrotask(() => {
    for (const event of said) socket.onmessage?.(event);
  });
  return socket;
}

function connect(path: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${path}`, SUBPROTOCOL);
}
