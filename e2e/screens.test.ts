import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens, shownRoute } from './screens.ts';

const routes = JSON.parse(readFileSync(new URL('../docs/routes.json', import.meta.url), 'utf8')) as { path: string }[];

test('no picture shows a screen that the product does not have', () => {
  const paths = new Set(routes.map(({ path }) => path));
  expect(screens.map(shownRoute).filter((path) => !paths.has(path))).toEqual([]);
});

test('no two pictures have the same name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
