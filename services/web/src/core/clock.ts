// Time left, from what the server said and when it was heard. Every time is in milliseconds.

import type { Clock } from '../net/protocol.ts';

export type Countdown = { of: number; ends: number };

/** A limit on our own clock: the server says how much is left, never a time of day. */
export function countdown(clock: Clock, heardAt: number): Countdown {
  return { of: Math.max(clock.of_ms, 1), ends: heardAt + clock.left_ms };
}

/** In ms; never less than none. */
export function leftOf({ ends }: Countdown, now: number): number {
  return Math.max(0, ends - now);
}

/** Whole seconds to show: 1 until the very end, then 0. */
export function secondsLeft(limit: Countdown, now: number): number {
  return Math.ceil(leftOf(limit, now) / 1000);
}
