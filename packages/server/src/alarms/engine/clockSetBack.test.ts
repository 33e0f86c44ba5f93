import { describe, expect, it } from 'vitest';
import {
  type AlarmRule,
  commit,
  createMemory,
  type EngineMemory,
  evaluateBatch,
  type LinkChange,
  noReadings,
  type RuleState,
  type Subject,
  stateKey,
  stateOf,
  watchPoint,
  watchSource,
} from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';

// A server that started an hour fast: its clock showed 13:00 and more when it was set right to 12:00.

const noon = 1_800_000_000_000;
const hour = 3600;
const graceSeconds = 5;
const at = (seconds: number) => noon + seconds * 1000;
const high: AlarmRule = {
  id: 1,
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 60,
  offDelaySeconds: 60,
};
const silence: AlarmRule = { id: 2, kind: 'noData', afterSeconds: 120, severity: 3 };
const loss: AlarmRule = { id: 3, kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 };
const point: Subject = { type: 'point', id: 5 };
const gateway = { type: 'gateway', id: 7 } as const;
const place = { pointId: point.id, gatewayId: gateway.id, maxGapSeconds: 180 };

const watching = (...rules: AlarmRule[]): EngineMemory => {
  const memory = createMemory();
  watchPoint(memory, place, rules, { now: at(hour) });
  return memory;
};
/** The gateway has been on the line since the server's start, by the clock of then. */
const batchAt = (second: number, samples: readonly Sample[], links: readonly LinkChange[] = []) => ({
  now: at(second),
  readings: samples.length === 0 ? noReadings() : readingsOf(samples),
  live: new Map([[gateway.id, { since: at(hour), watermark: at(second - graceSeconds) }]]),
  gone: new Map(),
  links,
  sourceOf: () => ({ down: null, since: at(hour) }),
  lateAfterMs: 60_000,
});
/** What is said when these values are polled, one each ten seconds up to `until`, and after each of them time passes. */
function hear(memory: EngineMemory, from: number, until: number, value: number | null): string[] {
  const said: string[] = [];
  for (let second = from; second <= until; second += 10) {
    const samples = value === null ? [] : [{ pointId: point.id, at: at(second), value }];
    for (const batch of [batchAt(second, samples), batchAt(second + 5, [])]) {
      const evaluation = evaluateBatch(memory, batch);
      commit(memory, evaluation);
      said.push(...evaluation.events.map(({ type, at: time }) => `${type} ${(time - noon) / 1000}`));
    }
  }
  return said;
}

describe('after the clock was set back by an hour', () => {
  it('an excursion is an alarm one delay later, not an hour later', () => {
    const memory = watching(high);
    hear(memory, hour, hour + 100, -20);
    expect(hear(memory, 110, 200, -12)).toEqual(['raised 170']);
  });

  it('a rule that came just before judges the value the point holds', () => {
    const memory = watching();
    hear(memory, hour, hour + 100, -12);
    watchPoint(memory, place, [high], { now: at(hour + 101) });
    expect(hear(memory, 110, 200, null)).toEqual(['raised 170']);
  });

  it('a delay that was running goes on', () => {
    const memory = watching(high);
    hear(memory, hour, hour + 30, -12);
    expect(hear(memory, 40, 100, -12)).toEqual(['raised 65']);
  });

  it('a delay that a bad sample stopped goes on with the next good one', () => {
    const memory = watching(high);
    hear(memory, hour, hour + 30, -12);
    hear(memory, hour + 40, hour + 40, Number.NaN);
    expect(hear(memory, 50, 120, -12)).toEqual(['raised 70']);
  });

  it('an alarm of before ends by its own delay, and not before the time it was raised with', () => {
    const memory = watching(high);
    expect(hear(memory, hour, hour + 100, -12)).toEqual(['raised 3660']);
    expect(hear(memory, 110, 150, -20)).toEqual([]);
    const said = hear(memory, 160, 200, -20);
    expect(said).toEqual(['returnedToNormal 3660']);
    expect(hear(memory, 210, 300, -12)).toEqual(['raised 270']);
  });

  it('silence is called when it lasted, before as well as since', () => {
    const memory = watching(silence);
    hear(memory, hour, hour + 60, -20);
    expect(hear(memory, 70, 300, null)).toEqual(['raised 184']);
    const other = watching(silence);
    hear(other, hour, hour + 60, -20);
    hear(other, 70, 200, -20);
    expect(hear(other, 210, 400, null)).toEqual(['raised 320']);
  });

  it('readings taken in just before are of now, and stand in front of nothing', () => {
    const memory = watching({ ...high, onDelaySeconds: 0 });
    hear(memory, hour, hour + 30, -20);
    const waited = [hour + 35, hour + 36].map((second) => ({ pointId: point.id, at: at(second), value: -20 }));
    commit(memory, evaluateBatch(memory, batchAt(40, waited)));
    expect(hear(memory, 50, 60, -12)).toEqual(['raised 50']);
  });

  it('a gateway that fell silent before is an alarm one delay later', () => {
    const memory = createMemory();
    watchSource(memory, gateway, [loss], { now: at(hour) });
    commit(memory, evaluateBatch(memory, batchAt(hour, [])));
    const down = { subject: gateway, at: at(hour + 10), up: false };
    commit(memory, evaluateBatch(memory, batchAt(20, [], [down])));
    expect(hear(memory, 30, 100, null)).toEqual(['raised 80']);
  });

  it('a step within what readings may be ahead of us changes nothing', () => {
    const memory = watching(high);
    hear(memory, hour, hour + 30, -12);
    const before = stateOf(memory, 1, point);
    commit(memory, evaluateBatch(memory, batchAt(hour - 20, [])));
    expect(stateOf(memory, 1, point)).toBe(before);
  });
});

describe('a server that starts with the right time after it stopped an hour fast', () => {
  const restarted = (before: EngineMemory, lastValue: number, ...rules: AlarmRule[]) => {
    const memory = createMemory();
    const state: RuleState = JSON.parse(JSON.stringify(stateOf(before, 1, point)));
    watchPoint(memory, place, rules, {
      now: at(100),
      states: new Map([[stateKey(1, point), state]]),
      cursor: { lastSampleAt: at(hour + 30), lastGoodAt: at(hour + 30), heldValue: lastValue },
    });
    return memory;
  };

  it('judges what it hears, and begins delays anew', () => {
    const before = watching(high);
    hear(before, hour, hour + 30, -12);
    expect(hear(restarted(before, -12, high), 110, 200, -12)).toEqual(['raised 160']);
  });

  it('calls silence when it lasted since the start', () => {
    const before = watching(silence);
    hear(before, hour, hour + 30, -20);
    expect(hear(restarted(before, -20, silence), 110, 300, null)).toEqual(['raised 220']);
  });
});
