import { qualityCode } from '@watchpost/contract';
import type { ReadingColumns } from '../events.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
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
  /** Times of values that are not durable yet, by point: live values know nothing of them. */
  readonly #underWay = new Map<number, number[]>();

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
    // Later than what was said again a moment ago, for the newest counts.
    const at = Math.max(this.#deps.clock.now(), ...(this.#underWay.get(pointId) ?? []).map((other) => other + 1));
    columns.push(pointId, at, value, qualityCode.good);
    return this.#submit([pointId], at, columns);
  }

  /** Says again what is due, but nothing of a point that was set and is not durable yet: it would bring the old value back. */
  repeat(): void {
    const { points, live, clock } = this.#deps;
    const now = clock.now();
    const columns = new ReadingColumnsBuilder(16);
    const ids: number[] = [];
    for (const { id, kind, outdoor, sampling_interval_seconds } of points.withoutGateway()) {
      // Nobody set the weather: when its service is silent, its last value does not hold.
      if (kind !== 'virtual' || outdoor || this.#underWay.has(id)) continue;
      const reading = live.get(id);
      if (reading?.value == null || now - reading.measuredAt < sampling_interval_seconds * 1000) continue;
      columns.push(id, now, reading.value, reading.quality);
      ids.push(id);
    }
    if (ids.length > 0) void this.#submit(ids, now, columns);
  }

  async #submit(pointIds: readonly number[], at: number, columns: ReadingColumnsBuilder): Promise<void> {
    for (const id of pointIds) this.#underWay.set(id, [...(this.#underWay.get(id) ?? []), at]);
    try {
      await this.#deps.submit(columns.take());
    } finally {
      for (const id of pointIds) {
        const [, ...rest] = this.#underWay.get(id)!.toSorted((a, b) => a - b);
        if (rest.length > 0) this.#underWay.set(id, rest);
        else this.#underWay.delete(id);
      }
    }
  }
}
