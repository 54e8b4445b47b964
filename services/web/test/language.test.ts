import { beforeEach, expect, test, vi } from 'vitest';
import { LANGUAGES, preferred } from '../src/i18n/catalogs.ts';
import * as i18n from '../src/i18n/index.svelte.ts';
import { prefer } from '../src/prefs.svelte.ts';

const element = { lang: '', dir: '', dataset: {} };

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: element, title: '' });
  prefer({ digits: 'own' });
});

test('every language can be offered before its catalog is loaded', () => {
  expect(LANGUAGES.fa).toEqual({
    name: 'فارسی',
    direction: 'rtl',
    locale: 'fa',
    digits: 'arabext',
    script: 'Arab',
  });
});

test('the page turns to the language that is spoken', async () => {
  await i18n.speak('ar');
  expect(element).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(i18n.direction()).toBe('rtl');

  await i18n.speak('en');
  expect(element).toMatchObject({ lang: 'en', dir: 'ltr' });
});

test('of two languages chosen one after the other the last is spoken, whichever comes first', async () => {
  await Promise.all([i18n.speak('fa'), i18n.speak('en')]);

  expect([i18n.language(), element.lang]).toEqual(['en', 'en']);
});

test('digits are those of the language, or Latin where that is preferred', async () => {
  await i18n.speak('ar');
  expect([i18n.number(1250), i18n.t('table.left', { n: 12 })]).toEqual(['١٬٢٥٠', 'بقيت ١٢ ثانية']);

  prefer({ digits: 'latin' });

  expect([i18n.number(1250), i18n.t('table.left', { n: 12 })]).toEqual(['1,250', 'بقيت 12 ثانية']);
  expect(i18n.t('table.left', { n: 2 })).toBe('بقيت ثانيتان');
  expect(i18n.t('rule.tiles.double-six')).toBe('دبل ستة، 28 حجرًا');
});

test('what was chosen is spoken, else the first of the languages wanted, else English', () => {
  expect(preferred('fa', ['ar-EG'])).toBe('fa');
  expect(preferred(null, ['tr-TR', 'ar-EG', 'fa'])).toBe('ar');
  expect(preferred('xx', ['tr-TR'])).toBe('en');
});
