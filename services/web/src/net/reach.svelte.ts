// Whether the platform can be reached, as whatever was asked last has shown: nothing else on the page tries to find
// out. While it cannot, it is tried again.

import { onWaking } from './waking.ts';

/** All in ms. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;
const ANSWERED_WITHIN = 5_000;

/** `is`: null until something was asked. `ever`: whether anything was answered since the page began. */
let reached = $state.raw<{ is: boolean | null; ever: boolean }>({ is: null, ever: false });

/** What is known of it now. */
export function reach(): { is: boolean | null; ever: boolean } {
  return reached;
}

/** How long until the next try. One that was answered says nothing of what the page really asks: that starts it anew. */
let wait = FIRST_WAIT;

/** Something was asked of the platform: has anybody answered? */
export function heard(answered: boolean): void {
  if (answered) wait = FIRST_WAIT;
  become(answered);
}

function become(answered: boolean): void {
  const before = reached.is;
  if (before === answered) return;
  reached = { is: answered, ever: reached.ever || answered };
  if (before === false) tellReturn();
  if (!answered) void tryAgain();
  for (const go of answered ? waiting.splice(0) : []) go();
}

const returns = new Set<() => void>();

/** Call `act` whenever the platform is there again after it was away: it may have been started anew meanwhile. */
export function onReturn(act: () => void): void {
  returns.add(act);
}

/** A connection that was lost is back. */
export function returned(): void {
  const told = reached.is === false;
  heard(true);
  if (!told) tellReturn();
}

function tellReturn(): void {
  for (const act of returns) act();
}

let hurry: (() => void) | null = null;

/** Try now, and not when the wait is over. */
export function tryNow(): void {
  hurry?.();
}

onWaking(tryNow);

let trying = false;

async function tryAgain(): Promise<void> {
  if (trying) return;
  trying = true;
  while (reached.is === false) {
    await pause(wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
    if (reached.is === false && (await answers())) become(true);
  }
  trying = false;
}

function pause(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait);
    hurry = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN);
    return (await fetch('/release.txt', { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

const waiting: (() => void)[] = [];

/** Settles once the platform answers: asked at once, and then less and less often. */
export async function whenReached(): Promise<void> {
  if (await answers()) return become(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
    become(false);
  });
}
