import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures of this process as Prometheus text at `/metrics`. Parts register their own through `counter` and `gauge`. */
export interface Metrics {
  readonly registry: Registry;
  readonly callSeconds: Histogram<'call'>;
  counter<Label extends string>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  /** A figure that is asked for when somebody looks. */
  gauge(name: string, help: string, read: () => number): void;
  /** One by label. What cannot be read now is left out. */
  gauges<Label extends string>(
    name: string,
    help: string,
    label: Label,
    read: () => Promise<Readonly<Record<string, number>>>,
  ): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const callSeconds = new Histogram({
    name: 'watchpost_call_seconds',
    help: 'Duration of calls by name',
    labelNames: ['call'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  return {
    registry,
    callSeconds,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          for (const [value, figure] of Object.entries(await read().catch(() => ({})))) this.labels(value).set(figure);
        },
      });
    },
  };
}
