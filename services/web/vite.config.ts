import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { ahead } from './ahead.ts';
import { groups } from './chunks.ts';
import { languages } from './languages.ts';
import { release } from './release.ts';

const gateway = process.env.GATEWAY ?? '127.0.0.1:8000';

export default defineConfig({
  plugins: [languages(), svelte(), ahead(), release()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      '/api': { target: `http://${gateway}` },
      '/ws': { target: `ws://${gateway}`, ws: true },
    },
  },
});
