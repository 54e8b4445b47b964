// What is asked over HTTP: opening a table, looking at one, sitting down. The secret is in a cookie and never read.

import { ANSWERED_WITHIN, answerTo, JSON_ONLY, tableOf } from './ahead.ts';
import type {
  Code,
  OpenTable,
  Presets,
  ProblemDocument,
  RoundRecord,
  RoundsKept,
  SeatHeld,
  TableSeen,
  TakeSeat,
} from './protocol.ts';
import { heard } from './reach.svelte.ts';

/** A refusal of the server, or `offline` when none could be had. */
export type Failure = Code | 'offline';
/**
 * Why not; `fields` are those at fault, and `detail` is the server's own sentence, where it has one. `afterS` is after
 * how many seconds it may be asked again, where it said so.
 */
export type Refusal = {
  ok: false;
  code: Failure;
  fields: readonly string[];
  detail: string;
  afterS: number | null;
};
export type Answer<T> = { ok: true; value: T } | Refusal;

let known: Promise<Answer<Presets>> | null = null;

/** The games. They do not change while a page is open, so that one good answer is enough. */
export function presets(): Promise<Answer<Presets>> {
  known ??= get<Presets>('/api/presets').then((answer) => {
    if (!answer.ok) known = null;
    return answer;
  });
  return known;
}

/** What anybody may know of a table, and which seat of it is ours. */
export const look = (code: string): Promise<Answer<TableSeen>> => get(tableOf(code));

/** Take a free seat. */
export const sit = (code: string, body: TakeSeat): Promise<Answer<SeatHeld>> =>
  post(`${tableOf(code)}/seats`, body);

/** The finished rounds of a table one sits at; the server keeps the latest of them. */
export const rounds = (code: string): Promise<Answer<RoundsKept>> => get(`${tableOf(code)}/rounds`);

/** One finished round, with every hand and the seed; `number` is its number in the match. */
export const round = (code: string, match: number, number: number): Promise<Answer<RoundRecord>> =>
  get(`${tableOf(code)}/rounds/${match}/${number}`);

/** Open a table; the same `request` again is the same table. */
export const open = (body: OpenTable): Promise<Answer<SeatHeld>> => post('/api/tables', body);

const get = <T>(path: string): Promise<Answer<T>> => answered(() => answerTo(path));

const post = <T>(path: string, body: object): Promise<Answer<T>> =>
  answered(() =>
    fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
      headers: { accept: JSON_ONLY, 'content-type': JSON_ONLY },
      body: JSON.stringify(body),
    }),
  );

async function answered<T>(ask: () => Promise<Response>): Promise<Answer<T>> {
  try {
    const response = await ask();
    const value = response.ok ? ((await response.json()) as T) : null;
    heard(true);
    if (value !== null) return { ok: true, value };
    return await refusalOf(response);
  } catch {
    heard(false);
    return refused('offline');
  }
}

/** A refusal of our own making. */
export function refused(
  code: Failure,
  fields: readonly string[] = [],
  detail: string = '',
  afterS: number | null = null,
): Refusal {
  return { ok: false, code, fields, detail, afterS };
}

/** A proxy in between has errors of its own: without our document it was no answer of the platform. */
async function refusalOf(response: Response): Promise<Refusal> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    return refused(response.status >= 500 ? 'unavailable' : 'internal');
  }
  const { code, fields, detail } = (await response.json()) as ProblemDocument;
  const after = Number(response.headers.get('retry-after'));
  return refused(code, fields ?? [], detail, after > 0 ? after : null);
}
