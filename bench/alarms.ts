/**
 * How many samples a second one core judges, all rule kinds and delays mixed, with commit and ticks, and beside it
 * a bare comparator of four limits, without delays, memory or rollback: the floor nobody gets under.
 *
 * The world: 60 s sampling; 100 points a gateway, which arrive together as one message does, gateways in shuffled order
 * (the last row shuffles every single point, which is hard on the caches and no real feed); four in five points are temperatures with four
 * limits, deadband and delays of 0, 5 or 10 minutes, the others doors; every point also has a no-data rule, every
 * second one a bad-quality rule. In each minute about 1 % of the points drift beyond a limit or have a door open and
 * 0.2 % of the samples are bad.
 *
 * Below it what one company's rules may cost all others, at their longest and most: a rate of change over a day that is
 * sampled each 10 s, ten thousand points whose hours begin at one moment, and a change of any configuration beside 20,000
 * points with two rules each, on half of them with limits of its own.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AlarmRule,
  commit,
  createMemory,
  type EngineMemory,
  evaluateBatch,
  noReadings,
  type Readings,
  watchPoint,
} from '../packages/server/src/alarms/engine/index.ts';

import type { WatchedPointRow, WatchedRuleRow } from '../packages/server/src/alarms/evaluator/evaluatorRows.ts';
import { createRuleCache } from '../packages/server/src/alarms/evaluator/ruleCache.ts';
import { watchListOf } from '../packages/server/src/alarms/evaluator/watchList.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';

const targetPerSecond = 5e6;
const batchSize = 10_000;
const samplesMeasured = 6_000_000;
const samplingMs = 60_000;
const pointsPerGateway = 100;
const start = 1_800_000_000_000;
const limits = { lowLow: -30, low: -25, high: -15, highHigh: -10 };

/** Time this thread had the core, so that a busy neighbour does not count as our cost (its cache misses still do). */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A small generator with a seed, so that two runs judge the same samples. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isDoor = (pointId: number): boolean => pointId % 5 === 0;
const delays = [0, 300, 600];

function rulesOf(pointId: number): AlarmRule[] {
  const onDelaySeconds = delays[pointId % 3]!;
  const offDelaySeconds = delays[(pointId >> 2) % 3]!;
  const main: AlarmRule = isDoor(pointId)
    ? { id: 1, kind: 'state', values: [1], severity: 2, onDelaySeconds, offDelaySeconds }
    : {
        id: 2,
        kind: 'limit',
        bands: {
          highHigh: { limit: limits.highHigh, severity: 1 },
          high: { limit: limits.high, severity: 2 },
          low: { limit: limits.low, severity: 3 },
          lowLow: { limit: limits.lowLow, severity: 2 },
        },
        deadband: 1,
        onDelaySeconds,
        offDelaySeconds,
      };
  const rules: AlarmRule[] = [main, { id: 3, kind: 'noData', afterSeconds: 900, severity: 3 }];
  if (pointId % 2 === 0)
    rules.push({ id: 4, kind: 'badQuality', severity: 4, onDelaySeconds: 300, offDelaySeconds: 60 });
  return rules;
}

function worldOf(points: number): EngineMemory {
  const memory = createMemory();
  for (let pointId = 1; pointId <= points; pointId++) {
    const gatewayId = Math.floor((pointId - 1) / pointsPerGateway);
    watchPoint(memory, { pointId, gatewayId, maxGapSeconds: 180 }, rulesOf(pointId), { now: start });
  }
  return memory;
}

type Arrival = 'by gateway' | 'shuffled';

/** Minutes of telemetry, one after the other, cut into batches. */
function* telemetry(points: number, samples: number, arrival: Arrival): Generator<Readings> {
  const random = randomFrom(7);
  const together = arrival === 'by gateway' ? pointsPerGateway : 1;
  const messages = Int32Array.from({ length: Math.ceil(points / together) }, (_, i) => i);
  for (let i = messages.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [messages[i], messages[j]] = [messages[j]!, messages[i]!];
  }
  const order = Int32Array.from(
    { length: points },
    (_, i) => messages[Math.floor(i / together)]! * together + (i % together) + 1,
  );
  const excursionLeft = new Uint8Array(points + 1);
  for (let made = 0; made < samples; ) {
    const size = Math.min(batchSize, samples - made);
    const batch = {
      length: size,
      pointIds: new Int32Array(size),
      measuredAt: new Float64Array(size),
      values: new Float64Array(size),
      quality: new Uint8Array(size),
    };
    for (let i = 0; i < size; i++, made++) {
      const pointId = order[made % points]!;
      batch.pointIds[i] = pointId;
      batch.measuredAt[i] = start + (Math.floor(made / points) + (made % points) / points) * samplingMs;
      if (random() < 0.0005) excursionLeft[pointId] = 20;
      const isOut = excursionLeft[pointId]! > 0;
      if (isOut) excursionLeft[pointId]! -= 1;
      if (isDoor(pointId)) batch.values[i] = isOut ? 1 : 0;
      else batch.values[i] = (isOut ? -11 : -20) + Math.round((random() - 0.5) * 30) / 10;
      if (random() < 0.002) batch.quality[i] = 64;
    }
    yield batch;
  }
}

interface Figure {
  readonly samplesPerSecond: number;
  readonly changes: number;
  readonly events: number;
}

function measureEngine(
  points: number,
  samples: number,
  arrival: Arrival,
): Figure & { readonly quietTickMicroseconds: number } {
  const memory = worldOf(points);
  const gateways = Math.ceil(points / pointsPerGateway);
  let spentMs = 0;
  let changes = 0;
  let events = 0;
  let now = start;
  const liveAt = (watermark: number) =>
    new Map(Array.from({ length: gateways }, (_, id) => [id, { since: start, watermark }]));
  const batchAt = (readings: Readings) => ({
    now,
    readings,
    live: liveAt(now - 5_000),
    gone: new Map(),
    links: [],
    sourceOf: () => null,
    lateAfterMs: 120_000,
  });
  for (const readings of telemetry(points, samples, arrival)) {
    now = readings.measuredAt[readings.length - 1]! + 1_000;
    const batch = batchAt(readings);
    const began = cpuMs();
    const evaluation = evaluateBatch(memory, batch);
    commit(memory, evaluation);
    spentMs += cpuMs() - began;
    changes += evaluation.changes.size;
    events += evaluation.events.length;
  }
  const ticks = 50;
  let tickMs = 0;
  for (let i = 0; i < ticks; i++) {
    now += 1_000;
    const batch = batchAt(noReadings());
    const began = performance.now(); // too short for the thread's clock
    commit(memory, evaluateBatch(memory, batch));
    tickMs += performance.now() - began;
  }
  return {
    samplesPerSecond: (samples / spentMs) * 1000,
    changes,
    events,
    quietTickMicroseconds: (tickMs / ticks) * 1000,
  };
}

function measureComparator(points: number, samples: number, arrival: Arrival): Figure {
  const bands = new Uint8Array(points + 1);
  const [lowLow, low, high, highHigh] = [limits.lowLow, limits.low, limits.high, limits.highHigh].map((limit) =>
    new Float64Array(points + 1).fill(limit),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  let spentMs = 0;
  let changes = 0;
  for (const { length, pointIds, values } of telemetry(points, samples, arrival)) {
    const began = cpuMs();
    for (let i = 0; i < length; i++) {
      const id = pointIds[i]!;
      const value = values[i]!;
      const band =
        value > highHigh[id]! ? 4 : value > high[id]! ? 3 : value < lowLow[id]! ? 1 : value < low[id]! ? 2 : 0;
      if (band !== bands[id]) {
        bands[id] = band;
        changes++;
      }
    }
    spentMs += cpuMs() - began;
  }
  return { samplesPerSecond: (samples / spentMs) * 1000, changes, events: changes };
}

const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} M/s`;

const header = [
  'points',
  'arrival',
  'engine',
  'target',
  'comparator',
  'engine/comparator',
  'changes',
  'events',
  'tick',
];
const rows = [header];
measureEngine(1_000, 1_000_000, 'by gateway'); // warm-up: the first run pays for compiling
measureComparator(1_000, 1_000_000, 'by gateway');
const runs: [number, Arrival][] = [
  [1_000, 'by gateway'],
  [10_000, 'by gateway'],
  [100_000, 'by gateway'],
  [100_000, 'shuffled'],
];
for (const [points, arrival] of runs) {
  const engine = measureEngine(points, samplesMeasured, arrival);
  const comparator = measureComparator(points, samplesMeasured, arrival);
  rows.push([
    points.toLocaleString('en'),
    arrival,
    millions(engine.samplesPerSecond),
    `≥ ${millions(targetPerSecond)}`,
    millions(comparator.samplesPerSecond),
    `1/${(comparator.samplesPerSecond / engine.samplesPerSecond).toFixed(1)}`,
    `${((engine.changes / samplesMeasured) * 100).toFixed(2)} %`,
    engine.events.toLocaleString('en'),
    `${engine.quietTickMicroseconds.toFixed(0)} µs`,
  ]);
}
const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
console.log(
  `Alarm evaluation, one core, batches of ${batchSize.toLocaleString('en')} samples, evaluate and commit; tick: time passing over quiet points\n`,
);
for (const row of rows) console.log(row.map((text, column) => text.padStart(widths[column]!)).join('   '));

/** Of a batch: no link moved, nothing above is down, nothing is late. */
const alone = { gone: new Map(), links: [], sourceOf: () => null, lateAfterMs: 120_000 };

/** µs a sample, in the hour after two days. */
function measureWindow(windowSeconds: number, valueAt: (i: number) => number): number {
  const memory = createMemory();
  const rule: AlarmRule = {
    ...{ id: 1, kind: 'rateOfChange', direction: 'either', limit: 1e9, windowSeconds, severity: 2 },
    ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
  };
  watchPoint(memory, { pointId: 1, gatewayId: 1, maxGapSeconds: 180 }, [rule], { now: start });
  const samplesAnHour = 360;
  let spentMs = 0;
  for (let hour = 0; hour < 49; hour++) {
    const began = performance.now();
    for (let i = hour * samplesAnHour; i < (hour + 1) * samplesAnHour; i++) {
      const at = start + i * 10_000;
      const readings: Readings = {
        length: 1,
        pointIds: Int32Array.of(1),
        measuredAt: Float64Array.of(at),
        values: Float64Array.of(valueAt(i)),
        quality: new Uint8Array(1),
      };
      const batch = { now: at, readings, ...alone, live: new Map() };
      commit(memory, evaluateBatch(memory, batch));
    }
    spentMs = performance.now() - began;
  }
  return (spentMs / samplesAnHour) * 1000;
}

function measureHours(points: number): number {
  const memory = createMemory();
  const sundayNight = Date.UTC(2026, 8, 20, 15, 59);
  const calendar = { timeZone: 'Asia/Shanghai', dayKinds: new Map([['2026-10-01', 8]]) };
  for (let pointId = 1; pointId <= points; pointId++) {
    const rule: AlarmRule = {
      ...{ id: 1, kind: 'limit', bands: { high: { limit: pointId, severity: 2 } }, deadband: 0 },
      ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
      periods: [{ days: [1, 2, 3, 4, 5], fromMinute: 0, untilMinute: 1440, endsNextDay: false }],
    };
    const point = { pointId, gatewayId: pointId % 100, maxGapSeconds: 180, calendar };
    watchPoint(memory, point, [rule], { now: sundayNight });
  }
  const now = sundayNight + 70_000;
  const live = new Map(Array.from({ length: 100 }, (_, id) => [id, { since: 0, watermark: now - 5_000 }]));
  const began = performance.now();
  const batch = { now, readings: noReadings(), ...alone, live };
  commit(memory, evaluateBatch(memory, batch));
  return performance.now() - began;
}

/** ms: all in all, and the longest that nothing else had its turn. */
async function measureChange(points: number): Promise<{ all: number; longest: number }> {
  const pointRows = Array.from(
    { length: points },
    (_, id): WatchedPointRow => ({
      ...{ id: id + 1, company_id: 1, project_id: 1, gateway_id: 1, slave_id: null, protocol: 'MQTT', name: 'Air' },
      ...{ name_en: null, unit: '°C', decimals: 1, sampling_interval_seconds: 60, value_type: 'analog' },
      ...{ status_values: [], device_id: id, device_ids: [id], device_name: 'Freezer', device_name_en: null },
      ...{ area_id: null, area_name: null, area_name_en: null, point_type_id: 1, time_zone: 'Asia/Shanghai' },
    }),
  );
  const main = rulesOf(1)[0]! as AlarmRule & { kind: 'limit' };
  const rulesRead = () =>
    pointRows.flatMap(({ id }): WatchedRuleRow[] =>
      [
        { ...main, deadband: id % 2 === 0 ? 1 : 1 + id / 1e6 },
        { kind: 'noData', afterSeconds: 900, severity: 3 },
      ].map((definition, rule) => ({
        ...{ rule_id: rule + 1, definition: JSON.stringify(definition), subject_kind: 'point', subject_id: id },
        ...{ strategy_id: 1, repeat_minutes: null, notify_on_clear: true },
      })),
    );
  const book = createRuleCache(silentLog);
  let figure = { all: 0, longest: 0 };
  for (let change = 0; change < 4; change++) {
    const rules = rulesRead();
    await nextTurn();
    let longest = 0;
    let last = performance.now();
    let isOver = false;
    const takeTurn = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (!isOver) setImmediate(takeTurn);
    };
    takeTurn();
    const began = performance.now();
    book.nextGeneration();
    await book.referencesIn(rules);
    await watchListOf({ rules, points: pointRows, sources: [], calendar: [], changed: new Map() }, book, silentLog);
    await nextTurn();
    isOver = true;
    figure = { all: performance.now() - began, longest };
  }
  return figure;
}

const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;
measureWindow(86_400, (i) => i % 7); // warm-up
measureHours(1_000);
console.log('\nThe longest and most that rules may say');
for (const [what, valueAt] of [
  ['noise', (i: number) => (i * 7919) % 1000],
  ['a steady rise', (i: number) => i],
] as const) {
  const [short, long] = [600, 86_400].map((seconds) => measureWindow(seconds, valueAt).toFixed(1));
  console.log(`rate of change of ${what}: ${short} µs a sample over ten minutes, ${long} µs over a day`);
}
console.log(`10,000 points whose hours begin: ${inMs(measureHours(10_000))}`);
const { all, longest } = await measureChange(20_000);
console.log(`a change beside 20,000 points with two rules: ${inMs(all)}, at most ${inMs(longest)} at a time`);
