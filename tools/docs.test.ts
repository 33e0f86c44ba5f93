import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openApi } from '../packages/contract/src/openApi.ts';
import { routeList } from '../packages/web/src/app/routeTable.ts';

const committed = (file: string): unknown =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '..', 'docs', file), 'utf8'));
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('docs/openapi.json says what the contract says; when not, run `npm run docs`', () => {
  expect(committed('openapi.json')).toEqual(asJson(openApi()));
});

test("docs/routes.json lists the web's routes; when not, run `npm run docs`", () => {
  expect(committed('routes.json')).toEqual(asJson(routeList()));
});
