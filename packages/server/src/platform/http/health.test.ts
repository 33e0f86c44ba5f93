import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { type ReadinessCheck, serveHealth } from './health.ts';

const release: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const action of release.splice(0)) await action();
});

function serve(checks: Record<string, ReadinessCheck>) {
  const app = fastify();
  release.push(() => app.close());
  const metrics = createMetrics();
  metrics.gauge('watchpost_freezers', 'Freezers that are watched', () => 40);
  serveHealth(app, metrics, checks);
  return (url: string, remoteAddress = '127.0.0.1') => app.inject({ url, remoteAddress });
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

test('figures are read on this machine only: they are of all companies together', async () => {
  const get = serve({});
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await get('/metrics', address)).body).toContain('watchpost_freezers 40');
  }
  const refused = await get('/metrics', '203.0.113.9');
  expect(refused.statusCode).toBe(403);
  expect(refused.body).not.toContain('watchpost');
});
