import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWebFiles } from './webFiles.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-web-'));
  const dist = path.join(folder, 'dist');
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  writeFileSync(path.join(dist, 'index.html'), 'the shell');
  writeFileSync(path.join(dist, 'login.html'), 'the sign-in page');
  writeFileSync(path.join(dist, 'assets', 'app-4f2a.js'), 'run()');
  writeFileSync(path.join(dist, '.built-from'), 'a hash');
  app = fastify();
  await serveWebFiles(app, dist, ['/login', '/invite']);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const get = (url: string) => app.inject({ url, headers: { language: 'en' } });

test('every screen is answered by the shell, which is asked for anew each time', async () => {
  for (const url of ['/', '/monitorBoard/index', '/alarmManage/index?projectId=3']) {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, 'the shell']);
    expect(reply.headers['cache-control']).toBe('no-cache');
  }
  for (const url of ['/login', '/invite?token=x']) expect((await get(url)).body).toBe('the sign-in page');
});

test.each(['/redirect//x', '/redirect/https://x', '/redirect/https://evil.example/a.html', '//x', '/projectManage//x'])(
  '%s is an odd address, and it is the shell that says so',
  async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, 'the shell']);
  },
);

test('what the build keeps for itself is nobody’s to read', async () => {
  expect((await get('/.built-from')).body).not.toContain('a hash');
});

test('files with a hash in their name are kept for ever', async () => {
  const reply = await get('/assets/app-4f2a.js');
  expect([reply.statusCode, reply.body]).toEqual([200, 'run()']);
  expect(reply.headers['cache-control']).toContain('immutable');
});

test('a missing script is missing, not a page that the browser would run', async () => {
  const reply = await get('/assets/app-0000.js');
  expect([reply.statusCode, reply.json().Code]).toEqual([404, 404]);
});

test('an unknown call is answered in the envelope, not by the shell', async () => {
  expect((await get('/api/Device/Nothing')).json()).toEqual({
    Code: 404,
    Data: null,
    Message: 'There is no such call.',
  });
  expect((await app.inject({ url: '/monitorBoard/index', method: 'POST' })).statusCode).toBe(404);
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/%2fetc%2fpasswd',
  '/assets\\..\\..\\secret.txt',
])('%s leads to no file outside the pages', async (url) => {
  const reply = await get(url);
  expect(reply.body).not.toContain('secret');
  expect(reply.body).not.toContain('root:');
});
