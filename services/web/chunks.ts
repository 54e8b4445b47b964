// Which modules come in one file. Each file more costs a way there and back and the headers of an answer, so that what
// is seen first comes in few; what is not must not come with it. Worked out from who imports what, so that a new
// module finds its place by itself.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, 'src');
const IMPORTED = /^\s*import\s(?!type\b)(?:[^'"();]*?\sfrom\s)?['"](\.[^'"?]+)['"]/gm;

/** Everything that `entry` needs before it runs, itself included; what it may fetch later is not. */
function neededBy(entry: string, found = new Set<string>()): Set<string> {
  const path = join(SRC, entry);
  if (found.has(path) || !/\.(ts|svelte)$/.test(path)) return found;
  found.add(path);
  for (const [, from] of readFileSync(path, 'utf8').matchAll(IMPORTED)) {
    neededBy(join(dirname(entry), from ?? ''), found);
  }
  return found;
}

const screen = (name: string) => neededBy(`screens/${name}.svelte`);
const both = (one: Set<string>, other: Set<string>) => [...one].filter((id) => other.has(id));

const first = neededBy('first.ts');
const table = new Set([...screen('Visit'), ...screen('Match')]);
const others = new Set([...table, ...screen('Setup'), ...screen('Join'), ...screen('Lobby')]);
const base = new Set([...neededBy('main.ts'), ...both(screen('Home'), others)]);
base.delete(join(SRC, 'main.ts'));

/** A component's style is a module of its own, named by the component and a question. */
const file = (id: string) => id.split('?')[0] ?? id;
const among = (files: Set<string>) => (id: string) => files.has(file(id));
const isShared = { minShareCount: 2, includeDependenciesRecursively: false };

/**
 * `first` is what the first script is made of, and waits for nothing; `base` what every page needs; `play` what a
 * table needs and others share; `late` what is shared and never seen first.
 */
export const groups = [
  {
    name: 'first',
    test: (id: string) => first.has(file(id)) || /virtual:languages|preload-helper/.test(id),
    priority: 4,
  },
  { name: 'base', test: among(base), priority: 3 },
  { name: 'play', test: among(table), priority: 2, ...isShared },
  { name: 'late', test: (id: string) => id.startsWith(SRC), priority: 1, ...isShared },
];
