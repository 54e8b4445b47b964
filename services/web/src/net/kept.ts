// Things that this browser keeps, each under a key of its own. A store that is full, forbidden, or holds what is not
// ours, harms nothing: what cannot be kept holds until the page is closed.

const PREFIX = 'doublesix.';

export type Kept<T> = { read(): T; keep(value: T): void };

/** `as` makes of whatever was found what it should be; where nothing was, it is asked with `undefined`. */
export function kept<T>(store: () => Storage, key: string, as: (found: unknown) => T): Kept<T> {
  let unkept: { value: T } | null = null;
  return {
    read: () => (unkept ? unkept.value : as(parsed(store, key))),
    keep(value) {
      unkept = written(store, key, value) ? null : { value };
    },
  };
}

function parsed(store: () => Storage, key: string): unknown {
  try {
    return JSON.parse(store().getItem(PREFIX + key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function written(store: () => Storage, key: string, value: unknown): boolean {
  try {
    store().setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What has names for its values, and is no list. */
export function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}
