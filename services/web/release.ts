// What a release is beside its bundle: a name made from all its files, what the worker keeps, a manifest for each
// language, and text packed once and for all.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|txt|webmanifest)$/;
/** Fetched by the system, if at all, and not by the page. */
const NOT_KEPT = /\.(png|webmanifest)$/;
const COLOUR = '#0a2a26';

export function release(): Plugin {
  let root = '';
  let folder = '';
  const read = (name: string) => readFileSync(join(folder, name));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  return {
    name: 'release',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const [language, text] of manifests(join(root, 'src/i18n'))) {
        write(`app.${language}.webmanifest`, text);
      }
      const worker = readFileSync(join(root, 'sw.js'), 'utf8');
      const name = nameOf([
        ...files(folder).map((file) => [file, read(file)] as const),
        ['sw.js', worker],
      ]);
      const kept = files(folder).filter((file) => !NOT_KEPT.test(file));
      write('release.txt', `${name}\n`);
      write('sw.js', filled(worker, name, kept));
      write(
        'index.html',
        read('index.html')
          .toString()
          .replace('"release" content=""', `"release" content="${name}"`),
      );
      for (const file of files(folder)) {
        if (TEXT.test(file)) pack(join(folder, file));
      }
    },
  };
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function nameOf(all: (readonly [string, string | Uint8Array])[]): string {
  const hash = createHash('sha256');
  for (const [name, content] of all) hash.update(`${name}\n`).update(content);
  return hash.digest('hex').slice(0, 16);
}

function filled(worker: string, name: string, kept: string[]): string {
  const paths = kept.map((file) => (file === 'index.html' ? '/' : `/${file}`));
  return worker
    .replace('__RELEASE__', name)
    .replace('/* __FILES__ */', paths.map((path) => JSON.stringify(path)).join(',\n  '));
}

/** The app is called what its page is called. A language more is a catalog more. */
function manifests(catalogs: string): [string, string][] {
  return readdirSync(catalogs)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const language = basename(file, '.json');
      const words = JSON.parse(readFileSync(join(catalogs, file), 'utf8')) as Record<
        string,
        string
      >;
      return [language, JSON.stringify(manifest(language, words), null, 1)];
    });
}

function manifest(language: string, words: Record<string, string>): object {
  const icon = (name: string, size: string, purpose = 'any') => ({
    src: `/${name}`,
    sizes: size,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: words.brand,
    short_name: words.brand,
    description: words.tagline,
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: COLOUR,
    theme_color: COLOUR,
    categories: ['games'],
    icons: [
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
      icon('icon.svg', 'any'),
    ],
    share_target: {
      action: '/',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

function directionOf(language: string): string {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getTextInfo(): { direction: string };
  };
  return locale.getTextInfo().direction;
}

/** Beside the plain file; a gateway that finds `NAME.br` gives it to those who can unpack it. */
function pack(path: string): void {
  const plain = readFileSync(path);
  const packed = brotliCompressSync(plain);
  if (packed.length < plain.length) writeFileSync(`${path}.br`, packed);
}
