import type { PointValue } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { withLiveValues } from '../points/index.ts';
import { testDevice, testPoint } from './testDevice.ts';
import { newerOf, withNewsOnPage } from './useLiveDevices.ts';

const first = testDevice();
const second = testDevice({ Mtid: 4, Points: [testPoint({ PointId: 21 })] });
const measured = (pointId: number) => (points: PointValue[]) =>
  withLiveValues(points, new Map([[pointId, [pointId, -17, 0, 2_000_000]]]));
const page = { Data: [first, second], TotalCount: 2 };

it('draws only the card again whose value changed', () => {
  const next = withNewsOnPage(page, measured(21));
  expect(next.Data[0]).toBe(first);
  expect(next.Data[1]?.Points[0]?.Value).toBe(-17);
  expect(withNewsOnPage(page, measured(99))).toBe(page);
});

it('keeps what arrived live while a poll was under way', () => {
  const live = withNewsOnPage(page, measured(21));
  const polled = newerOf(live, structuredClone(page));
  expect(polled.Data[1]?.Points[0]).toMatchObject({ Value: -17, Time: 2_000_000 });
});

it('keeps the objects of devices that a poll brings unchanged', () => {
  const polled = newerOf(page, structuredClone(page));
  expect(polled.Data[0]).toBe(first);
});
