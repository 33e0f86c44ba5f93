import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens, shownRoute } from './screens.ts';

const routes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as { path: string }[];

/** They show nothing themselves; where they lead is looked at by the journey of accessibility. */
const leadOn = ['/redirect/{path*}', '/triggerRouterGuard'];

test('every screen of the product has its picture', () => {
  const shown = new Set([...screens.map(shownRoute), ...leadOn]);
  expect(routes.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual([]);
});

test('no two pictures have the same name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
