import { readFileSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { serveHealth } from './platform/http/health.ts';
import { createMetrics } from './platform/metrics.ts';

export interface Standby {
  close(): Promise<void>;
}

/**
 * What a server answers while another one works on its database: that it lives, that it is not ready and why. Gateways find
 * no listener, so that a load balancer sends them to the other server.
 *
 * @param reason asked each time
 */
export async function serveStandby(
  { listen, httpPort, tls, metricsToken }: Config,
  reason: () => string,
): Promise<Standby> {
  const https = tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
  const app = fastify({
    ...(https ? { https } : {}),
    forceCloseConnections: true,
  } as object) as unknown as FastifyInstance;
  serveHealth(app, { metrics: createMetrics(), metricsToken, checks: { ownership: reason } });
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('本服务器处于待命状态，请使用另一台服务器。\nThis server is on standby: use the other one.\n'),
  );
  await app.listen({ host: listen, port: httpPort });
  return { close: () => app.close() };
}
