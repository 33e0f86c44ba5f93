import { describe, expect, it } from 'vitest';
import {
  type AlarmRule,
  commit,
  createMemory,
  evaluateBatch,
  noReadings,
  pendingAlarms,
  pendingChanges,
  watchPoint,
} from './index.ts';
import { readingsOf } from './testing/readingsOf.ts';

const t0 = 1_800_000_000_000;
const at = (minutes: number) => t0 + minutes * 60_000;
const tooWarm: AlarmRule = {
  id: 1,
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 600,
};

function freezer() {
  const memory = createMemory();
  watchPoint(memory, { pointId: 5, gatewayId: 7, maxGapSeconds: 1800 }, [tooWarm], { now: t0 });
  const evaluate = (minutes: number, value?: number, quality = 0) =>
    evaluateBatch(memory, {
      now: at(minutes),
      readings: value === undefined ? noReadings() : readingsOf([{ pointId: 5, at: at(minutes), value, quality }]),
      live: new Map([[7, { since: 0, watermark: at(minutes) }]]),
      gone: new Map(),
      links: [],
      sourceOf: () => null,
      lateAfterMs: 60_000,
    });
  const measure = (minutes: number, value?: number, quality = 0) => {
    commit(memory, evaluate(minutes, value, quality));
    return pendingAlarms(memory, 5);
  };
  return { memory, evaluate, measure };
}

describe('an alarm that is pending', () => {
  it('says since when the value is beyond its limit and when the alarm is due', () => {
    const { measure } = freezer();
    expect(measure(0, -18)).toEqual([]);
    expect(measure(1, -12.4)).toEqual([{ kind: 'limit', severity: 2, since: at(1), dueAt: at(11) }]);
    // Time alone changes nothing until it is due.
    expect(measure(10)).toHaveLength(1);
  });

  it('is over when the value returned, and when the alarm was raised', () => {
    const returned = freezer();
    returned.measure(0, -12);
    expect(returned.measure(3, -18)).toEqual([]);
    const raised = freezer();
    raised.measure(0, -12);
    expect(raised.measure(10)).toEqual([]);
    // On its way back the alarm is open, not pending.
    expect(raised.measure(11, -18)).toEqual([]);
  });

  it('takes the severity it would be raised with: of the limit whose delay runs out first, of several the worst', () => {
    const { measure } = freezer();
    measure(0, -12);
    expect(measure(1, -8)).toMatchObject([{ severity: 2, since: at(0), dueAt: at(10) }]);
    expect(freezer().measure(0, -8)).toMatchObject([{ severity: 1, since: at(0), dueAt: at(10) }]);
  });

  it('has no due time while the sensor is broken, because the delay stands still', () => {
    const { measure } = freezer();
    measure(0, -12);
    expect(measure(2, Number.NaN, 67)).toMatchObject([{ dueAt: null }]);
    expect(measure(5, -12)).toMatchObject([{ dueAt: at(13) }]);
  });

  it('does not show before its batch is committed', () => {
    const { memory, evaluate } = freezer();
    evaluate(0, -12);
    expect(pendingAlarms(memory, 5)).toEqual([]);
  });

  it('is nothing for a point without rules', () => {
    expect(pendingAlarms(createMemory(), 4711)).toEqual([]);
  });
});

describe('what a batch changes about pending alarms', () => {
  it('is told when one begins, stands still or ends, and not for a worse value, which has a delay of its own', () => {
    const { memory, evaluate } = freezer();
    const changes = (minutes: number, value?: number, quality = 0) => {
      const evaluation = evaluate(minutes, value, quality);
      const told = pendingChanges(memory, evaluation).map(({ pointId, severities }) => [pointId, ...severities]);
      commit(memory, evaluation);
      return told;
    };
    expect(changes(0, -18)).toEqual([]);
    expect(changes(1, -12)).toEqual([[5, 2]]);
    expect(changes(2, -11.5)).toEqual([]);
    expect(changes(3, -9)).toEqual([]);
    expect(changes(4, Number.NaN, 67)).toEqual([[5, 2]]);
    expect(changes(5, -18)).toEqual([[5, 2]]);
    expect(changes(6, -17)).toEqual([]);
    expect(changes(7, -9)).toEqual([[5, 1]]);
  });
});
