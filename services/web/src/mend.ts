// A page whose own files cannot be had any more: they are of an older release, or there is no network.

const WAIT = 1_000;
const LONGEST_WAIT = 30_000;
const KEY = 'doublesix.mended';

/** Start the page anew once its server can be reached: sooner the first time than the fifth. Nothing is lost by it. */
export async function mend(): Promise<never> {
  const times = Number(read() ?? 0);
  let wait = Math.min(LONGEST_WAIT, WAIT * 2 ** times);
  do {
    await pause(wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  } while (!(await isThere()));
  write(String(times + 1));
  location.reload();
  return new Promise(() => undefined);
}

/** All that is needed is there: the next time counts as the first. */
export function mended(): void {
  write(null);
}

async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Until some time is over, or the network says that it is back. */
function pause(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, wait);
    addEventListener('online', done);
  });
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Without a memory it waits as if it were the first time.
  }
}
