// What is asked over HTTP: opening a table, looking at one, sitting down. The secret is in a cookie and never read.

import type {
  Code,
  OpenTable,
  Presets,
  ProblemDocument,
  SeatHeld,
  TableSeen,
  TakeSeat,
} from './protocol.ts';

/** A refusal of the server, or `offline` when none could be had. */
export type Failure = Code | 'offline';
export type Answer<T> = { ok: true; value: T } | { ok: false; code: Failure };

export const presets = (): Promise<Answer<Presets>> => ask('GET', '/api/presets');

export const look = (code: string): Promise<Answer<TableSeen>> =>
  ask('GET', `/api/tables/${encodeURIComponent(code)}`);

export const sit = (code: string, body: TakeSeat): Promise<Answer<SeatHeld>> =>
  ask('POST', `/api/tables/${encodeURIComponent(code)}/seats`, body);

export const open = (body: OpenTable): Promise<Answer<SeatHeld>> =>
  ask('POST', '/api/tables', body);

/** By this the server knows our own script, and gives a new browser its secret before anything counts. */
const JSON_ONLY = 'application/json';
/** A little longer than a server tries, in ms: its "unavailable" is worth more than our giving up. */
const ANSWERED_WITHIN = 12_000;

async function ask<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
      headers: { accept: JSON_ONLY, ...(body && { 'content-type': JSON_ONLY }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return { ok: true, value: (await response.json()) as T };
    return { ok: false, code: await codeOf(response) };
  } catch {
    return { ok: false, code: 'offline' };
  }
}

/** A proxy in between has errors of its own: without our document it was no answer of the platform. */
async function codeOf(response: Response): Promise<Failure> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    return response.status >= 500 ? 'unavailable' : 'internal';
  }
  return ((await response.json()) as ProblemDocument).code;
}
