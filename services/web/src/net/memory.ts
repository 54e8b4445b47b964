// What this browser remembers between visits: names, language, tables. Never a secret.

export type Recent = { code: string; at: number };
export type Opening = { request: string; name: string; target: number };

const PREFIX = 'doublesix.';
const MOST_RECENT = 3;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A browser that remembers nothing still plays.
  }
}

export const memory = {
  name: () => read('name', ''),
  keepName: (name: string) => write('name', name),

  language: () => read<string | null>('language', null),
  keepLanguage: (language: string) => write('language', language),

  recent: () => read<Recent[]>('recent', []),
  keepTable(code: string): void {
    const others = memory.recent().filter((table) => table.code !== code);
    write('recent', [{ code, at: Date.now() }, ...others].slice(0, MOST_RECENT));
  },
  forgetTable(code: string): void {
    write(
      'recent',
      memory.recent().filter((table) => table.code !== code),
    );
  },

  /** The request to open a table, kept until it is answered: asked again, it is the same table. */
  opening(name: string, target: number): Opening {
    const kept = read<Opening | null>('opening', null);
    if (kept && kept.name === name && kept.target === target) return kept;
    const opening = { request: newId(), name, target };
    write('opening', opening);
    return opening;
  },
  opened: () => write('opening', null),
};

/** 96 random bits, as text; `crypto.randomUUID` is not there on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
