import { classesOfDay, costMicro, type EnergyEventState, fenOfMicro, tariffFault } from '@watchpost/contract';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { medianProfile, quartersOf } from './quarters.ts';
import { type Installation, type RegisterSample, registerEnergy } from './registerEnergy.ts';

const minute = 60_000;
const quarter = 15 * minute;
const midnight = Date.UTC(2026, 10, 1);
const meter: Installation = {
  from: midnight - 365 * 86_400_000,
  to: null,
  whPerUnit: 1000,
  count: 0.01,
  capacity: null,
  startReading: null,
  endReading: null,
};
const rules = { maxWatts: 100_000, intervalMs: minute, decided: new Map<number, EnergyEventState>() };
const at = (minutes: number, value: number): RegisterSample => ({ at: midnight + minutes * minute, value });
const energyOf = (
  samples: readonly RegisterSample[],
  installation: Installation = meter,
  decided: ReadonlyMap<number, EnergyEventState> = new Map(),
) => registerEnergy([{ installation, samples }], { ...rules, decided });
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const total = (quarters: readonly { wh: number }[]) => sum(quarters.map(({ wh }) => wh));

describe('the register', () => {
  it('adds up to its difference, with 0 Wh lost, over random loads and gaps, however the days are asked for', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0, max: 1.2, noNaN: true })), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        steps,
        fc.double({ min: 0, max: 5e7, noNaN: true }),
        fc.integer({ min: 1, max: 95 }),
        (walk, begin, cut) => {
          let minutes = 0;
          let value = Math.round(begin * 100) / 100;
          const samples = [at(0, value)];
          for (const [length, perMinute] of walk) {
            minutes += length;
            value = Math.round((value + perMinute * length) * 100) / 100;
            samples.push(at(minutes, value));
          }
          const { stretches, events } = energyOf(samples);
          expect(events).toEqual([]);
          const end = midnight + Math.ceil(minutes / 15) * quarter;
          const all = quartersOf(stretches, midnight, end);
          const exact = Math.round(value * 1000) - Math.round(samples[0]!.value * 1000);
          expect(total(all)).toBe(exact);
          expect(all.every(({ wh }) => wh >= 0)).toBe(true);
          // Asked in two pieces, the second from samples that begin later.
          const edge = midnight + Math.min(cut, all.length) * quarter;
          const lastBefore = samples.findLastIndex((sample) => sample.at <= edge);
          const later = energyOf(samples.slice(Math.max(0, lastBefore)));
          expect(total(quartersOf(stretches, midnight, edge)) + total(quartersOf(later.stretches, edge, end))).toBe(
            exact,
          );
        },
      ),
    );
  });

  it('counts through the roll-over of its digits', () => {
    const sixDigits = { ...meter, capacity: 1_000_000 };
    const { stretches, events } = energyOf([at(0, 999_999.5), at(1, 0.5)], sixDigits);
    expect(total(quartersOf(stretches, midnight, midnight + quarter))).toBe(1000);
    expect(events).toMatchObject([{ kind: 'rollover', state: 'accepted', suspectWh: 0 }]);
  });

  it('that begins again counts what it shows, and asks; dismissed, nothing', () => {
    const samples = [at(0, 5000), at(15, 0.4), at(30, 1.4)];
    const { stretches, events } = energyOf(samples);
    expect(total(quartersOf(stretches, midnight, midnight + 2 * quarter))).toBe(1400);
    expect(events).toMatchObject([{ kind: 'reset', state: 'open' }]);
    const refused = energyOf(samples, meter, new Map([[samples[1]!.at, 'dismissed' as const]]));
    expect(total(quartersOf(refused.stretches, midnight, midnight + 2 * quarter))).toBe(1000);
  });

  it('that jumps or runs backwards counts nothing until somebody decides, and says how much is left out', () => {
    const jump = [at(0, 100), at(15, 1340), at(30, 1341)];
    const { stretches, events } = energyOf(jump);
    expect(total(quartersOf(stretches, midnight, midnight + 2 * quarter))).toBe(1000);
    expect(events).toMatchObject([{ kind: 'jump', state: 'open', suspectWh: 1_240_000 }]);
    const accepted = energyOf(jump, meter, new Map([[jump[1]!.at, 'accepted' as const]]));
    expect(total(quartersOf(accepted.stretches, midnight, midnight + 2 * quarter))).toBe(1_241_000);
    const back = energyOf([at(0, 5000), at(15, 4000), at(30, 4001)]);
    expect(back.events).toMatchObject([{ kind: 'reverse', suspectWh: -1_000_000 }]);
    expect(total(quartersOf(back.stretches, midnight, midnight + 2 * quarter))).toBe(1000);
  });

  it('whose last digit wavers is not set back', () => {
    const { stretches, events } = energyOf([at(0, 100), at(5, 99.99), at(10, 100), at(15, 100.5)]);
    expect([total(quartersOf(stretches, midnight, midnight + quarter)), events]).toEqual([500, []]);
  });

  it('that is exchanged is counted by what was read off both', () => {
    const edge = midnight + 20 * minute;
    const { stretches, events } = registerEnergy(
      [
        { installation: { ...meter, to: edge, endReading: 8001 }, samples: [at(0, 8000), at(10, 8000.4)] },
        {
          installation: { ...meter, from: edge, startReading: 12, whPerUnit: 2000 },
          samples: [at(25, 12.5), at(30, 13)],
        },
      ],
      rules,
    );
    expect(events).toEqual([]);
    expect(total(quartersOf(stretches, midnight, midnight + 2 * quarter))).toBe(1000 + 2000);
  });

  it('rounds the same moment alike from before an exchange and from after it', () => {
    const edge = midnight + 20 * minute;
    const after = { ...meter, from: edge, startReading: 12.3456 };
    const later = [at(25, 12.8011), at(40, 13.3337), at(60, 14.0009)];
    const whole = registerEnergy(
      [
        { installation: { ...meter, to: edge, endReading: 8001.4567 }, samples: [at(0, 8000.1234), at(10, 8000.4)] },
        { installation: after, samples: later },
      ],
      rules,
    );
    const part = registerEnergy([{ installation: after, samples: later }], rules);
    const of = (all: typeof whole) => quartersOf(all.stretches, midnight + 2 * quarter, midnight + 4 * quarter);
    expect(of(whole)).toEqual(of(part));
    const restarted = [at(0, 5000.4567), at(15, 0.4123), at(40, 1.4009), at(60, 2.0007)];
    expect(of(energyOf(restarted))).toEqual(of(energyOf(restarted.slice(1))));
  });
});

describe('a gap', () => {
  const gap = [at(0, 100), at(15, 101), at(15 + 9 * 60, 137), at(30 + 9 * 60, 138)];
  it('has its exact total, in the shape of a usual day, and says that it is estimated', () => {
    const { stretches } = energyOf(gap);
    const usual = (moment: number) => (moment < midnight + 5 * 60 * minute ? 1 : 3);
    const quarters = quartersOf(stretches, midnight, midnight + (30 + 9 * 60) * minute, usual);
    expect(total(quarters)).toBe(38_000);
    expect(quarters.map(({ flag }) => flag).join('')).toBe(`m${'e'.repeat(36)}m`);
    expect(quarters[30]!.wh / quarters[5]!.wh).toBeCloseTo(3, 1);
  });
  it('that has not ended is not zero, but missing', () => {
    const { stretches } = energyOf(gap.slice(0, 2));
    expect(quartersOf(stretches, midnight, midnight + 3 * quarter).map(({ flag }) => flag)).toEqual(['m', 'x', 'x']);
  });
  it('takes its shape from at least seven days', () => {
    const day = Array.from({ length: 96 }, (_, i) => i as number | null);
    expect(medianProfile(Array.from({ length: 6 }, () => day))).toBeNull();
    expect(medianProfile(Array.from({ length: 7 }, () => day))![50]).toBe(50);
  });
});

describe('a tariff', () => {
  const everyDay = {
    MonthList: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    DayKindList: [1, 2, 3, 4, 5, 6, 7, 8],
    PeriodList: [
      { From: 0, To: 480, Class: 1 },
      { From: 480, To: 1440, Class: 3 },
    ],
  };
  const priced = new Set([1, 3]);
  test.each([
    [[everyDay], priced, null],
    [[{ ...everyDay, MonthList: [1] }], priced, { kind: 'notCovered', month: 2, dayKind: 1 }],
    [[everyDay, { ...everyDay, DayKindList: [8] }], priced, { kind: 'coveredTwice', month: 1, dayKind: 8 }],
    [[{ ...everyDay, PeriodList: [{ From: 0, To: 1440, Class: 2 }] }], new Set([2]), { kind: 'tooFewClasses' }],
    [[{ ...everyDay, PeriodList: [{ From: 0, To: 470, Class: 1 }] }], priced, { kind: 'periods', season: 0 }],
    [[everyDay], new Set([1]), { kind: 'priceMissing', timeClass: 3 }],
  ])('covers every day once, in whole quarters, with a price for each class (%#)', (seasons, classes, fault) => {
    expect(tariffFault(seasons, classes)).toEqual(fault);
  });
  it('gives each quarter the class of its beginning', () => {
    const classes = classesOfDay([everyDay], 7, 3)!;
    expect([classes[31], classes[32], classes.length]).toEqual([1, 3, 96]);
    expect(classesOfDay([{ ...everyDay, MonthList: [1] }], 7, 3)).toBeNull();
  });
  it('is multiplied exactly, and rounded once', () => {
    expect(costMicro(1_234_567n, 67_240_000n)).toBe(830_122_851n);
    expect(fenOfMicro(830_122_851n)).toBe(83_012n);
    expect([fenOfMicro(5_000n), fenOfMicro(4_999n), fenOfMicro(-5_000n)]).toEqual([1n, 0n, 0n]);
  });
});
