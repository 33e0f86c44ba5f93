import { exceptionQuality, qualityCode } from '@watchpost/contract';
import { expect, test } from 'vitest';
import type { PointFacts } from '../points/index.ts';
import { acceptReading, type RawReading, skewsOf } from './acceptReading.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const minute = 60_000;
const hour = 60 * minute;

const freezer: PointFacts = {
  id: 7,
  company_id: 1,
  project_id: 1,
  kind: 'mqtt',
  gateway_id: 1,
  slave_id: null,
  decimals: 1,
  sampling_interval_seconds: 60,
  value_type: 'analog',
  status_values: [],
  range_low: -40,
  range_high: 30,
  error_values: [],
  formula_since: null,
  frozen_after_seconds: null,
  outdoor: false,
  formula: null,
  inputs: [],
  modbus: null,
  mqtt_device: null,
  mqtt_key: 'temp',
  offsets: [],
  device_ids: [],
};
const door: PointFacts = {
  ...freezer,
  value_type: 'status',
  status_values: [
    { value: 0, zh: '关', en: 'Closed' },
    { value: 1, zh: '开', en: 'Open' },
  ],
  range_low: null,
  range_high: null,
};

/** Of a message with this one reading. */
const accept = (raw: Partial<RawReading>, point = freezer) => {
  const reading = { measuredAt: noon, value: -18, reason: null, ...raw };
  return acceptReading(point, reading, noon, skewsOf([{ raw: reading }], noon).get(null));
};

test('a plausible reading is kept as it was measured', () => {
  expect(accept({ measuredAt: noon - hour })).toEqual({
    measuredAt: noon - hour,
    value: -18,
    quality: qualityCode.good,
  });
});

test('a reading whose time the gateway does not say counts as measured on arrival', () => {
  expect(accept({ measuredAt: null })).toMatchObject({ measuredAt: noon, quality: qualityCode.good });
});

test.each([
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])('%s is no number: it is kept as bad, never as zero', (_name, value) => {
  expect(accept({ value })).toEqual({ measuredAt: noon, value: Number.NaN, quality: qualityCode.notANumber });
});

test.each([
  ['in the same minute', 0, noon],
  ['half a minute ahead', minute / 2, noon + minute / 2],
  ['exactly one minute ahead', minute, noon + minute],
])('a clock that is %s is believed', (_name, ahead, measuredAt) => {
  expect(accept({ measuredAt: noon + ahead })).toEqual({ measuredAt, value: -18, quality: qualityCode.good });
});

test.each([
  ['just over a minute', minute + 1],
  ['23 hours', 23 * hour],
  ['exactly 24 hours', 24 * hour],
])('a clock that is %s ahead gets our time, and the value says so', (_name, ahead) => {
  expect(accept({ measuredAt: noon + ahead })).toEqual({
    measuredAt: noon,
    value: -18,
    quality: qualityCode.clockSkew,
  });
});

test('a bad value of a gateway with a wrong clock stays bad', () => {
  const skewed = accept({ measuredAt: noon + hour, value: null, reason: 'sensorFault' });
  expect(skewed).toEqual({ measuredAt: noon, value: Number.NaN, quality: qualityCode.sensorFault });
});

test.each([
  ['25 hours ahead', noon + 25 * hour, 'fromTheFuture'],
  ['of the year 2038', Date.UTC(2038, 0, 19, 3, 14, 8), 'fromTheFuture'],
  ['without a finite time', Number.POSITIVE_INFINITY, 'fromTheFuture'],
  ['of 1970, after the clock lost its battery', 0, 'tooOld'],
  ['of 2000, after the clock lost its battery', Date.UTC(2000, 0, 1), 'tooOld'],
])('a reading %s is refused with its reason', (_name, measuredAt, refused) => {
  expect(accept({ measuredAt })).toEqual({ refused });
});

test('a late reading of a year ago is ordinary', () => {
  const lastYear = noon - 365 * 24 * hour;
  expect(accept({ measuredAt: lastYear })).toMatchObject({ measuredAt: lastYear, quality: qualityCode.good });
});

test.each([
  ['below the range of its sensor', -40.1, qualityCode.outOfRange],
  ['above the range of its sensor', 30.1, qualityCode.outOfRange],
  ['on the lower edge', -40, qualityCode.good],
  ['on the upper edge', 30, qualityCode.good],
])('a value %s keeps its number and gets its quality', (_name, value, quality) => {
  expect(accept({ value })).toEqual({ measuredAt: noon, value, quality });
});

test.each([
  ['open', 1, qualityCode.good],
  ['a state nobody knows', 7, qualityCode.badFormat],
  ['between two states', 0.5, qualityCode.badFormat],
])('a door that reports %s', (_name, value, quality) => {
  expect(accept({ value }, door)).toMatchObject({ value, quality });
});

test('true and false are states: on a thermometer they are bad, never one degree', () => {
  expect(accept({ value: 1, isBoolean: true })).toEqual({
    measuredAt: noon,
    value: Number.NaN,
    quality: qualityCode.badFormat,
  });
  expect(accept({ value: 1, isBoolean: true }, door)).toMatchObject({ value: 1, quality: qualityCode.good });
  expect(accept({ value: 0, isBoolean: true }, door)).toMatchObject({ value: 0, quality: qualityCode.good });
});

test.each([
  ['timeout', null, qualityCode.timeout],
  ['crcError', null, qualityCode.crcError],
  ['sensorFault', null, qualityCode.sensorFault],
  ['timeout', 11, qualityCode.timeout],
  ['exception', 2, exceptionQuality(2)],
  ['a word this version does not know', null, qualityCode.badFormat],
])('a failed read keeps its reason: %s %s', (reason, exceptionCode, quality) => {
  expect(accept({ value: null, reason, exceptionCode })).toMatchObject({ value: Number.NaN, quality });
});

test('a value that may be a late answer is kept, uncertain', () => {
  expect(accept({ reason: 'lateAnswerPossible' })).toEqual({
    measuredAt: noon,
    value: -18,
    quality: qualityCode.lateAnswerPossible,
  });
});

test('samples that a fast clock sends together keep their distance; the newest is now', () => {
  const message = [2, 1, 0].map((minutesAgo) => ({
    raw: { measuredAt: noon + hour - minutesAgo * minute, value: -18, reason: null },
  }));
  const times = message.map(({ raw }) => acceptReading(freezer, raw, noon, skewsOf(message, noon).get(null)));
  expect(times).toMatchObject([
    { measuredAt: noon - 2 * minute, quality: qualityCode.clockSkew },
    { measuredAt: noon - minute },
    { measuredAt: noon },
  ]);
});

test('a device whose clock is ahead does not move what others in the same message measured', () => {
  const sent = (device: string | null, aheadMs: number) => ({
    device,
    raw: { measuredAt: noon + aheadMs, value: -18, reason: null },
  });
  const message = [
    sent('Case 1', 2 * hour),
    sent('Case 1', 2 * hour - minute),
    sent('Case 2', -minute),
    sent(null, 5 * minute),
  ];
  const skews = skewsOf(message, noon);
  const times = message.map(({ device, raw }) => acceptReading(freezer, raw, noon, skews.get(device)));
  expect(times).toMatchObject([
    { measuredAt: noon, quality: qualityCode.clockSkew },
    { measuredAt: noon - minute, quality: qualityCode.clockSkew },
    { measuredAt: noon - minute, quality: qualityCode.good },
    { measuredAt: noon, quality: qualityCode.clockSkew },
  ]);
});
