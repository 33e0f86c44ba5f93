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

it('a counter that is stuck counts nobody, and one that is reset begins again at zero, once', () => {
  const plant = createPlant(demoSeed, midnight);
  const main = () => plant.read('counter-main', 'countIn')!;
  plant.step(midnight + 10 * hourMs);
  const before = main();
  const stuck = plant.inject({ kind: 'counterStuck', deviceCode: 'counter-main' });
  plant.step(midnight + 11 * hourMs);
  expect(main()).toBe(before);
  stuck.clear();
  const reset = plant.inject({ kind: 'counterReset', deviceCode: 'counter-main' });
  plant.step(midnight + 12 * hourMs);
  const counted = main();
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(300);
  plant.step(midnight + 13 * hourMs);
  expect(main()).toBeGreaterThan(counted);
  reset.clear();
  plant.step(midnight + 14 * hourMs);
  expect(main()).toBeGreaterThan(counted);
});

it('a crowd is four times as many people, with the registers that count them', () => {
  const visits = (crowd: boolean) => {
    const plant = createPlant(demoSeed, midnight);
    plant.step(midnight + 10 * hourMs);
    if (crowd) plant.inject({ kind: 'crowd', deviceCode: 'counter-main' });
    const before = plant.read('counter-main', 'countIn')!;
    plant.step(midnight + 12 * hourMs);
    return plant.read('counter-main', 'countIn')! - before;
  };
  const [usual, crowded] = [visits(false), visits(true)];
  expect(crowded).toBeGreaterThan(usual * 3);
  expect(crowded).toBeLessThan(usual * 5);
});

it('a dark sign reads back nothing after a message was written to it, and says that it failed', () => {
  const plant = createPlant(demoSeed, midnight);
  const fault = plant.inject({ kind: 'failed', deviceCode: 'sign-entrance' });
  expect(plant.write('sign-entrance', 'signMessage', 2)).toBe(true);
  expect([plant.read('sign-entrance', 'signMessage'), plant.read('sign-entrance', 'signFault')]).toEqual([0, 1]);
  fault.clear();
  expect([plant.read('sign-entrance', 'signMessage'), plant.read('sign-entrance', 'signFault')]).toEqual([2, 0]);
});
