import { describe, expect, it } from 'vitest';
import { createPlant, demoPoints, demoSeed, type Plant } from '../index.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A Wednesday, 10:00 in Shanghai. */
const start = Date.UTC(2026, 10, 18, 2);

const runIn = (): Plant => {
  const plant = createPlant(demoSeed, start - 24 * hourMs);
  plant.step(start);
  return plant;
};
const everyPoint = (plant: Plant) => demoPoints.map(({ deviceCode, role }) => plant.read(deviceCode, role));
const temperature = (plant: Plant, device = 'freezer-3') => plant.read(device, 'roomTemperature')!;

describe('the demonstration plant', () => {
  it('gives every point of the fleet a value within its engineering range', () => {
    const plant = runIn();
    for (const point of demoPoints) {
      const value = plant.read(point.deviceCode, point.role);
      expect(value, point.code).not.toBeNull();
      expect(value! >= point.rangeLow && value! <= point.rangeHigh, `${point.code} ${value}`).toBe(true);
    }
  });

  it('comes out the same however often it is stepped', () => {
    const once = createPlant(demoSeed, start);
    once.step(start + 3 * hourMs);
    const often = createPlant(demoSeed, start);
    for (let at = start; at <= start + 3 * hourMs; at += 7_300) often.step(at);
    often.step(start + 3 * hourMs);
    expect(everyPoint(often)).toEqual(everyPoint(once));
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    const plant = runIn();
    plant.inject({ kind: 'doorOpen', deviceCode: 'freezer-2', untilMs: start + hourMs });
    const copy = createPlant(0, JSON.parse(JSON.stringify(plant.snapshot())));
    plant.step(start + 2 * hourMs);
    copy.step(start + 2 * hourMs);
    expect(everyPoint(copy)).toEqual(everyPoint(plant));
  });

  it('keeps a freezer with its door closed in its band, defrosts apart', () => {
    const plant = runIn();
    let lastDefrost = 0;
    for (let at = start; at < start + 24 * hourMs; at += 10_000) {
      plant.step(at);
      if (plant.read('freezer-3', 'defrostActive') === 1) lastDefrost = at;
      if (at - lastDefrost < hourMs) continue;
      expect(temperature(plant)).toBeGreaterThan(-22);
      expect(temperature(plant)).toBeLessThan(-17);
    }
    expect(lastDefrost).toBeGreaterThan(0);
  });

  it('warms a freezer above −15 °C within six minutes of an open door, and cools it again', () => {
    const plant = runIn();
    const door = plant.inject({ kind: 'doorOpen', deviceCode: 'freezer-3' });
    expect(plant.read('freezer-3', 'doorOpen')).toBe(1);
    plant.step(start + 6 * minuteMs);
    expect(temperature(plant)).toBeGreaterThan(-15);
    door.clear();
    expect(plant.read('freezer-3', 'doorOpen')).toBe(0);
    plant.step(start + 66 * minuteMs);
    expect(temperature(plant)).toBeLessThan(-17);
  });

  it('closes every door within 10 seconds when nobody holds it open', () => {
    const plant = runIn();
    let openSeconds = 0;
    let openings = 0;
    for (let at = start; at < start + 24 * hourMs; at += 10_000) {
      plant.step(at);
      openSeconds = plant.read('freezer-3', 'doorOpen') === 1 ? openSeconds + 10 : 0;
      if (openSeconds === 10) openings++;
      expect(openSeconds).toBeLessThanOrEqual(10);
    }
    expect(openings).toBeGreaterThan(5);
  });

  it('never turns an energy meter back, and stops it in a power cut', () => {
    const plant = runIn();
    let last = 0;
    for (let at = start; at < start + 6 * hourMs; at += minuteMs) {
      plant.step(at);
      const kwh = plant.read('meter-main', 'activeEnergy')!;
      expect(kwh).toBeGreaterThanOrEqual(last);
      last = kwh;
    }
    plant.inject({ kind: 'powerCut', projectCode: 'coldStore' });
    const before = plant.read('meter-main', 'activeEnergy');
    plant.step(start + 7 * hourMs);
    expect(plant.read('meter-main', 'activeEnergy')).toBe(before);
    expect(plant.isWithoutPower('coldStore')).toBe(true);
  });

  it('follows a new setpoint and refuses to write what is measured', () => {
    const plant = runIn();
    expect(plant.write('freezer-3', 'temperatureSetpoint', -16)).toBe(true);
    expect(plant.write('freezer-3', 'roomTemperature', -24)).toBe(false);
    plant.step(start + 5 * hourMs);
    expect(temperature(plant)).toBeGreaterThan(-17);
  });

  it('has no value for a broken probe, and one again after its repair', () => {
    const plant = runIn();
    const fault = plant.inject({ kind: 'sensorBroken', deviceCode: 'chill-2', role: 'roomTemperature' });
    expect(plant.read('chill-2', 'roomTemperature')).toBeNull();
    fault.clear();
    expect(plant.read('chill-2', 'roomTemperature')).not.toBeNull();
  });

  it('lets heat and ammonia rise in a barn without fans', () => {
    const plant = runIn();
    plant.inject({ kind: 'fanFailed', deviceCode: 'ventilation-2' });
    plant.step(start + 3 * hourMs);
    expect(temperature(plant, 'barn-2')).toBeGreaterThan(temperature(plant, 'barn-1') + 5);
    expect(plant.read('barn-2', 'ammonia')!).toBeGreaterThan(25);
  });

  it('refuses a fault of a device that does not exist', () => {
    expect(() => runIn().inject({ kind: 'doorOpen', deviceCode: 'freezer-99' })).toThrow('freezer-99');
  });

  it('lets slow faults grow, also across a snapshot, and nothing else show them', () => {
    const drift = { kind: 'sensorDrift', deviceCode: 'showcase-2', role: 'humidity', by: -6, overDays: 1 } as const;
    const [sound, faulty] = [createPlant(1, start), createPlant(1, start)];
    faulty.inject({ ...drift, fromMs: start });
    faulty.step(start + 6 * hourMs);
    const later = createPlant(1, faulty.snapshot());
    for (const plant of [sound, later]) plant.step(start + 12 * hourMs);
    const apart = (device: string) => later.read(device, 'humidity')! - sound.read(device, 'humidity')!;
    expect(apart('showcase-2')).toBeCloseTo(-3, 1);
    expect(apart('showcase-3')).toBeCloseTo(0, 9);
  });
});
