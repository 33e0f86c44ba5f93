import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.ts';

/** One thing the server needs; answers what is wrong, or null. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

const isLoopback = (address: string): boolean =>
  address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.');

/** What a reverse proxy adds to the requests it passes on. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** A proxy on this machine connects from it for the whole world: only a request that nobody passed on is from here. */
const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && forwardingHeaders.every((name) => headers[name] === undefined);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A monitor waits some seconds; a check without an answer by then counts as failed, also when it answers later. */
const answerWithinMs = 1_500;

/** A check that answers in time. One that hangs is not asked again until it has answered: probes must not pile up before it. */
function inTime(check: ReadinessCheck): ReadinessCheck {
  let running: Promise<string | null> | null = null;
  return async () => {
    running ??= (async () => check())().finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, answerWithinMs, 'no answer');
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const allInTime = (checks: Readonly<Record<string, ReadinessCheck>>): Readonly<Record<string, ReadinessCheck>> =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, inTime(check)]));

const resultsOf = (checks: Readonly<Record<string, ReadinessCheck>>) =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return [name, (await check()) ?? 'ok'] as const;
      } catch {
        // No more: anybody may ask. The log has the rest.
        return [name, 'out of reach'] as const;
      }
    }),
  );

export interface HealthOptions {
  metrics: Metrics;
  /** A caller must present it as a bearer token to get figures, on this machine too; null: this machine needs none. */
  metricsToken: string | null;
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** What others provide: shown, but with it gone the rest works, and nobody is better off without us. */
  provided?: Readonly<Record<string, ReadinessCheck>>;
}

/**
 * `/healthz`: the process lives. `/readyz`: what it needs works, 503 with the reasons otherwise, within two seconds; and the state
 * of what others provide. `/metrics`: Prometheus text, for this machine or for callers with the token, because its figures are of
 * all companies together.
 */
export function serveHealth(
  app: FastifyInstance,
  { metrics, metricsToken, checks, provided = {} }: HealthOptions,
): void {
  const needed = allInTime(checks);
  const besides = allInTime(provided);
  const expected = metricsToken === null ? null : digestOf(`Bearer ${metricsToken}`);
  const maySeeMetrics = (request: FastifyRequest): boolean =>
    expected === null
      ? isFromThisMachine(request)
      : timingSafeEqual(expected, digestOf(request.headers.authorization ?? ''));

  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const [results, others] = await Promise.all([resultsOf(needed), resultsOf(besides)]);
    const ready = results.every(([, result]) => result === 'ok');
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...Object.fromEntries([...results, ...others]),
    });
  });
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request)) return reply.code(403).send('For this machine only, or with METRICS_TOKEN.\n');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
