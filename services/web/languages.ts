// What every catalog says of itself, as one module: the page offers all languages, and loads one.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:languages';
const RESOLVED = `\0${NAME}`;

export function languages(): Plugin {
  let folder = '';
  return {
    name: 'languages',
    configResolved(config) {
      folder = join(config.root, 'src/i18n');
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return;
      const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
      const abouts = files.map(async (file) => {
        this.addWatchFile(join(folder, file));
        const { about } = JSON.parse(await readFile(join(folder, file), 'utf-8'));
        const { script } = new Intl.Locale(about.locale).maximize();
        return [file.replace(/\.json$/, ''), { ...about, script }];
      });
      const all = Object.fromEntries(await Promise.all(abouts));
      return `export const LANGUAGES = ${JSON.stringify(all)};`;
    },
  };
}
