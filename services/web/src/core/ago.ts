// How long ago something was, in the largest unit that says it.

export type Ago = { n: number; unit: 'second' | 'minute' | 'hour' | 'day' | 'week' };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Both in ms. Less than a minute is now; days are those of the calendar, so that "yesterday" is true. */
export function ago(then: number, now: number): Ago {
  const past = Math.max(0, now - then);
  if (past < MINUTE) return { n: 0, unit: 'second' };
  if (past < HOUR) return { n: Math.floor(past / MINUTE), unit: 'minute' };
  const days = daysBetween(then, now);
  if (days === 0 || past < 6 * HOUR) return { n: Math.floor(past / HOUR), unit: 'hour' };
  return past < WEEK ? { n: days, unit: 'day' } : { n: Math.floor(past / WEEK), unit: 'week' };
}

function daysBetween(then: number, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(then)) / DAY);
}
