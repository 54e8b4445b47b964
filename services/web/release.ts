// What a release is beside its bundle: text packed once and for all.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|webmanifest)$/;

export function release(): Plugin {
  let folder = '';
  return {
    name: 'release',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of files(folder)) {
        if (TEXT.test(file)) pack(join(folder, file));
      }
    },
  };
}

function files(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Beside the plain file; a gateway that finds `NAME.br` gives it to those who can unpack it. */
function pack(path: string): void {
  const plain = readFileSync(path);
  const packed = brotliCompressSync(plain);
  if (packed.length < plain.length) writeFileSync(`${path}.br`, packed);
}
