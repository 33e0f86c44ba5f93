import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

/** One thing the server needs; answers what is wrong, or null. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

const isLoopback = (address: string): boolean =>
  address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.');

/**
 * `/healthz`: the process lives. `/readyz`: what it needs works, 503 with the reasons otherwise. `/metrics`: Prometheus text,
 * for this machine only, because its figures are of all companies together.
 */
export function serveHealth(
  app: FastifyInstance,
  metrics: Metrics,
  checks: Readonly<Record<string, ReadinessCheck>>,
): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          return [name, (await check()) ?? 'ok'] as const;
        } catch {
          // No more: who asks may be anybody. The log has the rest.
          return [name, 'out of reach'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.code(403).send('For this machine only.\n');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
