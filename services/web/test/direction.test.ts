import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('../src/{core,net}/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const MAY: Record<string, RegExp> = {
  core: /^(\.\/|\.\.\/net\/protocol\.ts$)/,
  net: /^(\.\/|\.\.\/core\/)/,
};

test('neither what is known of the game nor what talks to the platform knows of pages and releases', () => {
  const wrong = Object.entries(sources).flatMap(([path, text]) => {
    const folder = path.split('/').at(-2) ?? '';
    const imported = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, from]) => from ?? '');
    return imported.filter((from) => !MAY[folder]?.test(from)).map((from) => `${path}: ${from}`);
  });

  expect(Object.keys(sources).length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
