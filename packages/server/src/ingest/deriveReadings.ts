import { type Formula, parseFormula, qualityCode, qualityOf, staleAfterMs } from '@watchpost/contract';
import { withoutNoise } from '@watchpost/protocols';
import type { ReadingColumns } from '../events.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { LiveReading, LiveValues, PointCatalogue, PointFacts } from '../points/index.ts';
import { plausibility } from './acceptReading.ts';
import type { LateStretch } from './lateInputs.store.ts';

interface DerivedDeps {
  points: PointCatalogue;
  live: LiveValues;
  log: Log;
}

export interface Computed {
  readonly point: PointFacts;
  readonly formula: Formula;
}

/** Computed points in an order in which each comes after what it needs. */
interface Plan {
  readonly madeFor: readonly PointFacts[];
  readonly computed: readonly Computed[];
  /** By input, the points whose formulas name it. */
  readonly usersOf: ReadonlyMap<number, readonly Computed[]>;
}

/**
 * Inputs are measured one after the other, by clocks of their own: so far apart in time they are still taken in any order, in ms. As
 * for alarm rules that look at several points.
 */
const orderToleranceMs = 10_000;

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
 * A computed value has the time of its newest input and the quality of its worst. Of readings that come late, older than what is
 * known of their point, nothing is computed here: what the other inputs were then is in history, and `LateInputs` asks it.
 */
export class DerivedReadings {
  readonly #deps: DerivedDeps;
  readonly #steady = new Map<number, Steady>();
  #plan: Plan = { madeFor: [], computed: [], usersOf: new Map() };

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
  #changesOf({ usersOf }: Plan, { length, pointIds, measuredAt, values, quality }: ReadingColumns) {
    const changes = new Map<number, LiveReading[]>();
    if (usersOf.size === 0) return changes;
    for (let row = 0; row < length; row++) {
      const id = pointIds[row]!;
      if (!usersOf.has(id)) continue;
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
    const needed = neededIds({ point, formula });
    if (!needed.some((id) => changes.has(id))) return [];
    const present = new Map(needed.map((id) => [id, this.#deps.live.get(id)]));
    const made: LiveReading[] = [];
    let last = this.#deps.live.get(point.id);
    for (const { time, reading } of this.over({ point, formula }, changes, present)) {
      if (last !== null && reading.measuredAt < last.measuredAt) continue;
      if (last !== null && reading.measuredAt === last.measuredAt) {
        // An input of the same moment in another message; one that is further behind is late.
        if (time < last.measuredAt - orderToleranceMs || isSame(reading, last)) continue;
        if (made.at(-1)?.measuredAt === reading.measuredAt) made.pop();
      }
      last = reading;
      made.push(reading);
    }
    return made;
  }

  /**
   * What a formula says at each time at which one of its inputs has a sample.
   *
   * @param samples of its inputs, each in order of time
   * @param present what was known of each input before them; afterwards, what is known after them
   */
  *over(
    { point, formula }: Computed,
    samples: ReadonlyMap<number, readonly LiveReading[]>,
    present: Map<number, LiveReading | null>,
  ): Generator<{ readonly time: number; readonly reading: LiveReading }> {
    const times = new Set<number>();
    for (const id of present.keys()) for (const { measuredAt } of samples.get(id) ?? []) times.add(measuredAt);
    const places = new Map<number, number>();
    for (const time of [...times].sort((a, b) => a - b)) {
      for (const id of present.keys()) {
        const list = samples.get(id) ?? [];
        let place = places.get(id) ?? 0;
        while (place < list.length && list[place]!.measuredAt <= time) present.set(id, list[place++]!);
        places.set(id, place);
      }
      const reading = this.readingOf(point, formula, present);
      if (reading) yield { time, reading };
    }
  }

  /**
   * The computed points of which inputs come late in these readings, before they are taken: at or before what is known of the input, or
   * well before what was computed last. A reading that is delivered again is not late.
   */
  lateIn({ length, pointIds, measuredAt, values, quality }: ReadingColumns): ReadonlyMap<number, LateStretch> {
    const { usersOf } = this.#planNow();
    const late = new Map<number, LateStretch>();
    if (usersOf.size === 0) return late;
    for (let row = 0; row < length; row++) {
      const users = usersOf.get(pointIds[row]!);
      if (users === undefined) continue;
      const known = this.#deps.live.get(pointIds[row]!);
      const at = measuredAt[row]!;
      const isRepeated =
        known?.measuredAt === at && known.quality === quality[row] && Object.is(known.value ?? Number.NaN, values[row]);
      if (isRepeated) continue;
      const isBehind = known !== null && at <= known.measuredAt;
      for (const { point } of users) {
        const computedAt = this.#deps.live.get(point.id)?.measuredAt ?? Number.NEGATIVE_INFINITY;
        if (at > computedAt || !(isBehind || at < computedAt - orderToleranceMs)) continue;
        const before = late.get(point.id);
        late.set(point.id, { from: Math.min(before?.from ?? at, at), to: Math.max(before?.to ?? at, at) });
      }
    }
    return late;
  }

  /** Computed points, each after those that it is computed from. */
  computed(): readonly Computed[] {
    return this.#planNow().computed;
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
    const usersOf = new Map<number, Computed[]>();
    const under = new Set<number>();
    const visit = (one: Computed): void => {
      waiting.delete(one.point.id);
      under.add(one.point.id);
      for (const id of neededIds(one)) {
        const users = usersOf.get(id);
        if (users) users.push(one);
        else usersOf.set(id, [one]);
        const before = waiting.get(id);
        if (before) visit(before);
        else if (under.has(id)) this.#deps.log.error({ pointId: id }, 'Formulas go round in a circle');
      }
      under.delete(one.point.id);
      computed.push(one);
    };
    for (const one of [...waiting.values()]) if (waiting.has(one.point.id)) visit(one);
    return { madeFor: list, computed, usersOf };
  }
}

/** The points whose letters stand in the formula, each once. */
export const neededIds = ({ point, formula }: Computed): number[] => [
  ...new Set(point.inputs.flatMap(({ name, id }) => (formula.variables.includes(name) ? [id] : []))),
];

const isSame = (a: LiveReading, b: LiveReading): boolean => a.value === b.value && a.quality === b.quality;

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
