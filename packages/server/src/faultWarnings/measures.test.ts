import { hourMs, minuteMs } from '@watchpost/contract';
import { expect, test } from 'vitest';
import type { BucketColumns, SampleColumns } from '../history/index.ts';
import { dayLevel, defrosts, dutyCycle, pullDown } from './measures.ts';
import { spansOfState } from './spansOfState.ts';
import { type PointFacts, tellingPoints } from './tellingPoints.ts';
import { limitAhead, limitSoon } from './timeToLimit.ts';

const start = Date.UTC(2026, 5, 1);

const changes = (...list: [minute: number, value: number, quality?: number][]): SampleColumns => ({
  length: list.length,
  measuredAt: Float64Array.from(list, ([minute]) => start + minute * minuteMs),
  values: Float64Array.from(list, ([, value]) => value),
  quality: Uint8Array.from(list, ([, , quality = 0]) => quality),
});

/** By five minutes; NaN: nothing is known. */
const curve = (hours: number, of: (minute: number) => number): BucketColumns => {
  const length = hours * 12;
  const avg = Float64Array.from({ length }, (_, i) => of(i * 5));
  const counts = new Int32Array(length);
  const startsAt = Float64Array.from({ length }, (_, i) => start + i * 5 * minuteMs);
  return { length, startsAt, avg, min: avg, max: avg, count: counts, badCount: counts };
};

test('a day is cooled for the share of its known time; of a day mostly unknown nothing is said', () => {
  const day = changes([0, 1], [360, 0], [720, 1], [1080, Number.NaN, 0], [1260, 0]);
  const { spans, knownMs } = spansOfState(day, new Set([1]), start, start + 24 * hourMs);
  // Ran 0–6 and 12–18 h, known but for three hours.
  expect(dutyCycle(spans, knownMs, start, start + 24 * hourMs)).toBeCloseTo((12 / 21) * 100);
  expect(dutyCycle(spans, 11 * hourMs, start, start + 24 * hourMs)).toBeNull();
});

test('a defrost counts on the day it ends, whole; without one there are none and no length', () => {
  const { spans } = spansOfState(
    changes([-20, 1], [10, 0], [600, 1], [640, 0]),
    new Set([1]),
    start,
    start + 24 * hourMs,
  );
  expect(defrosts(spans, start, start + 24 * hourMs)).toEqual({ count: 2, minutes: 35 });
  expect(defrosts([], start, start + 24 * hourMs)).toEqual({ count: 0, minutes: null });
});

test('the way down is measured from the end of the defrost, and one that never comes down counts as the longest', () => {
  const defrost = { from: start + 120 * minuteMs, to: start + 150 * minuteMs };
  const room = (kelvinAMinute: number) => (minute: number) =>
    minute < 120 ? -20 : minute < 150 ? -20 + (minute - 120) * 0.4 : Math.max(-20, -8 - (minute - 150) * kelvinAMinute);
  const took = (of: (minute: number) => number) => pullDown([defrost], curve(8, of), start, start + 8 * hourMs);
  // Twelve kelvin up; three quarters of them are gone after nine.
  expect(took(room(0.3))).toBe(30);
  expect(took(room(0.15))).toBe(60);
  expect(took(room(0))).toBe(180);
  expect(took(() => -20)).toBeNull();
});

test('the level of a day has its hours in it, not its shortest peaks', () => {
  const level = dayLevel(
    curve(24, (minute) => (minute === 300 ? 40 : minute < 720 ? 2 : 4)),
    start,
    start + 24 * hourMs,
  )!;
  expect(level.low).toBe(2);
  expect(level.high).toBeCloseTo(2 + 38 / 12);
  expect(
    dayLevel(
      curve(24, (minute) => (minute < 600 ? 2 : Number.NaN)),
      start,
      start + 24 * hourMs,
    ),
  ).toBeNull();
});

const limits = { highHigh: null, high: -15, low: -28, lowLow: null };
const usual = { high: -18.5, low: -21.5 };
const soon = (of: (minute: number) => number, ordinary: typeof usual | null = usual) =>
  limitSoon(curve(2, of), limits, ordinary, start + 2 * hourMs);

test('a room that warms steadily reaches its limit at a time that is told', () => {
  const found = soon((minute) => -20 + Math.max(0, minute - 40) * 0.04)!;
  // At -17 after 75 minutes of 0.04 K: fifty more to -15.
  expect((found.expectedAt - start) / minuteMs).toBeCloseTo(120 + 52, -1);
  expect(found.limit).toBe(-15);
  expect(found.soonest).toBeLessThanOrEqual(found.expectedAt);
});

test('no time is told of a defrost, of what slows down, wanders, is ordinary, or would take longer than three hours', () => {
  expect(
    soon((minute) => (minute < 80 ? -20 : minute < 105 ? -20 + (minute - 80) * 0.2 : -15.5 - (minute - 105) * 0.1)),
  ).toBeNull();
  expect(soon((minute) => -20 + 3 * (1 - Math.exp(-minute / 20)))).toBeNull();
  expect(soon((minute) => -18 + Math.sin(minute))).toBeNull();
  expect(soon((minute) => -20 + minute * 0.012)).toBeNull();
  expect(soon((minute) => -18.4 + minute * 0.004)).toBeNull();
  expect(soon((minute) => -20 + minute * 0.08)).toBeNull();
});

test('days that climb towards a limit say when; days that wander or lie beyond it do not', () => {
  const figure = (of: (day: number) => number) => ({
    deviceId: 1,
    pointId: 1,
    kind: 'high' as const,
    firstDay: 0,
    daily: Array.from({ length: 12 }, (_, day) => of(day)),
  });
  const now = 12 * 86_400_000;
  const found = limitAhead(
    figure((day) => -18 + day * 0.2 + 0.05 * Math.sin(day * 5)),
    11,
    limits,
    now,
  )!;
  expect((found.expectedAt - now) / 86_400_000).toBeCloseTo(4.5, 0);
  expect(
    limitAhead(
      figure((day) => -17 + Math.sin(day * 2)),
      11,
      limits,
      now,
    ),
  ).toBeNull();
  expect(
    limitAhead(
      figure((day) => -14 + day * 0.2),
      11,
      limits,
      now,
    ),
  ).toBeNull();
  expect(
    limitAhead(
      figure((day) => -27 + day * 0.05),
      11,
      limits,
      now,
    ),
  ).toBeNull();
});

test('what a point says of its device is told by its words, in either language', () => {
  const point = (id: number, name: string, nameEn: string, more: Partial<PointFacts> = {}): PointFacts => ({
    id,
    name,
    nameEn,
    typeCode: '',
    isState: true,
    statusValues: [
      { value: 0, zh: '停止', en: 'Stopped' },
      { value: 1, zh: '运行', en: 'Running' },
    ],
    unit: '',
    decimals: 0,
    level: 2,
    isMain: false,
    isWritable: false,
    samplingIntervalSeconds: 60,
    ...more,
  });
  const words = (...list: string[]) => ({ statusValues: list.map((each, value) => ({ value, zh: each, en: each })) });
  const analog = { isState: false, statusValues: [], unit: '°C' };
  const found = tellingPoints([
    point(1, '温度设定值', 'Temperature setpoint', { ...analog, level: 1, isWritable: true }),
    point(2, '温度', 'Temperature', { ...analog, isMain: true }),
    point(3, '湿度', 'Humidity', { ...analog, unit: '%RH', level: 1 }),
    point(4, '风机', 'Fan'),
    point(5, '控制状态', 'Control state', words('Standby', 'Cooling', 'Defrost', 'Drip time')),
    point(6, '1 号压缩机', 'Compressor 1'),
    point(7, '化霜', 'Defrost', words('No defrost', 'Defrosting')),
    point(8, '库门', 'Door', words('关闭', '打开')),
    point(9, '高温告警位', 'High temperature flag', words('正常', '故障')),
  ]);
  expect(found.air?.id).toBe(2);
  expect(found.levels.map(({ id }) => id)).toEqual([2, 3]);
  expect(found.cooling.map(({ point: { id }, values }) => [id, ...values])).toEqual([[6, 1]]);
  expect(found.defrost?.point.id).toBe(5);
  expect([...found.defrost!.values]).toEqual([2]);
  expect([found.door?.point.id, ...found.door!.values]).toEqual([8, 1]);
});
