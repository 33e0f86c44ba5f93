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

it('a moment is wall-clock time on the wire, in the second of two equal hours with its offset', () => {
  const at = (iso: string) => Date.parse(`${iso}:00Z`);
  expect(onTheWire({ from: at('2025-10-26T00:30'), to: at('2025-10-26T01:30') }, 'Europe/Berlin')).toEqual({
    start: '2025-10-26 02:30:00',
    end: '2025-10-26 02:30:00+01:00',
  });
  expect(onTheWire({ from: at('2025-11-02T05:15'), to: at('2025-11-02T06:15') }, 'America/New_York').end).toBe(
    '2025-11-02 01:15:00-05:00',
  );
});
