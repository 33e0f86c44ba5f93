import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { type ReadinessCheck, serveHealth } from './health.ts';

const release: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const action of release.splice(0)) await action();
});

function serve(checks: Record<string, ReadinessCheck>, metricsToken: string | null = null) {
  const app = fastify();
  release.push(() => app.close());
  const metrics = createMetrics();
  metrics.gauge('watchpost_freezers', 'Freezers that are watched', () => 40);
  serveHealth(app, { metrics, metricsToken, checks });
  return (url: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) =>
    app.inject({ url, remoteAddress, headers });
}

test('a process that works is alive and ready', async () => {
  const get = serve({ database: async () => null, storing: () => null });
  expect((await get('/healthz')).json()).toEqual({ status: 'alive' });
  const ready = await get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', database: 'ok', storing: 'ok' }]);
});

test('what is wrong is named, and the process stays alive', async () => {
  const get = serve({
    database: async () => {
      throw new Error('connect ECONNREFUSED');
    },
    storing: () => 'readings cannot be stored',
  });
  const ready = await get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: 'not ready', database: 'out of reach', storing: 'readings cannot be stored' },
  ]);
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('while the database accepts and does not answer, a probe is told so instead of waiting, and asks it only once', async () => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  let connections = 0;
  silent.on('connection', (socket) => {
    connections++;
    release.push(async () => socket.destroy());
  });
  const pool = new pg.Pool({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port });
  release.push(async () => silent.close());
  const get = serve({
    database: async () => {
      await pool.query('SELECT 1');
      return null;
    },
  });
  for (const _probe of [1, 2]) {
    const ready = await get('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', database: 'no answer' }]);
  }
  expect(connections).toBe(1);
});

test('figures are read on this machine only: they are of all companies together', async () => {
  const get = serve({});
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await get('/metrics', address)).body).toContain('watchpost_freezers 40');
  }
  const refused = await get('/metrics', '203.0.113.9');
  expect(refused.statusCode).toBe(403);
  expect(refused.body).not.toContain('watchpost');
});

test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])(
  'a proxy on this machine that passes on a request with %s does not open the figures to the world',
  async (header) => {
    const refused = await serve({})('/metrics', '127.0.0.1', { [header]: '127.0.0.1' });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).not.toContain('watchpost');
  },
);

test('with a token set, the figures are for callers who know it, on any machine, and for nobody else', async () => {
  const get = serve({}, 'a long token of our own');
  const right = { authorization: 'Bearer a long token of our own' };
  for (const [address, headers] of [
    ['203.0.113.9', right],
    ['127.0.0.1', { ...right, 'x-forwarded-for': '203.0.113.9' }],
  ] as const) {
    expect((await get('/metrics', address, headers)).body).toContain('watchpost_freezers 40');
  }
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'a long token of our own' }]) {
    expect((await get('/metrics', '127.0.0.1', headers as Record<string, string>)).statusCode).toBe(403);
  }
});
