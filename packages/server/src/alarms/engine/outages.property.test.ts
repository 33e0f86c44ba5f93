import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlarmRule,
  type Batch,
  commit,
  createMemory,
  evaluateBatch,
  type LiveStretch,
  type NoDataRule,
  noReadings,
  type RuleState,
  stateKey,
  stateOf,
  watchPoint,
} from './index.ts';
import { readingsOf } from './testing/readingsOf.ts';
import { referenceSilence, type SilenceSecond } from './testing/reference.ts';
import { ruleWithin } from './testing/testRules.ts';

const start = 1_800_000_000_000;
const at = (second: number) => start + second * 1000;
const own = 5;
const subject = { type: 'point', id: own } as const;
const gatewayId = 3;

/** A stretch of the run: how the link is, and every how many seconds a sample comes while it is up; null: none does. */
const stretch = fc.record({
  seconds: fc.integer({ min: 1, max: 120 }),
  link: fc.constantFrom('up' as const, 'up' as const, 'gone' as const, 'unknown' as const),
  everySeconds: fc.constantFrom(10, 25, null),
  isBad: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  /** Something above is watched and explains that nothing comes while it is gone. */
  isExplained: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  restarts: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});
type Stretch = typeof stretch extends fc.Arbitrary<infer T> ? T : never;
const stretches = fc.array(stretch, { minLength: 1, maxLength: 12, size: 'max' });

interface Second extends SilenceSecond {
  readonly value: number;
}

/** Second by second what happens; a link that is unknown or explained is so from its beginning. */
function secondsOf(list: readonly Stretch[]): Second[] {
  const all: Second[] = [];
  for (const { seconds, link, everySeconds, isBad, isExplained, restarts } of list) {
    for (let i = 0; i < seconds; i++) {
      const comes = link === 'up' && everySeconds !== null && i % everySeconds === everySeconds - 1;
      const sample = !comes ? null : isBad ? ('bad' as const) : ('good' as const);
      all.push({
        link,
        sample,
        isExplained: isExplained && link === 'gone',
        restarts: restarts && i === 0,
        value: i % 3 === 0 ? -9 : -20,
      });
    }
  }
  return all;
}

/** The engine through all that, looked at every second; `gone` is what is known of links that are. */
function run(rule: AlarmRule, story: readonly Second[], knowsGone: boolean) {
  let memory = createMemory();
  const said: string[] = [];
  let cursor = {
    lastSampleAt: null as number | null,
    lastGoodAt: null as number | null,
    heldValue: null as number | null,
  };
  let cameAt = Number.NEGATIVE_INFINITY;
  let sourceSince = Number.NEGATIVE_INFINITY;
  const watch = (now: number, states: ReadonlyMap<string, RuleState>) =>
    watchPoint(memory, { pointId: own, gatewayId, maxGapSeconds: 45 }, [rule], { now, states, cursor });
  watch(at(0), new Map());
  story.forEach((each, second) => {
    const now = at(second);
    const before = story[second - 1];
    if (each.restarts) {
      const state = JSON.parse(JSON.stringify(stateOf(memory, rule.id, subject))) as RuleState;
      memory = createMemory();
      watch(now, new Map(state.phase === 'normal' ? [] : [[stateKey(rule.id, subject), state]]));
    }
    if (each.link === 'up' && before?.link !== 'up') cameAt = now;
    if (each.isExplained !== (before?.isExplained ?? false)) sourceSince = now;
    const stretchNow: LiveStretch = { since: cameAt, watermark: now };
    const batch: Batch = {
      now,
      readings:
        each.sample === null
          ? noReadings()
          : readingsOf([{ pointId: own, at: now, value: each.value, quality: each.sample === 'bad' ? 66 : 0 }]),
      live: new Map(each.link === 'up' ? [[gatewayId, stretchNow]] : []),
      gone: new Map(knowsGone && each.link === 'gone' ? [[gatewayId, stretchNow]] : []),
      links:
        each.isExplained && !before?.isExplained
          ? [{ subject: { type: 'gateway', id: gatewayId }, at: now, up: false }]
          : [],
      sourceOf: () => ({ down: each.isExplained ? 'gateway' : null, since: sourceSince }),
      lateAfterMs: Number.MAX_SAFE_INTEGER,
    };
    const evaluation = evaluateBatch(memory, batch);
    commit(memory, evaluation);
    if (each.sample !== null) cursor = { ...cursor, lastSampleAt: now };
    if (each.sample === 'good') cursor = { ...cursor, lastGoodAt: now, heldValue: each.value };
    for (const event of evaluation.events) said.push(`${event.type} ${(event.at - start) / 1000}`);
  });
  return said;
}

describe('while links come and go, and the server is started again', () => {
  it('silence is told as a slow look at every second finds it', () => {
    fc.assert(
      fc.property(stretches, fc.constantFrom(20, 60, 150), (list, afterSeconds) => {
        const story = secondsOf(list);
        const rule: NoDataRule = { id: 1, kind: 'noData', afterSeconds, severity: 3 };
        expect(run(rule, story, true)).toEqual(referenceSilence(rule, story));
      }),
      { numRuns: 600 },
    );
  });

  it('what judges values is the same whether a link is known to be gone or nothing is known of it', () => {
    fc.assert(
      fc.property(ruleWithin(fc.integer({ min: 480, max: 500 })), stretches, (rule, list) => {
        const story = secondsOf(list);
        expect(run(rule, story, true)).toEqual(run(rule, story, false));
      }),
      { numRuns: 300 },
    );
  });
});
