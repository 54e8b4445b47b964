// The client is built with a catalog more. Not in TypeScript: everything here is Node's.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';
import { languages } from '../languages.ts';

test('a language more is a file more', { timeout: 60_000 }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'a-language-more-'));
  const element = {};
  vi.stubGlobal('document', { documentElement: element });
  try {
    await cp('src', join(root, 'src'), { recursive: true });
    await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const catalog = JSON.parse(await readFile('src/i18n/en.json', 'utf-8'));
    catalog.about = { name: 'اردو', direction: 'rtl', locale: 'ur', digits: 'arabext' };
    catalog['table.round'] = 'دور {n}';
    await writeFile(join(root, 'src/i18n/ur.json'), JSON.stringify(catalog));
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [languages(), svelte({ configFile: false })],
      build: { ssr: 'src/i18n/index.svelte.ts', outDir: 'out' },
    });
    const { LANGUAGES: offered, speak, t } = await import(join(root, 'out/index.svelte.mjs'));

    await speak('ur');

    expect(offered.ur.name).toBe('اردو');
    expect(element).toMatchObject({ lang: 'ur', dir: 'rtl' });
    expect(t('table.round', { n: 7 })).toBe('دور ۷');
  } finally {
    await rm(root, { recursive: true });
  }
});
