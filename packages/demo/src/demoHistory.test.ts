import { beforeAll, describe, expect, it } from 'vitest';
import { createPlant, demoHistory, demoPoints, plantedStories } from './index.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = Date.UTC(2026, 10, 21, 3);
const indexOf = (code: string) => demoPoints.findIndex((point) => point.code === code);
const story = (code: string) => plantedStories(now).find((candidate) => candidate.code === code)!.fault;

interface Sample {
  at: number;
  value: number;
  quality: number;
}

describe('the seeded history', () => {
  const freezer = 'freezer-1.roomTemperature';
  const chill = 'chill-2.roomTemperature';
  const door = 'freezer-1.doorOpen';
  const truck = 'truck-1.cargoTemperatureRear';
  const barn = 'barn-2.roomTemperature';
  const fan = 'ventilation-3.fan2Fault';
  const samples = new Map<string, Sample[]>([freezer, chill, truck, barn, fan, door].map((code) => [code, []]));

  beforeAll(() => {
    const history = demoHistory(now - 20 * dayMs, now, 60, (point) => samples.has(point.code));
    for (const { length, pointIndexes, measuredAt, values, quality } of history.batches) {
      for (let row = 0; row < length; row++) {
        const code = demoPoints[pointIndexes[row]!]!.code;
        samples.get(code)!.push({ at: measuredAt[row]!, value: values[row]!, quality: quality[row]! });
      }
    }
  });
  const during = (code: string, { fromMs, untilMs }: { fromMs: number; untilMs: number }) =>
    samples.get(code)!.filter(({ at }) => at >= fromMs && at < untilMs);
  const highest = (list: Sample[]) => Math.max(...list.map(({ value }) => value));

  it('has one sample a minute of every point, and every change of a door, in the order of time', () => {
    const history = demoHistory(now - dayMs / 12, now, 60);
    let full = 0;
    let changes = 0;
    let last = 0;
    for (const batch of history.batches) {
      const onTheMinute = batch.measuredAt.filter((at) => at % minuteMs === 0).length;
      full += onTheMinute;
      changes += batch.length - onTheMinute;
      for (const at of batch.measuredAt) {
        if (at < last) expect.unreachable(`${at} after ${last}`);
        last = at;
      }
    }
    expect(full).toBe(120 * demoPoints.length);
    expect(changes).toBeGreaterThan(100);
  });

  it('ends where the live plant begins', () => {
    const history = demoHistory(now - dayMs / 12, now, 60);
    let last = Number.NaN;
    for (const { values } of history.batches) last = values[indexOf(freezer)]!;
    const live = createPlant(0, history.plant.snapshot());
    expect(live.atMs).toBe(now);
    expect(live.read('freezer-1', 'roomTemperature')).toBe(history.plant.read('freezer-1', 'roomTemperature'));
    // Within the minute since the last sample a door may have opened.
    expect(Math.abs(live.read('freezer-1', 'roomTemperature')! - last)).toBeLessThan(1);
  });

  it('leaves a gap in the power cut, begun by one sample without communication', () => {
    const dark = during(freezer, story('powerCut'));
    expect(dark.map(({ quality }) => quality)).toEqual([68]);
    expect(dark[0]!.value).toBeNaN();
  });

  it('keeps reporting from a truck while the store is without power', () => {
    expect(during(truck, story('powerCut')).length).toBe(42);
  });

  it('has no door open for longer than a passage, but in the story', () => {
    const { fromMs, untilMs } = story('doorLongOpen');
    const states = samples.get(door)!.filter(({ at, quality }) => quality === 0 && (at < fromMs || at > untilMs));
    const open = states.flatMap(({ at, value }, index) => (value === 1 ? [states[index + 1]!.at - at] : []));
    expect(open.length).toBeGreaterThan(100);
    expect(Math.max(...open)).toBeLessThanOrEqual(10_000);
  });

  it('shows the door that was held open', () => {
    expect(highest(during(freezer, story('doorLongOpen')))).toBeGreaterThan(-10);
  });

  it('shows the broken probe as missing numbers, never as zero', () => {
    const broken = samples.get(chill)!.filter(({ quality }) => quality === 67);
    const { fromMs, untilMs } = story('probeBroken');
    expect(broken.length).toBe((untilMs - fromMs) / minuteMs);
    expect(broken.every(({ value }) => Number.isNaN(value))).toBe(true);
  });

  it('shows the failed fans as heat in the barn', () => {
    expect(highest(during(barn, story('barnFanFailed')))).toBeGreaterThan(30);
  });
  it('shows the loose contact as a fault that comes and goes, and at no other time', () => {
    const { fromMs, untilMs } = story('looseContact');
    const faults = samples
      .get(fan)!
      .flatMap(({ at, value }, place, all) => (value === 1 && all[place - 1]?.value === 0 ? [at] : []));
    expect(faults.length).toBeGreaterThan(15);
    expect(faults.every((at) => at >= fromMs && at < untilMs)).toBe(true);
  });
});
