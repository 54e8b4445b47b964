import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { languages } from './languages.ts';

export default defineConfig({
  plugins: [languages(), svelte()],
  test: { include: ['test/**/*.test.{ts,js}'], css: { include: [/app\.css/] } },
});
