import { beforeEach, expect, test, vi } from 'vitest';
import { pathToRound, pathToTable, routeOf } from '../src/core/route.ts';

const address = { pathname: '/', search: '' };
let went: string[];
let router: typeof import('../src/router.svelte.ts');

beforeEach(async () => {
  went = [];
  vi.stubGlobal('location', address);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('history', {
    pushState: (_: unknown, __: string, path: string) => went.push(path),
    replaceState: (_: unknown, __: string, path: string) => went.push(`replaced by ${path}`),
  });
  vi.resetModules();
  router = await import('../src/router.svelte.ts');
});

type Click = MouseEvent & { prevented: boolean };

function click(keys: object = {}): Click {
  const event = {
    button: 0,
    currentTarget: { getAttribute: () => '/?game=fives' },
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
    ...keys,
  };
  return event as unknown as Click;
}

test('a link is followed within the page', () => {
  const event = click();

  router.follow(event);

  expect([event.prevented, went]).toEqual([true, ['/?game=fives']]);
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('with %o a link is the browser’s own business', (keys) => {
  const event = click(keys);

  router.follow(event);

  expect([event.prevented, went]).toEqual([false, []]);
});

test('a page that is replaced on the way goes there by itself', () => {
  const asked: string[] = [];
  router.onLeaving((path) => asked.push(path) > 0);

  router.go('/t/7KQ4M2XD');

  expect([asked, went]).toEqual([['/t/7KQ4M2XD'], []]);
});

test('a broken link is a table that nobody knows, and not a broken page', () => {
  expect(routeOf({ pathname: '/t/%E0%A4', search: '' })).toEqual({
    at: 'table',
    code: '%E0%A4',
  });
  expect(routeOf({ pathname: '/t/%E0/1/2', search: '' }).at).toBe('replay');
});

test('the addresses that are made are those that are read', () => {
  const at = (pathname: string) => routeOf({ pathname, search: '' });

  expect(at(pathToTable('7KQ4M2XD'))).toEqual({ at: 'table', code: '7KQ4M2XD' });
  expect(at(pathToTable('a/b ?'))).toEqual({ at: 'table', code: 'a/b ?' });
  expect(at(pathToRound('7KQ4M2XD', 2, 13))).toEqual({
    at: 'replay',
    code: '7KQ4M2XD',
    match: 2,
    round: 13,
  });
});
