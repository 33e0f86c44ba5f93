import { expect, test } from 'vitest';
import { type DeviceLink, ownTimes } from './ownTimes.ts';

const link = (assetId: number | null, values: Partial<DeviceLink> = {}): DeviceLink => ({
  ...{ assetId, deviceId: 1, linkedAt: null, unlinkedAt: null, installedAt: null, disposedAt: null, isFirst: true },
  ...values,
});

test('the first asset of a device lives since its installation, or for as long as anything is known', () => {
  expect(ownTimes([link(7)], 7)).toEqual([{ deviceId: 1, from: null, to: null }]);
  expect(ownTimes([link(7, { linkedAt: 500, installedAt: 100 })], 7)).toEqual([{ deviceId: 1, from: 100, to: null }]);
});

test('a replacement begins where its predecessor ended, or with its own installation, and never with the other’s life', () => {
  const old = link(7, { unlinkedAt: 500 });
  const times = (next: DeviceLink) => [ownTimes([old, next], 7), ownTimes([old, next], 8)];
  expect(times(link(8, { linkedAt: 600 }))).toEqual([
    [{ deviceId: 1, from: null, to: 500 }],
    [{ deviceId: 1, from: 500, to: null }],
  ]);
  // Installed at 450, which is entered at 500.
  expect(times(link(8, { linkedAt: 500, installedAt: 450 }))).toEqual([
    [{ deviceId: 1, from: null, to: 450 }],
    [{ deviceId: 1, from: 450, to: null }],
  ]);
  // Installed elsewhere long ago.
  expect(times(link(8, { linkedAt: 600, installedAt: 50, isFirst: false }))).toEqual([
    [{ deviceId: 1, from: null, to: 500 }],
    [{ deviceId: 1, from: 600, to: null }],
  ]);
  // Bought used: its installation lies before the predecessor's.
  const since = link(7, { installedAt: 100, unlinkedAt: 500 });
  expect(ownTimes([since, link(8, { linkedAt: 500, installedAt: 50 })], 8)).toEqual([
    { deviceId: 1, from: 500, to: null },
  ]);
});

test('the day of a disposal ends a life, also where it is entered later; a deleted predecessor keeps its time', () => {
  const old = link(7, { unlinkedAt: 500, disposedAt: 300 });
  expect(ownTimes([old, link(8, { linkedAt: 500 })], 8)).toEqual([{ deviceId: 1, from: 300, to: null }]);
  const deleted = link(null, { unlinkedAt: 500 });
  expect(ownTimes([deleted, link(8, { linkedAt: 500 })], 8)).toEqual([{ deviceId: 1, from: 500, to: null }]);
});

test('a link taken off by mistake and set again is one time; a device in between is another', () => {
  const links = [
    link(7, { linkedAt: 100, unlinkedAt: 200 }),
    link(7, { deviceId: 2, linkedAt: 200, unlinkedAt: 300, isFirst: false }),
    link(7, { linkedAt: 300, isFirst: false }),
  ];
  expect(ownTimes([links[0]!, links[2]!], 7)).toEqual([{ deviceId: 1, from: null, to: null }]);
  expect(ownTimes(links, 7)).toEqual([
    { deviceId: 1, from: null, to: 200 },
    { deviceId: 1, from: 300, to: null },
    { deviceId: 2, from: 200, to: 300 },
  ]);
});
