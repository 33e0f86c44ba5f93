import { expect, it } from 'vitest';
import { createPlant, demoSeed } from '../index.ts';

const hourMs = 3_600_000;
/** Wednesday, 18 November 2026, 00:00 in Shanghai. */
const midnight = Date.UTC(2026, 10, 17, 16);

it('lets a weekday of people and cars in, and all of them out', () => {
  const plant = createPlant(demoSeed, midnight);
  const at = (hour: number) => {
    plant.step(midnight + hour * hourMs);
    return {
      in: plant.read('counter-main', 'countIn')! + plant.read('counter-parking', 'countIn')!,
      out: plant.read('counter-main', 'countOut')! + plant.read('counter-parking', 'countOut')!,
      taken: plant.read('parking-1', 'spacesTaken')!,
      free: plant.read('parking-1', 'spacesFree')!,
    };
  };
  const [night, evening, end] = [at(0), at(18.5), at(23.5)];
  const visits = end.in - night.in;
  expect(visits).toBeGreaterThan(1600);
  expect(visits).toBeLessThan(2200);
  // Counters over doors miss a few who leave.
  expect(end.out - night.out).toBeLessThan(visits);
  expect(end.out - night.out).toBeGreaterThan(visits * 0.96);
  expect(evening.taken).toBeGreaterThan(5);
  expect(evening.taken + evening.free).toBe(120);
  expect(end.taken).toBe(0);
});

it('takes what is written to audio zones and signs, and no more than they can', () => {
  const plant = createPlant(demoSeed, midnight);
  expect(plant.write('audio-floor', 'volume', 130)).toBe(true);
  expect(plant.read('audio-floor', 'volume')).toBe(100);
  expect(plant.write('sign-entrance', 'signPower', 0)).toBe(true);
  expect(plant.read('sign-entrance', 'signMessage')).toBe(0);
  expect(plant.write('counter-main', 'countIn', 0)).toBe(false);
});
