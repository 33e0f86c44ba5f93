import { type Formula, parseFormula, qualityCode, qualityOf, staleAfterMs } from '@watchpost/contract';
import { withoutNoise } from '@watchpost/protocols';
import type { ReadingColumns } from '../events.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { LiveReading, LiveValues, PointCatalogue, PointFacts } from '../points/index.ts';
import { plausibility } from './acceptReading.ts';

interface DerivedDeps {
  points: PointCatalogue;
  live: LiveValues;
  log: Log;
}

interface Computed {
  readonly point: PointFacts;
  readonly formula: Formula;
}

/** Computed points in an order in which each comes after what it needs. */
interface Plan {
  readonly madeFor: readonly PointFacts[];
  readonly computed: readonly Computed[];
  readonly inputs: ReadonlySet<number>;
}

/** What a point last said that was something else than before, and since when. */
interface Steady {
  readonly value: number;
  readonly since: number;
}

/** Bad before uncertain before good; of equals the first. */
const worse = (a: number, b: number): number => {
  const rank = { good: 0, uncertain: 1, bad: 2 } as const;
  return rank[qualityOf(b)] > rank[qualityOf(a)] ? b : a;
};

/**
 * What readings bring with them before they are committed: values of computed points, and doubt about values that have not
 * moved for too long.
 *
 * A computed value has the time of its newest input and the quality of its worst. Readings that come late, older than what is
 * known of their point, change no computed value: what the other inputs were then is in history, not here.
 */
export class DerivedReadings {
  readonly #deps: DerivedDeps;
  readonly #steady = new Map<number, Steady>();
  #plan: Plan = { madeFor: [], computed: [], inputs: new Set() };

  constructor(deps: DerivedDeps) {
    this.#deps = deps;
  }

  /** The readings with what follows from them; the same object when nothing does. Asked again, it says the same. */
  with(columns: ReadingColumns): ReadingColumns {
    return this.#withComputed(this.#withDoubt(columns));
  }

  /** These readings are durable now: what was steady counts from them. */
  committed({ length, pointIds, measuredAt, values, quality }: ReadingColumns): void {
    for (let row = 0; row < length; row++) {
      const point = this.#deps.points.get(pointIds[row]!);
      if (point?.frozen_after_seconds == null || qualityOf(quality[row]!) === 'bad') continue;
      this.#steady.set(point.id, next(this.#steadyOf(point.id), values[row]!, measuredAt[row]!));
    }
  }

  /** Since the start of the server, or from the reading that stood then. */
  #steadyOf(pointId: number): Steady | null {
    const known = this.#steady.get(pointId);
    if (known) return known;
    const reading = this.#deps.live.get(pointId);
    return reading?.value == null ? null : { value: reading.value, since: reading.measuredAt };
  }

  #withDoubt(columns: ReadingColumns): ReadingColumns {
    const { length, pointIds, measuredAt, values } = columns;
    const here = new Map<number, Steady>();
    let quality: Uint8Array | null = null;
    for (let row = 0; row < length; row++) {
      const point = this.#deps.points.get(pointIds[row]!);
      if (point?.frozen_after_seconds == null || columns.quality[row] !== qualityCode.good) continue;
      const steady = next(here.get(point.id) ?? this.#steadyOf(point.id), values[row]!, measuredAt[row]!);
      here.set(point.id, steady);
      if (measuredAt[row]! - steady.since < point.frozen_after_seconds * 1000) continue;
      quality ??= columns.quality.slice(0, length);
      quality[row] = qualityCode.frozen;
    }
    return quality ? { ...columns, quality } : columns;
  }

  #withComputed(columns: ReadingColumns): ReadingColumns {
    const plan = this.#planNow();
    const changes = this.#changesOf(plan, columns);
    if (changes.size === 0) return columns;
    const builder = new ReadingColumnsBuilder(columns.length + changes.size + 16);
    builder.append(columns);
    for (const { point, formula } of plan.computed) {
      const made = this.#evaluate(point, formula, changes);
      for (const { measuredAt, value, quality } of made)
        builder.push(point.id, measuredAt, value ?? Number.NaN, quality);
      if (made.length > 0) changes.set(point.id, made);
    }
    return builder.length === columns.length ? columns : builder.take();
  }

  /** Of the inputs of formulas, what is news in these readings, in order of time. */
  #changesOf({ inputs }: Plan, { length, pointIds, measuredAt, values, quality }: ReadingColumns) {
    const changes = new Map<number, LiveReading[]>();
    if (inputs.size === 0) return changes;
    for (let row = 0; row < length; row++) {
      const id = pointIds[row]!;
      if (!inputs.has(id)) continue;
      const known = this.#deps.live.get(id);
      if (known && measuredAt[row]! <= known.measuredAt) continue;
      const value = values[row]!;
      const reading = {
        value: Number.isNaN(value) ? null : value,
        measuredAt: measuredAt[row]!,
        quality: quality[row]!,
      };
      const list = changes.get(id);
      if (list) list.push(reading);
      else changes.set(id, [reading]);
    }
    for (const list of changes.values()) list.sort((a, b) => a.measuredAt - b.measuredAt);
    return changes;
  }

  #evaluate(point: PointFacts, formula: Formula, changes: ReadonlyMap<number, readonly LiveReading[]>): LiveReading[] {
    const needed = point.inputs.filter(({ name }) => formula.variables.includes(name));
    const times = [...new Set(needed.flatMap(({ id }) => (changes.get(id) ?? []).map(({ measuredAt }) => measuredAt)))];
    if (times.length === 0) return [];
    times.sort((a, b) => a - b);
    const made: LiveReading[] = [];
    const present = new Map(needed.map(({ id }) => [id, this.#deps.live.get(id)]));
    const places = new Map<number, number>();
    let last = this.#deps.live.get(point.id)?.measuredAt ?? Number.NEGATIVE_INFINITY;
    for (const time of times) {
      for (const id of present.keys()) {
        const list = changes.get(id) ?? [];
        let place = places.get(id) ?? 0;
        while (place < list.length && list[place]!.measuredAt <= time) present.set(id, list[place++]!);
        places.set(id, place);
      }
      const reading = this.readingOf(point, formula, present);
      if (!reading || reading.measuredAt <= last) continue;
      last = reading.measuredAt;
      made.push(reading);
    }
    return made;
  }

  /** What a formula says of readings; null while there is none at all. */
  readingOf(
    point: Pick<PointFacts, 'inputs' | 'error_values' | 'range_low' | 'range_high' | 'value_type' | 'status_values'>,
    formula: Formula,
    present: ReadonlyMap<number, LiveReading | null>,
  ): LiveReading | null {
    const values = new Map<string, number>();
    const idOf = new Map(point.inputs.map(({ name, id }) => [name, id]));
    let measuredAt = Number.NEGATIVE_INFINITY;
    for (const reading of present.values()) if (reading) measuredAt = Math.max(measuredAt, reading.measuredAt);
    if (measuredAt === Number.NEGATIVE_INFINITY) return null;
    let quality: number = qualityCode.good;
    for (const name of formula.variables) {
      const id = idOf.get(name);
      const reading = id === undefined ? null : (present.get(id) ?? null);
      if (id === undefined || !reading) {
        quality = worse(quality, qualityCode.inputMissing);
        continue;
      }
      const cycleMs = (this.#deps.points.get(id)?.sampling_interval_seconds ?? 60) * 1000;
      const isStale = measuredAt - reading.measuredAt > staleAfterMs(cycleMs);
      quality = worse(quality, isStale ? qualityCode.noCommunication : reading.quality);
      if (reading.value !== null) values.set(name, reading.value);
    }
    if (qualityOf(quality) === 'bad') return { value: null, quality, measuredAt };
    const value = formula.evaluate(values);
    if (value === null) return { value: null, quality: qualityCode.noResult, measuredAt };
    const computed = withoutNoise(value);
    return { value: computed, quality: plausibility(point, computed, quality), measuredAt };
  }

  /** What a formula would say of the readings as they stand; null while there is none. */
  valueNow(formula: Formula, inputs: readonly { name: string; id: number }[]): LiveReading | null {
    const present = new Map(inputs.map(({ id }) => [id, this.#deps.live.get(id)]));
    return this.readingOf({ ...anyPoint, inputs: [...inputs] }, formula, present);
  }

  #planNow(): Plan {
    const list = this.#deps.points.withoutGateway();
    if (this.#plan.madeFor !== list) this.#plan = this.#makePlan(list);
    return this.#plan;
  }

  #makePlan(list: readonly PointFacts[]): Plan {
    const waiting = new Map<number, Computed>();
    for (const point of list) {
      if (point.formula === null) continue;
      const { formula } = parseFormula(point.formula);
      if (formula) waiting.set(point.id, { point, formula });
      else this.#deps.log.error({ pointId: point.id }, 'A formula cannot be read; its point has no values');
    }
    const computed: Computed[] = [];
    const inputs = new Set<number>();
    const under = new Set<number>();
    const visit = (one: Computed): void => {
      waiting.delete(one.point.id);
      under.add(one.point.id);
      for (const { id } of one.point.inputs) {
        inputs.add(id);
        const before = waiting.get(id);
        if (before) visit(before);
        else if (under.has(id)) this.#deps.log.error({ pointId: id }, 'Formulas go round in a circle');
      }
      under.delete(one.point.id);
      computed.push(one);
    };
    for (const one of [...waiting.values()]) if (waiting.has(one.point.id)) visit(one);
    return { madeFor: list, computed, inputs };
  }
}

/** A point of which nothing is set up yet. */
const anyPoint = {
  error_values: [] as number[],
  range_low: null,
  range_high: null,
  value_type: 'analog' as const,
  status_values: [],
};

/** Late readings do not make a value older than it is. */
function next(before: Steady | null, value: number, measuredAt: number): Steady {
  return before !== null && before.value === value
    ? { value, since: Math.min(before.since, measuredAt) }
    : before !== null && measuredAt < before.since
      ? before
      : { value, since: measuredAt };
}
