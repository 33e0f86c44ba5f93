import type { PlanZone } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { zoneNameShown } from './ZoneShape.tsx';

it('shortens the name of a zone to its width, and leaves it out where nothing of it could be read', () => {
  const Corners: [number, number][] = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.3, 0.4],
  ];
  const zone = { ZoneName: 'Freezer hall', Corners } as unknown as PlanZone;
  const shownAt = (width: number) => zoneNameShown(zone, { width, height: 600 }, 1);
  expect(shownAt(1000)).toBe('Freezer hall');
  expect(shownAt(400)).toBe('Freezer…');
  expect(shownAt(100)).toBe('');
});
