import { canRun } from '@watchpost/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEvent,
  type AlarmRule,
  type Batch,
  commit,
  createMemory,
  cursorOf,
  discard,
  type EngineMemory,
  evaluateBatch,
  type Period,
  type Point,
  type RuleState,
  stateKey,
  stateOf,
  type ValueRule,
  watchPoint,
  withCertainPoints,
} from './index.ts';
import { type ReferenceEvent, type ReferenceSample, referenceEvents } from './reference.ts';
import { readingsOf, type Sample } from './testing.ts';

const start = 1_800_000_000_000; // 08:00 UTC on a Friday
const minuteOf = (second: number) => 480 + Math.floor(second / 60);
const own = 5;
const other = 9;
const third = 11;
const from = { pointId: other };

const delay = fc.constantFrom(0, 10, 30, 60);
const delays = { onDelaySeconds: delay, offDelaySeconds: delay };
/** The other points stand at 0 or 5 mostly: as a state, 0 is the one in which alarms count. */
const onlyWhile = fc.array(
  fc.record({
    point: fc.constantFrom(from, { pointId: third }),
    values: fc.constantFrom([0], [0, -5]),
    settleSeconds: fc.constantFrom(0, 20, 45),
    maxHiddenSeconds: fc.constantFrom(50, 200),
  }),
  { minLength: 1, maxLength: 3 },
);
const hours = fc
  .uniqueArray(fc.integer({ min: 480, max: 500 }), { minLength: 4, maxLength: 4 })
  .map((minutes) => minutes.toSorted((a, b) => a - b))
  .map(([a, b, c, d]): Period[] => [
    { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: a!, untilMinute: b!, endsNextDay: false },
    { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: c!, untilMinute: d!, endsNextDay: false },
  ]);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const given = <T extends object>(rule: T): T =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as T;

const band = (limit: number, severity: 1 | 2 | 3 | 4) =>
  fc.boolean().map((moves) => (moves ? { limit, severity, from } : { limit, severity }));
const bands = fc
  .record(
    { highHigh: band(-10, 1), high: band(-15, 2), low: band(-25, 3), lowLow: band(-28, 2) },
    { requiredKeys: ['high'] },
  )
  .map(given);
const limitRule = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('limit' as const),
    bands,
    deadband: fc.constantFrom(0, 1, 3),
    ...delays,
    onlyWhile: maybe(onlyWhile),
    periods: maybe(
      fc
        .tuple(hours, maybe(bands))
        .map(([[first, second], own]) => [first!, own === undefined ? second! : { ...second!, bands: own }]),
    ),
  })
  .map(given);
const stateRule = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('state' as const),
    values: fc.constantFrom([-9], [-9, -20]),
    severity: fc.constant(2 as const),
    ...delays,
    onlyWhile: maybe(onlyWhile),
    periods: maybe(hours),
  })
  .map(given);
const deviationRule = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('deviation' as const),
    from: fc.constant(from),
    direction: fc.constantFrom('above' as const, 'below' as const, 'either' as const),
    limit: fc.constantFrom(8, 15, 22),
    deadband: fc.constantFrom(0, 3),
    severity: fc.constant(2 as const),
    ...delays,
    onlyWhile: maybe(onlyWhile),
    periods: maybe(hours),
  })
  .map(given);
const frozenRule = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('frozen' as const),
    tolerance: fc.constantFrom(0, 2),
    afterSeconds: fc.constantFrom(20, 60, 120),
    severity: fc.constant(3 as const),
    periods: maybe(hours),
  })
  .map(given);
const rateRule = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('rateOfChange' as const),
    direction: fc.constantFrom('rise' as const, 'fall' as const, 'either' as const),
    limit: fc.constantFrom(3, 9),
    windowSeconds: fc.constantFrom(30, 90),
    severity: fc.constant(3 as const),
    ...delays,
    periods: maybe(hours),
  })
  .map(given);
const anyRule = fc
  .oneof(limitRule, stateRule, deviationRule, frozenRule, rateRule)
  .filter((rule) => canRun(rule as ValueRule)) as fc.Arbitrary<ValueRule>;

interface Arrival {
  readonly step: number;
  readonly value: number;
  readonly of: 'own' | 'other' | 'third';
  readonly isBad: boolean;
  readonly otherValue: number;
  readonly shuffle: number;
  readonly endsBatch: boolean;
  readonly tick: number;
}
const arrival: fc.Arbitrary<Arrival> = fc.record({
  // 0: at the same moment as the one before, of the other point mostly.
  step: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.constant(0)),
  value: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(-9, -12, -20, -27) },
    { weight: 2, arbitrary: fc.integer({ min: -32, max: -7 }) },
  ),
  of: fc.constantFrom('own', 'own', 'own', 'other', 'third'),
  isBad: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  otherValue: fc.constantFrom(0, 0, 5, 5, -5),
  shuffle: fc.double({ min: 0, max: 1, noNaN: true }),
  endsBatch: fc.boolean(),
  tick: fc.constantFrom(0, 0.3, 1),
});
const arrivals = fc.array(arrival, { minLength: 1, maxLength: 40, size: 'max' });

const arrived = (step: number, value: number, more: Partial<Arrival> = {}): Arrival => ({
  step,
  value,
  of: 'own',
  isBad: false,
  otherValue: 0,
  shuffle: 0,
  endsBatch: false,
  tick: 0,
  ...more,
});
/** A delay that begins anew while the other point is bad: what was farther before that is none of the alarm's. */
const farBeforeTheGap: [ValueRule, Arrival[], number] = [
  {
    id: 1,
    kind: 'deviation',
    from,
    direction: 'either',
    limit: 8,
    deadband: 0,
    severity: 2,
    onDelaySeconds: 30,
    offDelaySeconds: 0,
  },
  [
    arrived(1, -7, { of: 'other' }),
    arrived(1, -16),
    arrived(5, -9, { isBad: true }),
    arrived(10, -7, { of: 'other', isBad: true }),
    arrived(31, -20),
    arrived(1, -9, { of: 'other', otherValue: -5 }),
    arrived(1, -9, { of: 'other' }),
    arrived(0, -9, { tick: 1 }),
  ],
  45,
];

interface Wave {
  readonly samples: Sample[];
  readonly watermark: number;
}

const ids = { own, other, third };
const valueOfArrival = ({ of, value, otherValue }: Arrival) => (of === 'own' ? value : otherValue);

function storyOf(list: readonly Arrival[]) {
  const waves: Wave[] = [];
  const accepted: Record<Arrival['of'], ReferenceSample[]> = { own: [], other: [], third: [] };
  let open: (Arrival & { second: number })[] = [];
  let second = 100;
  let closedAt = 0;
  list.forEach((each, i) => {
    second += each.step;
    // What came at the moment a batch was closed with would be late.
    if (second <= closedAt) second = closedAt + 1;
    open.push({ ...each, second });
    if (!each.endsBatch && i < list.length - 1) return;
    const arrived = open.toSorted((a, b) => a.shuffle - b.shuffle);
    for (const of of ['own', 'other', 'third'] as const) {
      const lastOfEach = new Map(arrived.filter((sample) => sample.of === of).map((sample) => [sample.second, sample]));
      for (const sample of [...lastOfEach.values()].toSorted((a, b) => a.second - b.second)) {
        accepted[of].push({ second: sample.second, value: valueOfArrival(sample), isBad: sample.isBad });
      }
    }
    closedAt = second;
    const room = Math.max(0, list[i + 1]?.step ?? 30);
    waves.push({
      samples: arrived.map((sample) => ({
        pointId: ids[sample.of],
        at: start + sample.second * 1000,
        value: valueOfArrival(sample),
        quality: sample.isBad ? 66 : 0,
      })),
      watermark: closedAt + Math.max(0, Math.floor(room * each.tick) - 1),
    });
    open = [];
  });
  return { waves, accepted };
}

const batchOf = (wave: Wave, now = start + wave.watermark * 1000): Batch => ({
  now,
  readings: readingsOf(wave.samples),
  live: new Map([[3, { since: 0, watermark: start + wave.watermark * 1000 }]]),
  gone: new Map(),
  links: [],
  sourceOf: () => null,
  lateAfterMs: Number.MAX_SAFE_INTEGER,
});

const watched = (rule: AlarmRule, maxGapSeconds: number): EngineMemory => {
  const memory = createMemory();
  watchPoint(memory, { pointId: own, gatewayId: 3, maxGapSeconds }, [rule], { now: start });
  for (const pointId of [other, third])
    watchPoint(memory, { pointId, gatewayId: 3, maxGapSeconds: 1e6 }, [], { now: start });
  return memory;
};

const run = (memory: EngineMemory, waves: readonly Wave[]): AlarmEvent[] =>
  waves.flatMap((wave) => {
    const evaluation = evaluateBatch(memory, batchOf(wave));
    commit(memory, evaluation);
    return [...evaluation.events];
  });

const seconds = (at: number) => (at - start) / 1000;
const inSeconds = (event: AlarmEvent): ReferenceEvent => ({
  type: event.type === 'stillActive' ? 'raised' : event.type,
  second: seconds(event.at),
  since: seconds(event.since),
  raisedAt: seconds(event.raisedAt),
  band: event.band,
  severity: event.severity,
  extreme: event.extreme,
  value: event.value,
});

describe('rules that look at other points, at hours and at what was before', () => {
  it('agree with a slow recomputation of the whole history', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.constantFrom(45, 1000), (rule, list, maxGapSeconds) => {
        const { waves, accepted } = storyOf(list);
        const events = run(watched(rule, maxGapSeconds), waves);
        const watermark = waves.at(-1)!.watermark;
        expect(events.map(inSeconds)).toEqual(
          referenceEvents(rule, {
            samples: accepted.own,
            other: accepted.other,
            third: accepted.third,
            thirdId: third,
            maxGapSeconds,
            watermark,
            minuteOf,
          }),
        );
      }),
      { numRuns: 600, examples: [farBeforeTheGap] },
    );
  });

  it('run without the points that are not there: an alarm too many rather than none', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.subarray([other, third], { minLength: 1 }), (rule, list, missing) => {
        const { waves, accepted } = storyOf(list);
        const gone = new Set(missing);
        const rest = withCertainPoints(rule, (reference) =>
          'pointId' in reference && !gone.has(reference.pointId) ? reference.pointId : null,
        );
        const events = rest === null ? [] : run(watched(rest, 45), waves);
        expect(events.map(inSeconds)).toEqual(
          referenceEvents(rule, {
            samples: accepted.own,
            other: accepted.other,
            third: accepted.third,
            thirdId: third,
            gone,
            maxGapSeconds: 45,
            watermark: waves.at(-1)!.watermark,
            minuteOf,
          }),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('do not care whether they were restarted in the middle: history tells them what was before', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.nat(40), (rule, list, cut) => {
        const { waves, accepted } = storyOf(list);
        const unbroken = run(watched(rule, 45), waves);

        const first = watched(rule, 45);
        const before = run(first, waves.slice(0, cut));
        const now = start + (waves.slice(0, cut).at(-1)?.watermark ?? 0) * 1000;
        const saved = JSON.parse(JSON.stringify(stateOf(first, rule.id, { type: 'point', id: own }))) as RuleState;
        const known = (pointId: number): Point[] =>
          accepted[pointId === own ? 'own' : pointId === other ? 'other' : 'third']
            .filter((sample) => !sample.isBad && start + sample.second * 1000 <= now)
            .map(({ second, value }) => ({ at: start + second * 1000, value }));
        const second = createMemory();
        for (const pointId of [own, other, third]) {
          watchPoint(
            second,
            { pointId, gatewayId: 3, maxGapSeconds: pointId === own ? 45 : 1e6 },
            pointId === own ? [rule] : [],
            {
              now,
              states:
                saved.phase === 'normal'
                  ? new Map()
                  : new Map([[stateKey(rule.id, { type: 'point', id: own }), saved]]),
              cursor: JSON.parse(JSON.stringify(cursorOf(first, pointId))),
              recentOf: known,
            },
          );
        }
        expect([...before, ...run(second, waves.slice(cut))]).toEqual(unbroken);
      }),
      { numRuns: 400 },
    );
  });

  it('forget a batch whose transaction failed', () => {
    fc.assert(
      fc.property(anyRule, arrivals, arrivals, (rule, list, failed) => {
        const { waves } = storyOf(list);
        const failing = storyOf(failed).waves;
        const undisturbed = run(watched(rule, 45), waves);
        const memory = watched(rule, 45);
        const events = waves.flatMap((wave, i) => {
          evaluateBatch(memory, batchOf(failing[i % failing.length]!, batchOf(wave).now));
          if (i % 2 === 0) discard(memory);
          const evaluation = evaluateBatch(memory, batchOf(wave));
          commit(memory, evaluation);
          return [...evaluation.events];
        });
        expect(events).toEqual(undisturbed);
      }),
      { numRuns: 300 },
    );
  });
});
