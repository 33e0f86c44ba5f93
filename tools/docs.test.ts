import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openApi } from '../packages/contract/src/openApi.ts';
import { routeList } from './routeList.ts';

/** The first line in which a committed document and what the code says now differ; null: none. Whole, they fill a screen for minutes. */
function firstDifference(file: string, now: unknown): string | null {
  const text = readFileSync(path.resolve(import.meta.dirname, '..', 'docs', file), 'utf8');
  const lines = (value: unknown) => JSON.stringify(value, null, 1).split('\n');
  const [committed, present] = [lines(JSON.parse(text)), lines(now)];
  const at = Array.from({ length: Math.max(committed.length, present.length) }, (_, line) => line).find(
    (line) => committed[line] !== present[line],
  );
  return at === undefined ? null : `committed: ${committed[at]?.trim()}, now: ${present[at]?.trim()}`;
}

test('docs/openapi.json says what the contract says; when not, run `npm run docs`', () => {
  expect(firstDifference('openapi.json', openApi())).toBeNull();
});

test("docs/routes.json lists the web's routes; when not, run `npm run docs`", async () => {
  expect(firstDifference('routes.json', await routeList())).toBeNull();
});
