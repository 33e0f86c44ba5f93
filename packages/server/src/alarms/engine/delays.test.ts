import { describe, expect, it } from 'vitest';
import { commit, createMemory, evaluateBatch, type LimitRule, watchPoint } from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const pointId = 5;
const freezer: LimitRule = {
  id: 1,
  kind: 'limit',
  bands: { highHigh: { limit: -10, severity: 1 }, high: { limit: -15, severity: 3 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 300,
};

const reading = (minutes: number, value: number): Sample => ({ pointId, at: start + minutes * minute, value });
const unreadable = (minutes: number): Sample => ({ ...reading(minutes, Number.NaN), quality: 66 });
const minutesUpTo = (last: number, every = 1) => Array.from({ length: last / every + 1 }, (_, i) => i * every);

/** What becomes of stored readings, a message each, as `type minute`. */
function judge(samples: readonly Sample[], { rule = freezer, maxGapSeconds = 180, isLive = false } = {}): string[] {
  const memory = createMemory();
  watchPoint(memory, { pointId, gatewayId: 3, maxGapSeconds }, [rule], { now: start });
  return samples.flatMap((sample) => {
    const evaluation = evaluateBatch(memory, {
      now: sample.at,
      readings: readingsOf([sample]),
      live: isLive ? new Map([[3, { since: 0, watermark: sample.at }]]) : new Map(),
      gone: new Map(),
      links: [],
      sourceOf: () => null,
      lateAfterMs: Number.MAX_SAFE_INTEGER,
    });
    commit(memory, evaluation);
    return evaluation.events.map((event) => {
      const rise = event.type === 'severityChanged' ? ` ${event.direction}` : '';
      return `${event.type}${rise} ${(event.at - start) / minute}`;
    });
  });
}

describe('a sensor that now and then cannot be read', () => {
  const isUnreadable = (at: number) => at % 9 >= 5;
  const warm = minutesUpTo(360).map((at) => (isUnreadable(at) ? unreadable(at) : reading(at, -5)));

  it.each([{ isLive: false }, { isLive: true }])(
    'does not hide a warm freezer, live or from a store: the alarm comes after ten minutes of readings ($isLive)',
    (world) => {
      expect(judge(warm, world)).toEqual(['raised 18']);
    },
  );

  it('delays an alarm by exactly the minutes it was unreadable', () => {
    const samples = minutesUpTo(30).map((at) => (at >= 3 && at < 8 ? unreadable(at) : reading(at, -5)));
    expect(judge(samples)).toEqual(['raised 15']);
  });

  it('does not keep an alarm open for ever once the freezer is cold again', () => {
    const cold = minutesUpTo(60).map((at) => (at % 6 >= 2 ? unreadable(100 + at) : reading(100 + at, -20)));
    expect(judge([...minutesUpTo(99).map((at) => reading(at, -12)), ...cold])).toEqual([
      'raised 10',
      'returnedToNormal 113',
    ]);
  });

  it('begins the delay anew when a good reading says normal', () => {
    const samples = minutesUpTo(30).map((at) =>
      at === 8 ? reading(at, -20) : at % 4 === 3 ? unreadable(at) : reading(at, -5),
    );
    expect(judge(samples)).toEqual(['raised 22']);
  });

  it('begins the delay anew after a silence longer than the delay, even if the first word after it is unreadable', () => {
    expect(judge([reading(0, -5), unreadable(60), reading(61, -5), reading(66, -5)])).toEqual([]);
    expect(judge([reading(0, -5), unreadable(60), ...minutesUpTo(20).map((at) => reading(61 + at, -5))])).toEqual([
      'raised 71',
    ]);
  });
});

describe('a logger that stores a reading every few minutes', () => {
  it.each([2, 3, 4, 5, 10])('raises the alarm of a freezer warm for 8 h, with a reading every %i min', (every) => {
    expect(judge(minutesUpTo(480, every).map((at) => reading(at, -5)))).toEqual(['raised 10']);
  });

  it('ends the alarm when its readings are normal for the off-delay', () => {
    const warm = minutesUpTo(30, 5).map((at) => reading(at, -5));
    const cold = minutesUpTo(30, 5).map((at) => reading(35 + at, -20));
    expect(judge([...warm, ...cold])).toEqual(['raised 10', 'returnedToNormal 40']);
  });

  it('does not make an alarm of one warm reading', () => {
    expect(judge([reading(0, -20), reading(9, -5), reading(18, -20), reading(27, -20)])).toEqual([]);
  });

  it('does not make one long excursion of two warm readings with silence longer than the delay between', () => {
    expect(judge([reading(0, -5), reading(11, -5), reading(22, -5)])).toEqual([]);
  });

  it('raises the alarm with a reading every 15 min once its cycle is known', () => {
    const stored = minutesUpTo(480, 15).map((at) => reading(at, -5));
    expect(judge(stored, { maxGapSeconds: 45 * 60 })).toEqual(['raised 10']);
  });
});

describe('a freezer with a general and an urgent limit', () => {
  const cold = reading(0, -20);
  const severities = (samples: readonly Sample[]) => {
    const memory = createMemory();
    watchPoint(memory, { pointId, gatewayId: 3, maxGapSeconds: 180 }, [freezer], { now: start });
    return samples.flatMap((sample) => {
      const evaluation = evaluateBatch(memory, {
        now: sample.at,
        readings: readingsOf([sample]),
        live: new Map([[3, { since: 0, watermark: sample.at }]]),
        gone: new Map(),
        links: [],
        sourceOf: () => null,
        lateAfterMs: 60_000,
      });
      commit(memory, evaluation);
      return evaluation.events.flatMap(({ type, severity, notify }) => (notify ? [`${type} ${severity}`] : []));
    });
  };

  it('that jumps from −20 to −5 alarms once, as urgent, after the delay', () => {
    const samples = [cold, ...minutesUpTo(30).map((at) => reading(1 + at, -5))];
    expect(judge(samples)).toEqual(['raised 11']);
    expect(severities(samples)).toEqual(['raised 1']);
  });

  it('pages nobody for one reading beyond the urgent limit inside a general alarm', () => {
    const samples = minutesUpTo(60).map((at) => reading(at, at === 20 ? -9.9 : -14));
    expect(judge(samples)).toEqual(['raised 10']);
  });

  it('pages nobody for readings that dance around the urgent limit', () => {
    const samples = minutesUpTo(60).map((at) => reading(at, at % 2 === 0 ? -9.9 : -11.2));
    expect(judge(samples)).toEqual(['raised 10']);
    expect(severities(samples)).toEqual(['raised 3']);
  });

  it('becomes urgent once the urgent limit is exceeded for the whole delay, and general after the off-delay', () => {
    const samples = minutesUpTo(90).map((at) => reading(at, at >= 20 && at < 40 ? -5 : -14));
    expect(judge(samples)).toEqual(['raised 10', 'severityChanged rise 30', 'severityChanged fall 45']);
    expect(severities(samples)).toEqual(['raised 3', 'severityChanged 1']);
  });
});
