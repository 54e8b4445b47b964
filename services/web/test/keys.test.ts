import { expect, test } from 'vitest';
import { sentencesOf } from './catalogs.ts';

const sources = Object.values(
  import.meta.glob<string>('../src/**/*.{ts,svelte}', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');

const plain = new Set([...sources.matchAll(/'([\w.-]+)'/g)].map(([, text]) => text));
const made = [...sources.matchAll(/`([^`\s]*\$\{[^`]*)`/g)].map(([, text = '']) => text);

/** A hole stands for one word; where another hole or a word touches it, for any, or for none. */
function pattern(template: string): RegExp {
  const source = template
    .replace(/\$\{[^}]*\}/g, '\0')
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/(?<=[^.\0])\0|\0(?=\0)|(?<=\0)\0/g, '[\\w.-]*')
    .replace(/\0/g, '[\\w-]+');
  return new RegExp(`^${source}$`);
}

const groups = made.filter((text) => /^\w+\.(\w+\.)*/.test(text)).map(pattern);
/** As in `${key}.me`: whatever is said may have such a form. */
const forms = made.flatMap((text) => /^\$\{\w+\}(\.\w+)$/.exec(text)?.[1] ?? []);

function isSaid(key: string): boolean {
  if (plain.has(key) || groups.some((group) => group.test(key))) return true;
  const form = forms.find((form) => key.endsWith(form));
  return form !== undefined && isSaid(key.slice(0, -form.length));
}

test('every sentence of the catalogs is said somewhere', () => {
  expect(Object.keys(sentencesOf('en')).filter((key) => !isSaid(key))).toEqual([]);
});
