import { type InstallCheck, installCheckNames } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { checkInstall, type Figures, overlap, rangeFor } from './checkInstall.wire.ts';
import { judgePressure, judgeVacuum, type PressureHold, type VacuumTest } from './judgeTightness.wire.ts';

const asks = {
  ...{ trap_interval: null, test_pressure: null, max_vacuum: null },
  ...{ min_slope: null, included_length: null },
};
const pipe = { max_length: 50_000, gas_climb: 15_000, liquid_climb: 10_000, oil_type: 'POE', ...asks };
const short = {
  length_from: 0,
  length_to: 25_000,
  climb_from: 0,
  climb_to: 5_000,
  gas: 2200,
  riser: 1900,
  liquid: 1200,
  charge_per_metre: null,
};
const long = { ...short, length_from: 25_000, length_to: 50_000, gas: 2800 };
const good: Figures = {
  length: 25_000,
  gasClimb: 5_000,
  liquidClimb: 0,
  gas: 2200,
  riser: 1900,
  liquid: 1200,
  oil: ' poe',
};
const deviating = (figures: Partial<Figures>) =>
  checkInstall({ ...good, ...figures }, pipe, [short, long])
    .filter(({ Verdict }) => Verdict !== 'ok')
    .map(({ Check, Verdict }) => `${Check} ${Verdict}`);

test('the piping is as long as its horizontal part with both climbs, held against the longest that the maker allows', () => {
  const lengthOf = (figures: Partial<Figures>) =>
    checkInstall({ ...good, ...figures }, pipe, [short, long]).find(({ Check }) => Check === 'length')!;
  const risers = { gasClimb: 4_000, liquidClimb: 2_500 };
  expect(lengthOf({ length: 43_500, ...risers })).toMatchObject({ Verdict: 'ok', Found: '50 m', Allowed: '≤ 50 m' });
  expect(lengthOf({ length: 43_501, ...risers })).toMatchObject({ Verdict: 'deviation', Found: '50.001 m' });
});

test('each figure is held against its limit, to the millimetre and the hundredth', () => {
  expect(deviating({})).toEqual([]);
  expect(deviating({ length: 25_001 })).toEqual(['gasDiameter deviation']);
  expect(deviating({ length: 45_000, gas: 2800 })).toEqual([]);
  const beyond = ['gasDiameter undecided', 'riserDiameter undecided', 'liquidDiameter undecided'];
  expect(deviating({ length: 50_001 })).toEqual(['length deviation', ...beyond]);
  expect(deviating({ gasClimb: 15_000 })).toEqual(beyond);
  expect(deviating({ gasClimb: 15_001 })).toEqual(['gasClimb deviation', ...beyond]);
  expect(deviating({ gasClimb: 0, liquidClimb: 10_001 })).toEqual(['liquidClimb deviation', ...beyond]);
  expect(deviating({ gas: 2201 })).toEqual(['gasDiameter deviation']);
  expect(deviating({ riser: 1899 })).toEqual(['riserDiameter deviation']);
  expect(deviating({ liquid: 1201 })).toEqual(['liquidDiameter deviation']);
  expect(deviating({ oil: 'PVE' })).toEqual(['oil deviation']);
});

test('a pressure hold is judged without what the temperature alone explains, by gauges that can see the limit', () => {
  const held = { from: 2800, to: 2690, fromTemp: 24, toTemp: 12, hours: 24, step: 1 };
  const verdict = (pressure: PressureHold | undefined, wanted: number | null = 2800) =>
    judgePressure(pressure, wanted).map(({ Check, Verdict, Found }) => `${Check} ${Verdict} ${Found}`.trim());
  expect(verdict(held)).toEqual(['testPressure ok 2.8 MPa', 'pressureDrop ok -0.007 MPa (-0.27 %)']);
  expect(verdict({ ...held, to: 2780, toTemp: 30 })[1]).toBe('pressureDrop deviation 0.077 MPa (2.75 %)');
  // At the same temperature the limit is 14 kPa of 2.8 MPa.
  const steady = { ...held, toTemp: 24 };
  expect(verdict({ ...steady, to: 2786 })[1]).toContain('pressureDrop ok');
  expect(verdict({ ...steady, to: 2785 })[1]).toContain('pressureDrop deviation');
  expect(verdict({ ...steady, to: 2800, step: 4 })[1]).toContain('pressureDrop ok');
  expect(verdict({ ...steady, to: 2800, step: 5 })[1]).toContain('pressureDrop undecided');
  expect(verdict({ ...held, from: 2799 })[0]).toBe('testPressure deviation 2.799 MPa');
  expect(verdict(undefined)).toEqual(['testPressure undecided', 'pressureDrop undecided']);
  expect([verdict(undefined, null), verdict(held, null).length]).toEqual([[], 1]);
});

test('a pressure that rose more than the temperature explains decides nothing, and says why', () => {
  const held = { from: 2800, to: 2814, fromTemp: 24, toTemp: 24, hours: 24, step: 1 };
  const dropOf = (change: Partial<PressureHold>) => judgePressure({ ...held, ...change }, null)[0]!;
  expect(dropOf({})).toMatchObject({ Verdict: 'ok', Why: null });
  expect(dropOf({ to: 2815 })).toMatchObject({ Verdict: 'undecided', Why: 'unexplainedRise' });
  // Ten degrees more explain 98 kPa.
  expect(dropOf({ to: 2898, toTemp: 34 })).toMatchObject({ Verdict: 'ok' });
  expect(dropOf({ to: 2915, toTemp: 34 })).toMatchObject({ Verdict: 'undecided', Why: 'unexplainedRise' });
  expect(dropOf({ to: 2690 })).toMatchObject({ Verdict: 'deviation', Why: null });
  expect(dropOf({ step: 5 })).toMatchObject({ Verdict: 'undecided', Why: 'coarseGauge' });
});

test('a vacuum and its rise are judged by the standard, the traps by each begun interval of the riser', () => {
  const vacuum = (test: VacuumTest | undefined, wanted: number | null) =>
    judgeVacuum(test, wanted).map(({ Verdict }) => Verdict);
  expect(vacuum({ end: 67, rise: 20 }, null)).toEqual(['ok', 'ok']);
  expect(vacuum({ end: 68, rise: 21 }, null)).toEqual(['deviation', 'deviation']);
  expect(vacuum({ end: 68, rise: 0 }, 530)).toEqual(['ok', 'ok']);
  expect([vacuum(undefined, null), vacuum(undefined, 67)]).toEqual([[], ['undecided', 'undecided']]);
  const traps = (gasClimb: number, traps?: number) =>
    checkInstall(
      { ...good, gasClimb, ...(traps === undefined ? {} : { traps }) },
      { ...pipe, trap_interval: 5000 },
      [],
    ).filter(({ Check }) => Check === 'traps');
  expect(traps(0)).toEqual([]);
  expect(traps(800, 1)[0]).toMatchObject({ Verdict: 'ok', Allowed: '≥ 1' });
  expect(traps(5000, 1)[0]).toMatchObject({ Verdict: 'ok' });
  expect(traps(5100, 1)[0]).toMatchObject({ Verdict: 'deviation', Found: '1', Allowed: '≥ 2' });
  expect(traps(12_000, 3)[0]).toMatchObject({ Verdict: 'ok', Allowed: '≥ 3' });
  expect(traps(12_000)[0]).toMatchObject({ Verdict: 'undecided' });
});

test('the fall of the gas pipe and the added charge are judged where the maker asks for them, at their limits', () => {
  const found = (figures: Partial<Figures>, perMetre: number | null = 110) =>
    checkInstall({ ...good, ...figures }, { ...pipe, min_slope: 50, included_length: 15_000 }, [
      { ...short, charge_per_metre: perMetre },
    ])
      .filter(({ Check }) => Check === 'slope' || Check === 'charge')
      .map(({ Check, Verdict, Found, Allowed }) => [Check, Verdict, Found, Allowed].join(' '));
  // 25 m and 5 m of riser: 15 m beyond what is included.
  const right = { slope: 50, charge: 1_650 };
  expect(found(right)).toEqual(['slope ok 0.5 % ≥ 0.5 %', 'charge ok 1650 g 1650 g ± 83 g']);
  expect(found({ ...right, slope: 49 })[0]).toBe('slope deviation 0.49 % ≥ 0.5 %');
  expect(found({ ...right, charge: 1_733 })[1]).toContain('charge ok');
  expect(found({ ...right, charge: 1_734 })[1]).toContain('charge deviation');
  expect(found({ ...right, charge: 1_567 })[1]).toContain('charge ok');
  expect(found({ ...right, charge: 1_566 })[1]).toContain('charge deviation');
  expect(found({})).toEqual(['slope undecided  ≥ 0.5 %', 'charge undecided  1650 g ± 83 g']);
  // Nothing is added where the unit's own charge is enough; a scale shows no less than its step.
  expect(found({ slope: 60, charge: 50, length: 8_000, gasClimb: 0 })[1]).toBe('charge ok 50 g 0 g ± 50 g');
  expect(found({ slope: 60, charge: 51, length: 8_000, gasClimb: 0 })[1]).toContain('charge deviation');
  expect(found({ slope: 60 }, null)).toEqual(['slope ok 0.6 % ≥ 0.5 %']);
});

test('every check is OK at its limit, and deviates one step of its figure beyond it', () => {
  const standard = {
    ...{ ...pipe, max_length: 30_000, trap_interval: 5_000, test_pressure: 2_800, max_vacuum: 67 },
    ...{ min_slope: 50, included_length: 15_000 },
  };
  const range = { ...short, climb_to: 15_000, charge_per_metre: 100 };
  const steady = { from: 2_800, to: 2_800, fromTemp: 24, toTemp: 24, hours: 24, step: 1 };
  // As long as it may be: 1,500 g of charge for 15 m, with 75 g either way.
  const right: Figures = {
    ...{ ...good, traps: 1, slope: 50, charge: 1_500, pressure: steady, vacuum: { end: 67, rise: 20 } },
  };
  const verdicts = (figures: Partial<Figures>) => checkInstall({ ...right, ...figures }, standard, [range]);
  const of = (check: InstallCheck, figures: Partial<Figures>) =>
    verdicts(figures).find(({ Check }) => Check === check)?.Verdict;
  expect(verdicts({}).filter(({ Verdict }) => Verdict !== 'ok')).toEqual([]);
  const climbs = (gasClimb: number, liquidClimb: number) => ({ length: 0, gasClimb, liquidClimb, traps: 4 });
  /** For each check figures at a limit, and those one step beyond it. */
  const limits: Record<InstallCheck, readonly (readonly [Partial<Figures>, Partial<Figures>])[]> = {
    length: [[{ length: 25_000 }, { length: 25_001 }]],
    gasClimb: [[climbs(15_000, 0), climbs(15_001, 0)]],
    liquidClimb: [[climbs(0, 10_000), climbs(0, 10_001)]],
    oil: [[{ oil: 'POE' }, { oil: 'PO' }]],
    gasDiameter: [
      [{ gas: 2_200 }, { gas: 2_201 }],
      [{ gas: 2_200 }, { gas: 2_199 }],
    ],
    riserDiameter: [
      [{ riser: 1_900 }, { riser: 1_901 }],
      [{ riser: 1_900 }, { riser: 1_899 }],
    ],
    liquidDiameter: [
      [{ liquid: 1_200 }, { liquid: 1_201 }],
      [{ liquid: 1_200 }, { liquid: 1_199 }],
    ],
    traps: [
      [{ gasClimb: 5_000 }, { gasClimb: 5_001 }],
      [
        { gasClimb: 10_000, traps: 2 },
        { gasClimb: 10_000, traps: 1 },
      ],
    ],
    slope: [[{ slope: 50 }, { slope: 49 }]],
    charge: [
      [{ charge: 1_575 }, { charge: 1_576 }],
      [{ charge: 1_425 }, { charge: 1_424 }],
    ],
    testPressure: [[{ pressure: steady }, { pressure: { ...steady, from: 2_799 } }]],
    // 0.5 % of 2,800 kPa are 14 kPa.
    pressureDrop: [[{ pressure: { ...steady, to: 2_786 } }, { pressure: { ...steady, to: 2_785 } }]],
    vacuum: [[{ vacuum: { end: 67, rise: 0 } }, { vacuum: { end: 68, rise: 0 } }]],
    vacuumRise: [[{ vacuum: { end: 1, rise: 20 } }, { vacuum: { end: 1, rise: 21 } }]],
  };
  for (const check of installCheckNames)
    for (const [at, beyond] of limits[check])
      expect([check, of(check, at), of(check, beyond)]).toEqual([check, 'ok', 'deviation']);
});

test('neighbouring ranges meet without holding one length twice', () => {
  const at = (length: number) => rangeFor([short, long], { length, gasClimb: 0, liquidClimb: 0 });
  expect([at(0), at(25_000), at(25_001), at(50_001)]).toEqual([short, short, long, undefined]);
  expect(overlap(short, long)).toBe(false);
  expect(overlap(short, { ...long, length_from: 24_999 })).toBe(true);
});
