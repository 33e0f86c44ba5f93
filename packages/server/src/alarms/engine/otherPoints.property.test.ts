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
  type Point,
  type RuleState,
  stateKey,
  stateOf,
  type ValueRule,
  watchPoint,
  withCertainPoints,
} from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';
import { type ReferenceEvent, type ReferenceSample, referenceEvents } from './testing/reference.ts';
import { from, minuteOf, other, own, ruleWithin, start, third } from './testing/testRules.ts';

const anyRule = ruleWithin(fc.integer({ min: 480, max: 500 }));

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
