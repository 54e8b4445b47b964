import { describe, expect, test } from 'vitest';
import css from '../src/app.css?raw';
import { CHOICES } from '../src/prefs.svelte.ts';

type Colours = Record<string, string>;

/** The colours that hold with one choice of cloth and tiles: later rules win, as in a browser. */
function coloursOf(felt: string, tiles: string): Colours {
  const colours: Colours = {};
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const holds = selectors
      .replace(/\/\*.*?\*\//gs, '')
      .split(',')
      .map((selector) => selector.trim().replace(/^:root(?=\[)/, ''))
      .some((selector) =>
        [':root', `[data-felt="${felt}"]`, `[data-tiles="${tiles}"]`].includes(selector),
      );
    if (!holds) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})\b/g))
      colours[name] = value;
  }
  return colours;
}

/** Relative luminance, as WCAG has it. */
function light(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** What is read or seen on what, and how much it must differ. */
const READ = {
  on: ['--room', '--felt-deep'],
  words: ['--cream', '--cream-soft', '--gold', '--us', '--them', '--third', '--fourth', '--warn'],
};

const looks = CHOICES.felt.flatMap((felt) => CHOICES.tiles.map((tiles) => ({ felt, tiles })));

describe.each(looks)('$tiles on $felt', ({ felt, tiles }) => {
  const colours = coloursOf(felt, tiles);
  const between = (one: string, other: string) =>
    contrast(colours[one] ?? '', colours[other] ?? '');

  test('every word can be read', () => {
    const weak = READ.on
      .flatMap((under) => READ.words.map((word) => ({ word, under, is: between(word, under) })))
      .filter(({ is }) => !(is >= 4.5));
    expect(weak).toEqual([]);
  });

  test('pips stand out from their tile, and a tile from the cloth', () => {
    expect(between('--tile-pip', '--tile-face')).toBeGreaterThanOrEqual(7);
    expect(between('--tile-mark', '--tile-face')).toBeGreaterThanOrEqual(3);
    for (const under of ['--felt-light', '--felt', '--felt-dark'])
      expect(
        Math.max(between('--tile-face', under), between('--tile-line', under)),
      ).toBeGreaterThanOrEqual(3);
  });
});

test.each(['--on-wood', '--cream'])('%s can be read on the wood', (word) => {
  for (const felt of CHOICES.felt) {
    const colours = coloursOf(felt, 'ivory');
    for (const wood of ['--wood', '--wood-light'])
      expect(contrast(colours[word] ?? '', colours[wood] ?? '')).toBeGreaterThanOrEqual(4.5);
  }
});

test('ink can be read on paper', () => {
  const colours = coloursOf('green', 'ivory');
  const inks = ['--ink', '--ink-soft', '--us-ink', '--them-ink', '--third-ink', '--fourth-ink'];
  for (const ink of inks)
    for (const paper of ['--paper', '--paper-deep'])
      expect(
        contrast(colours[ink] ?? '', colours[paper] ?? ''),
        `${ink} on ${paper}`,
      ).toBeGreaterThanOrEqual(4.5);
});
