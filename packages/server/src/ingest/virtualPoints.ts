import { qualityCode } from '@watchpost/contract';
import { type ReadingColumns, ReadingColumnsBuilder } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { LiveValues, PointCatalogue } from '../points/index.ts';

interface VirtualDeps {
  points: PointCatalogue;
  live: LiveValues;
  clock: Clock;
  submit(columns: ReadingColumns): Promise<void>;
}

/** How often it is looked whether a value has to be said again; the shortest cycle is 10 s. */
const lookMs = 5_000;

/**
 * Points whose value people set. It holds until somebody sets another one, so it is said again every cycle: then it is neither
 * stale on a screen nor a gap in a curve, and what is computed from it goes on.
 */
export class VirtualPoints {
  readonly #deps: VirtualDeps;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: VirtualDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.repeat(), lookMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Resolves when the value is durable. */
  set(pointId: number, value: number): Promise<void> {
    const columns = new ReadingColumnsBuilder(1);
    columns.push(pointId, this.#deps.clock.now(), value, qualityCode.good);
    return this.#deps.submit(columns.take());
  }

  /** Says again what is due. */
  repeat(): void {
    const { points, live, clock, submit } = this.#deps;
    const now = clock.now();
    const columns = new ReadingColumnsBuilder(16);
    for (const { id, kind, sampling_interval_seconds } of points.withoutGateway()) {
      if (kind !== 'virtual') continue;
      const reading = live.get(id);
      if (reading?.value == null || now - reading.measuredAt < sampling_interval_seconds * 1000) continue;
      columns.push(id, now, reading.value, reading.quality);
    }
    if (columns.length > 0) void submit(columns.take());
  }
}
