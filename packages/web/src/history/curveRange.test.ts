import { expect, it } from 'vitest';
import { intervalFor, intervalsFor, onTheWire } from './curveRange.ts';

const hour = 3_600_000;
const day = 24 * hour;

it('offers raw data for up to a week and longer intervals for longer ranges', () => {
  expect(intervalsFor(day)).toEqual([0, 2, 10, 30]);
  expect(intervalsFor(7 * day)).toEqual([0, 2, 10, 30]);
  expect(intervalsFor(30 * day)).toEqual([10, 30, 60]);
  expect(intervalsFor(365 * day)).toEqual([120, 240, 1440]);
});

it('starts with the shortest interval, and with raw data where one looks closely', () => {
  expect(intervalFor(day, null)).toBe(2);
  expect(intervalFor(30 * day, null)).toBe(10);
  expect(intervalFor(2 * hour, null)).toBe(0);
});

it('keeps a chosen interval only while the range allows it', () => {
  expect(intervalFor(day, 30)).toBe(30);
  expect(intervalFor(30 * day, 2)).toBe(10);
  expect(intervalFor(30 * day, 0)).toBe(10);
});

it('asks in the wall-clock time of the project', () => {
  expect(onTheWire({ from: Date.UTC(2026, 10, 21, 1), to: Date.UTC(2026, 10, 21, 2) }, 'Asia/Shanghai')).toEqual({
    start: '2026-11-21 09:00:00',
    end: '2026-11-21 10:00:00',
  });
});
