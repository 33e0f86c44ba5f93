import { qualityCode } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { type AlarmRule, commit, createMemory, evaluateBatch, utcCalendar, watchPoint } from '../engine/index.ts';
import { readingsOf, type Sample } from '../engine/testing/readingsOf.ts';
import { bestDelay, restlessness } from './propose.ts';
import { createReplay, type ReplayedPoint } from './replay.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const temperature = 5;
const defrost = 9;
const known: Pick<ReplayedPoint, 'isKnownBefore' | 'isExplained' | 'losses'> = {
  isKnownBefore: true,
  isExplained: false,
  losses: [],
};
const delays = { onDelaySeconds: 600, offDelaySeconds: 120 };
const rules: AlarmRule[] = [
  {
    id: 1,
    kind: 'limit',
    bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
    deadband: 1,
    ...delays,
    onlyWhile: [{ point: { pointId: defrost }, values: [0], settleSeconds: 600, maxHiddenSeconds: 2700 }],
  },
  { id: 2, kind: 'noData', afterSeconds: 900, severity: 3 },
  { id: 3, kind: 'frozen', tolerance: 0, afterSeconds: 1800, severity: 3 },
  {
    id: 4,
    kind: 'rateOfChange',
    direction: 'rise',
    limit: 4,
    windowSeconds: 600,
    severity: 3,
    ...delays,
    onDelaySeconds: 300,
  },
];

/** Two days of a freezer by the minute: noise, a defrost each six hours, two warm hours, a night without data, a stuck sensor. */
function* past(): Generator<Sample> {
  let noise = 7;
  for (let m = 0; m < 2880; m++) {
    noise = (noise * 48_271) % 2_147_483_647;
    const isDefrosting = m % 360 < 25;
    if (m % 360 === 0 || m % 360 === 25)
      yield { pointId: defrost, at: start + m * minute, value: isDefrosting ? 1 : 0 };
    if (m > 1500 && m < 1620) continue;
    const isWarm = m > 700 && m < 830;
    const base = isWarm ? -11 : isDefrosting || m % 360 < 35 ? -12 : -20;
    const value = m > 2300 && m < 2400 ? -20 : base + (noise % 100) / 50;
    yield { pointId: temperature, at: start + m * minute, value, quality: m % 97 === 0 ? 66 : 0 };
  }
}

test.each(
  [
    ['all rules together', rules] as const,
    ...rules.map((rule) => [`${rule.kind} alone`, [rule]] as const),
    ['limits beside a frozen value', [rules[0]!, rules[2]!]] as const,
    // Of a slow point no sample speaks for the time until the next: that its line is live does.
  ].flatMap(([name, some]) => [180, 45].map((maxGapSeconds) => ({ name, some, maxGapSeconds }))),
)(
  'what is tried on the past finds exactly what the live engine raised on the same samples: $name, $maxGapSeconds s',
  async ({ some: rules, maxGapSeconds }) => {
    const samples = [...past()];
    const memory = createMemory();
    const common = { now: start, states: new Map() };
    watchPoint(memory, { pointId: temperature, gatewayId: 1, maxGapSeconds, calendar: utcCalendar }, rules, common);
    watchPoint(memory, { pointId: defrost, gatewayId: 1, maxGapSeconds: 3600, calendar: utcCalendar }, [], common);
    const raised: string[] = [];
    const returned: string[] = [];
    for (let now = start; now < start + 2881 * minute; now += 20_000) {
      const evaluation = evaluateBatch(memory, {
        now,
        readings: readingsOf(samples.filter(({ at }) => at > now - 20_000 && at <= now)),
        live: new Map([[1, { since: start, watermark: now - 5_000 }]]),
        gone: new Map(),
        links: [],
        sourceOf: () => null,
        lateAfterMs: 120_000,
      });
      commit(memory, evaluation);
      for (const event of evaluation.events) {
        if (event.type === 'raised') raised.push(`${event.ruleId} ${(event.at - start) / 1000}`);
        if (event.type === 'returnedToNormal') returned.push(`${event.ruleId} ${(event.at - start) / 1000}`);
      }
    }

    const replay = createReplay(
      [
        { ...known, pointId: temperature, maxGapSeconds, calendar: utcCalendar, rules },
        { ...known, pointId: defrost, maxGapSeconds: 3600, calendar: utcCalendar, rules: [] },
      ],
      start,
    );
    // In stretches, as history gives them.
    for (let from = start; from < start + 2881 * minute; from += 500 * minute) {
      const to = Math.min(from + 500 * minute, start + 2881 * minute);
      const of = (pointId: number) => {
        const mine = samples.filter((sample) => sample.pointId === pointId && sample.at >= from && sample.at < to);
        return { pointId, ...readingsOf(mine) };
      };
      await replay.take([of(temperature), of(defrost)], to);
    }
    const found = replay.alarms.map(({ ruleId, raisedAt }) => `${ruleId} ${(raisedAt - start) / 1000}`);
    expect(found.toSorted()).toEqual(raised.toSorted());
    const over = replay.alarms.flatMap(({ ruleId, returnedAt }) =>
      returnedAt === null ? [] : [`${ruleId} ${(returnedAt - start) / 1000}`],
    );
    expect(over.toSorted()).toEqual(returned.toSorted());
    // Values so far apart never stand still.
    const able = rules.filter(({ kind }) => kind !== 'frozen' || maxGapSeconds > 60);
    expect(new Set(replay.alarms.map(({ ruleId }) => ruleId))).toEqual(new Set(able.map(({ id }) => id)));
  },
);

test('silence before the first reading is none, and what a lost gateway explains is not tried as alarms of its points', async () => {
  const asksSilence: AlarmRule[] = [
    { id: 1, kind: 'noData', afterSeconds: 900, severity: 3 },
    { id: 2, kind: 'badQuality', severity: 3, onDelaySeconds: 0, offDelaySeconds: 0 },
  ];
  /** Measured by the minute from 10:00 on, but for what is left out; begun by a sample that says the line is gone, where it says so. */
  const found = async (point: Partial<typeof known>, gap?: [number, number]) => {
    const replay = createReplay(
      [
        {
          ...known,
          isKnownBefore: false,
          ...point,
          pointId: temperature,
          maxGapSeconds: 180,
          calendar: utcCalendar,
          rules: asksSilence,
        },
      ],
      start,
    );
    const samples: Sample[] = [];
    for (let m = 600; m < 1000; m++) {
      if (gap && m >= gap[0] && m < gap[1]) continue;
      samples.push({ pointId: temperature, at: start + m * minute, value: -20 });
    }
    if (gap && !point.losses)
      samples.push({
        pointId: temperature,
        at: start + gap[0] * minute,
        value: Number.NaN,
        quality: qualityCode.noCommunication,
      });
    samples.sort((a, b) => a.at - b.at);
    await replay.take([{ pointId: temperature, ...readingsOf(samples) }], start + 1000 * minute);
    return replay.alarms.map(({ ruleId, raisedAt }) => `${ruleId} ${(raisedAt - start) / minute}`);
  };
  expect(await found({})).toEqual([]);
  expect(await found({ isKnownBefore: true })).toEqual(['1 15']);
  const lost = { from: start + 700 * minute, to: start + 760 * minute };
  expect(await found({ isExplained: true }, [700, 760])).toEqual([]);
  expect(await found({ isExplained: true, losses: [lost] }, [700, 760])).toEqual([]);
  // A gateway that is lost before its slave is noticed first, whichever was told of first, and for as long as either is lost.
  const longer = { from: start + 690 * minute, to: start + 755 * minute };
  expect(await found({ isExplained: true, losses: [lost, longer] }, [692, 760])).toEqual([]);
  // Where nothing above alarms about itself the points do, and of silence that nobody explains.
  expect(await found({}, [700, 760])).toEqual(['2 700', '1 714']);
  expect(await found({ losses: [lost] }, [700, 760])).toEqual(['1 714']);
  expect(await found({ losses: [] }, [700, 760])).toEqual(['1 714']);
});

test('a line that was lost often is gone through once, and leaves others their turn', async () => {
  let looked = 0;
  const losses = Array.from({ length: 500 }, (_, i) => ({
    get from() {
      looked++;
      return start + i * 20 * minute;
    },
    to: start + (i * 20 + 5) * minute,
  }));
  const point: ReplayedPoint = {
    ...known,
    losses,
    pointId: temperature,
    maxGapSeconds: 180,
    calendar: utcCalendar,
    rules,
  };
  const replay = createReplay([point], start);
  const samples = Array.from({ length: 10_000 }, (_, m) => ({
    pointId: temperature,
    at: start + m * minute,
    value: -20,
  }));
  const end = start + 10_000 * minute;
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await replay.take([{ pointId: temperature, ...readingsOf(samples) }], end);
  isOver = true;
  expect(turns).toBeGreaterThan(1);
  expect(looked).toBeLessThan(losses.length * 30);

  const leaving = new AbortController();
  leaving.abort();
  await expect(
    createReplay([point], start).take([{ pointId: temperature, ...readingsOf(samples) }], end, leaving.signal),
  ).rejects.toThrow();
});

test('a proposal outlasts what passes and loses nothing that lasts', () => {
  const alarm = (atMinute: number, minutes: number) => ({
    ruleId: 1,
    pointId: temperature,
    raisedAt: start + atMinute * minute,
    returnedAt: start + (atMinute + minutes) * minute,
    severity: 2,
    extreme: null,
    hasReturned: true,
    ringing: [],
  });
  const fleeting = Array.from({ length: 40 }, (_, i) => alarm(i * 100, 4));
  const doors = Array.from({ length: 10 }, (_, i) => alarm(i * 100 + 50, 12));
  const fault = alarm(5000, 200);
  const tried = [0, 300, 900].map((seconds) => ({
    seconds,
    alarms: [...fleeting, ...doors, fault]
      .filter(({ raisedAt, returnedAt }) => returnedAt - raisedAt > seconds * 1000)
      .map((one) => ({ ...one, raisedAt: one.raisedAt + seconds * 1000 })),
  }));
  expect(bestDelay(tried, start + 10_000 * minute)).toBe(900);
  // A delay that lost the fault is none, however quiet it would be.
  expect(bestDelay([...tried.slice(0, 2), { seconds: 900, alarms: [] }], start + 10_000 * minute)).toBe(300);
  expect(restlessness([0, 0, 0.1, 0.2, 0.2, 9], 1)).toBe(0.6);
});
