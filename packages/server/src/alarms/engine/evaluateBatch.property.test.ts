import { canRun } from '@watchpost/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmEvent,
  type AlarmRule,
  type BadQualityRule,
  type Batch,
  commit,
  createMemory,
  cursorOf,
  discard,
  type EngineMemory,
  evaluateBatch,
  type LimitRule,
  type RuleState,
  type StateRule,
  stateKey,
  stateOf,
  watchPoint,
} from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';
import { type ReferenceEvent, type ReferenceSample, referenceEvents } from './testing/reference.ts';

const start = 1_800_000_000_000;
const point = { type: 'point', id: 5 } as const;
const never = Number.MAX_SAFE_INTEGER;

const delay = fc.constantFrom(0, 1, 10, 30, 60);
const limitRule: fc.Arbitrary<LimitRule> = fc
  .record({
    id: fc.constant(1),
    kind: fc.constant('limit' as const),
    bands: fc.record(
      {
        highHigh: fc.constant({ limit: -10, severity: 1 as const }),
        high: fc.constant({ limit: -15, severity: 2 as const }),
        low: fc.constant({ limit: -25, severity: 3 as const }),
        lowLow: fc.constant({ limit: -28, severity: 2 as const }),
      },
      { requiredKeys: [] },
    ),
    deadband: fc.constantFrom(0, 1, 3, 6),
    onDelaySeconds: delay,
    offDelaySeconds: delay,
  })
  .filter(canRun);
const stateRule: fc.Arbitrary<StateRule> = fc.record({
  id: fc.constant(1),
  kind: fc.constant('state' as const),
  values: fc.constantFrom([-9], [-9, -20], [-12, -27]),
  severity: fc.constant(2 as const),
  onDelaySeconds: delay,
  offDelaySeconds: delay,
});
const qualityRule: fc.Arbitrary<BadQualityRule> = fc.record({
  id: fc.constant(1),
  kind: fc.constant('badQuality' as const),
  severity: fc.constant(3 as const),
  onDelaySeconds: delay,
  offDelaySeconds: delay,
});

/** Sticky values, so that delays have a chance to complete. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(-9, -12, -20, -27) },
  { weight: 2, arbitrary: fc.integer({ min: -32, max: -7 }) },
);
const quality = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(0, 0, 0, 1) }, fc.constantFrom(64, 66, 131));

interface Arrival {
  readonly step: number;
  readonly value: number;
  readonly quality: number;
  readonly shuffle: number;
  /** Ends a batch; then the watermark advances by `tick` of the way to the next sample. */
  readonly endsBatch: boolean;
  readonly tick: number;
}
const arrival: fc.Arbitrary<Arrival> = fc.record({
  // 0 is a duplicate time, a negative step a straggler.
  step: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.integer({ min: -20, max: 0 })),
  value,
  quality,
  shuffle: fc.double({ min: 0, max: 1, noNaN: true }),
  endsBatch: fc.boolean(),
  tick: fc.constantFrom(0, 0.3, 1),
});
const arrivals = fc.array(arrival, { minLength: 1, maxLength: 40, size: 'max' });

interface Wave {
  readonly samples: Sample[];
  /** Seconds; how far the watermark comes after these samples, when the link is live. */
  readonly watermark: number;
}

/** Batches as they arrive, and the samples that ought to count, worked out the plain way. */
function storyOf(list: readonly Arrival[]): { waves: Wave[]; accepted: ReferenceSample[] } {
  const waves: Wave[] = [];
  const accepted: ReferenceSample[] = [];
  let open: (Arrival & { second: number })[] = [];
  let second = 100;
  let closedAt = 0;
  list.forEach((each, i) => {
    second = Math.max(1, second + each.step);
    open.push({ ...each, second });
    if (!each.endsBatch && i < list.length - 1) return;
    const arrived = open.toSorted((a, b) => a.shuffle - b.shuffle);
    const lastOfEach = new Map(arrived.map((sample) => [sample.second, sample]));
    for (const sample of [...lastOfEach.values()].toSorted((a, b) => a.second - b.second)) {
      if (sample.second <= closedAt) continue;
      accepted.push({ second: sample.second, value: sample.value, isBad: sample.quality >= 64 });
    }
    closedAt = accepted.at(-1)?.second ?? 0;
    second = Math.max(second, closedAt);
    // Nothing newer than the watermark may still be under way: later stragglers are at or before the last sample.
    const room = Math.max(0, list[i + 1]?.step ?? 30);
    const isSafe = list.slice(i + 1).every((later) => later.step > 0) || each.tick === 0;
    waves.push({
      samples: arrived.map((sample) => ({
        pointId: point.id,
        at: start + sample.second * 1000,
        value: sample.value,
        quality: sample.quality,
      })),
      watermark: closedAt + (isSafe ? Math.max(0, Math.floor(room * each.tick) - 1) : 0),
    });
    open = [];
  });
  return { waves, accepted };
}

const batchOf = (wave: Wave, isLive: boolean, now = start + wave.watermark * 1000): Batch => ({
  now,
  readings: readingsOf(wave.samples),
  live: isLive ? new Map([[3, { since: 0, watermark: start + wave.watermark * 1000 }]]) : new Map(),
  gone: new Map(),
  links: [],
  sourceOf: () => null,
  lateAfterMs: never,
});

const watched = (rules: AlarmRule[], maxGapSeconds: number): EngineMemory => {
  const memory = createMemory();
  watchPoint(memory, { pointId: point.id, gatewayId: 3, maxGapSeconds }, rules, { now: start });
  return memory;
};

function run(memory: EngineMemory, waves: readonly Wave[], isLive: boolean): AlarmEvent[] {
  return waves.flatMap((wave) => {
    const evaluation = evaluateBatch(memory, batchOf(wave, isLive));
    commit(memory, evaluation);
    return [...evaluation.events];
  });
}

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
/** What a badQuality event says of values is nothing; a returned one carries the value that came back. */
const anyRule = fc.oneof({ weight: 4, arbitrary: limitRule }, stateRule, qualityRule);
const gap = fc.constantFrom(15, 45, 1000);
const many = { numRuns: 1500 };

describe('the engine against a slow recomputation of the whole history', () => {
  it('agrees while the gateway is offline and everything comes from its buffer', () => {
    fc.assert(
      fc.property(anyRule, arrivals, gap, (rule, list, maxGapSeconds) => {
        const { waves, accepted } = storyOf(list);
        const events = run(watched([rule], maxGapSeconds), waves, false);
        expect(events.map(inSeconds)).toEqual(
          referenceEvents(rule, { samples: accepted, maxGapSeconds, watermark: null }),
        );
      }),
      many,
    );
  });

  it('agrees while the link is live and ticks fall anywhere between the samples', () => {
    fc.assert(
      fc.property(anyRule, arrivals, gap, (rule, list, maxGapSeconds) => {
        const { waves, accepted } = storyOf(list);
        const events = run(watched([rule], maxGapSeconds), waves, true);
        const watermark = waves.at(-1)!.watermark;
        expect(events.map(inSeconds)).toEqual(referenceEvents(rule, { samples: accepted, maxGapSeconds, watermark }));
      }),
      many,
    );
  });

  it('gives several rules on one point what each would get alone', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { minLength: 2, maxLength: 4 }), arrivals, (rules, list) => {
        const { waves } = storyOf(list);
        const numbered = rules.map((rule, i) => ({ ...rule, id: i + 1 }));
        const together = run(watched(numbered, 45), waves, true);
        for (const rule of numbered) {
          const alone = run(watched([rule], 45), waves, true);
          expect(together.filter((event) => event.ruleId === rule.id)).toEqual(alone);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not care whether it was restarted in the middle', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.nat(40), fc.boolean(), (rule, list, cut, isLive) => {
        const { waves } = storyOf(list);
        const unbroken = run(watched([rule], 45), waves, isLive);

        const first = watched([rule], 45);
        const before = run(first, waves.slice(0, cut), isLive);
        const key = stateKey(rule.id, point);
        const saved = JSON.parse(JSON.stringify(stateOf(first, rule.id, point))) as RuleState;
        const second = createMemory();
        watchPoint(second, { pointId: point.id, gatewayId: 3, maxGapSeconds: 45 }, [rule], {
          now: start + (waves.slice(0, cut).at(-1)?.watermark ?? 0) * 1000,
          states: saved.phase === 'normal' ? new Map() : new Map([[key, saved]]),
          cursor: JSON.parse(JSON.stringify(cursorOf(first, point.id))),
        });
        expect([...before, ...run(second, waves.slice(cut), isLive)]).toEqual(unbroken);
      }),
      { numRuns: 1000 },
    );
  });

  it('forgets a batch whose transaction failed', () => {
    fc.assert(
      fc.property(anyRule, arrivals, arrivals, fc.boolean(), (rule, list, failed, calls) => {
        const { waves } = storyOf(list);
        const failing = storyOf(failed).waves;
        const undisturbed = run(watched([rule], 45), waves, true);

        const memory = watched([rule], 45);
        const events = waves.flatMap((wave, i) => {
          evaluateBatch(memory, batchOf(failing[i % failing.length]!, i % 2 === 0, batchOf(wave, true).now));
          if (calls) discard(memory);
          const evaluation = evaluateBatch(memory, batchOf(wave, true));
          commit(memory, evaluation);
          return [...evaluation.events];
        });
        expect(events).toEqual(undisturbed);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the same alarms late as live, and notifies each at most once', () => {
    fc.assert(
      fc.property(anyRule, arrivals, fc.integer({ min: 0, max: 900 }), (rule, list, lateSeconds) => {
        const { waves } = storyOf(list);
        const live = run(watched([rule], 45), waves, false);
        const memory = watched([rule], 45);
        const late = waves.flatMap((wave) => {
          const now = start + (wave.watermark + lateSeconds) * 1000;
          const batch = { ...batchOf(wave, false, now), lateAfterMs: 60_000 };
          const evaluation = evaluateBatch(memory, batch);
          commit(memory, evaluation);
          return [...evaluation.events];
        });
        const facts = late.filter((event) => event.type !== 'stillActive');
        expect(facts.map(inSeconds)).toEqual(live.map(inSeconds));
        for (const { raisedAt } of live) {
          const calls = late.filter(
            (event) =>
              event.raisedAt === raisedAt && event.notify && (event.type === 'raised' || event.type === 'stillActive'),
          );
          expect(calls.length).toBeLessThanOrEqual(1);
          for (const event of late.filter((each) => each.raisedAt === raisedAt && each.type === 'returnedToNormal')) {
            expect(event.notify).toBe(calls.length === 1);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
