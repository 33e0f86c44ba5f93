import { expect, it } from 'vitest';
import type { MapSite } from './mapSite.ts';
import { type Bounds, siteIndex } from './siteGroups.ts';

const world: Bounds = [-180, -85, 180, 85];
const site = (id: number, latitude: number, longitude: number, level: number | null = null): MapSite => ({
  id,
  name: `Store ${id}`,
  latitude,
  longitude,
  level,
  alarmCount: level === null ? 0 : 1,
  muted: false,
  words: '',
});
const hangzhou = [site(1, 30.27, 120.15, 3), site(2, 30.28, 120.16, 1), site(3, 30.29, 120.14)];
const berlin = site(4, 52.52, 13.4);

it('a group counts its sites and those with alarms, and carries the worst level', () => {
  const [group] = siteIndex(hangzhou, 12).within(world, 3);
  expect(group).toMatchObject({ kind: 'group', group: { count: 3, alarming: 2, level: 1 } });
});

it('a group without alarms has no level', () => {
  const [group] = siteIndex([site(1, 1, 1), site(2, 1.001, 1.001)], 12).within(world, 3);
  expect(group).toMatchObject({ group: { alarming: 0, level: null } });
});

it('sites far from each other stand alone, and those outside the view are left out', () => {
  const index = siteIndex([...hangzhou, berlin], 12);
  expect(
    index
      .within(world, 3)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['group', 'site']);
  expect(index.within([0, 40, 30, 60], 3)).toMatchObject([{ kind: 'site', site: { name: 'Store 4' } }]);
});

it('knows from which zoom on a site stands alone', () => {
  const index = siteIndex([...hangzhou, berlin], 18);
  const zoom = index.zoomAlone(hangzhou[0]!, 3);
  expect(zoom).toBeGreaterThan(8);
  expect(index.within(world, zoom)).toContainEqual({ kind: 'site', site: hangzhou[0] });
  expect(index.zoomAlone(berlin, 3)).toBe(3);
});

it('two sites at the very same place never stand apart, and can be listed', () => {
  const index = siteIndex([site(1, 10, 10), site(2, 10, 10)], 12);
  const [shown] = index.within(world, 12);
  if (shown?.kind !== 'group') throw new Error('not a group');
  expect(shown.group.apartAtZoom).toBeGreaterThan(12);
  expect([...shown.group.ids()].sort()).toEqual([1, 2]);
});
