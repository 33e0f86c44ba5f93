import { calls } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from './testing/application.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

test('anybody may read what the calls are, without signing in', async () => {
  const reply = await fetch(`${app.url}/api/openapi.json`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const { openapi, paths } = (await reply.json()) as { openapi: string; paths: Record<string, object> };
  expect(openapi).toMatch(/^3\.1/);
  expect(Object.keys(paths)).toContain(`/api${calls.loginByBody.path}`);
});
