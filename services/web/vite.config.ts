import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const gateway = process.env.GATEWAY ?? '127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': { target: `http://${gateway}` },
      '/ws': { target: `ws://${gateway}`, ws: true },
    },
  },
});
