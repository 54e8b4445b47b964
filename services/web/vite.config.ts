import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { languages } from './languages.ts';
import { release } from './release.ts';

const gateway = process.env.GATEWAY ?? '127.0.0.1:8000';

/** Shared by many, but by none that is seen first. */
const LATE =
  /\/src\/(core\/(custom|outcome|deal)|i18n\/words|ui\/(Words|RuleField|Fault|Dialog))\./;

/** What most parts of the page share comes with the first of them: each file more costs a way there and back. */
const groups = [
  {
    name: 'base',
    test: (id: string) => /\/src\/|node_modules/.test(id) && !LATE.test(id),
    minShareCount: 4,
    priority: 1,
  },
  { name: 'late', test: LATE },
];

export default defineConfig({
  plugins: [languages(), svelte(), release()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      '/api': { target: `http://${gateway}` },
      '/ws': { target: `ws://${gateway}`, ws: true },
    },
  },
});
