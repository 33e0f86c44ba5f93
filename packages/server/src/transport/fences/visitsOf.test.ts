import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fix } from '../cars/track.ts';
import { crossesItself, type FenceShape, fenceOf, middleOf } from './fenceShape.ts';
import { visitsOf } from './visitsOf.ts';

const second = 1_000;
const minute = 60 * second;
const home = { latitude: 31.2, longitude: 121.4 };
const metresADegree = 111_195;
const placeAt = (eastMetres: number, northMetres = 0, origin = home) => ({
  latitude: origin.latitude + northMetres / metresADegree,
  longitude: origin.longitude + eastMetres / (metresADegree * Math.cos((origin.latitude * Math.PI) / 180)),
});
/** A number of metres to the east of the middle of the fence. */
const fix = (time: number, eastMetres: number, northMetres = 0): Fix => ({
  time,
  ...placeAt(eastMetres, northMetres),
  speed: null,
});
const circle: FenceShape = { kind: 'circle', centre: home, radiusMetres: 200 };
const corners = [placeAt(-200, -200), placeAt(200, -200), placeAt(200, 200), placeAt(-200, 200)];
const square: FenceShape = { kind: 'polygon', corners };
const visits = (fixes: readonly Fix[], shape: FenceShape = circle) => visitsOf(fixes, fenceOf(shape));

for (const [name, shape] of [
  ['circle', circle],
  ['polygon', square],
] as const)
  test(`a vehicle that drives into a ${name}, stays and drives on was there once, from edge to edge`, () => {
    const drive = [
      ...[-1_600, -1_000, -400].map((east, i) => fix(i * minute, east)),
      ...Array.from({ length: 20 }, (_, i) => fix((3 + i) * minute, 0)),
      ...[460, 1_060, 1_660].map((east, i) => fix((23 + i) * minute, east)),
    ];
    const [visit, ...others] = visits(drive, shape);
    expect(others).toEqual([]);
    // From −400 to 0 in a minute: the edge at −200 after half of it. From 0 to 460: the margin of 30 m at 230 after half.
    expect(visit).toMatchObject({ isArrivalKnown: true, isDepartureKnown: true, isOpen: false });
    expect(Math.abs(visit!.from - 2.5 * minute)).toBeLessThan(second);
    expect(Math.abs(visit!.to - 22.5 * minute)).toBeLessThan(second);
  });

describe('positions that wander', () => {
  const wander = fc.array(fc.record({ dx: fc.integer({ min: -14, max: 14 }), dy: fc.integer({ min: -14, max: 14 }) }), {
    minLength: 60,
    maxLength: 400,
  });

  test('make no second stay of a vehicle that parks at the edge, however they wander', () => {
    fc.assert(
      fc.property(
        wander,
        fc.integer({ min: -30, max: 15 }),
        fc.constantFrom(circle, square),
        (steps, fromEdge, shape) => {
          const parked = steps.map(({ dx, dy }, i) => fix(i * 10 * second, 200 + fromEdge + dx, dy));
          const found = visits(parked, shape);
          expect(found.length).toBeLessThanOrEqual(1);
          expect(found.every(({ isOpen }) => isOpen)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('make none of a vehicle that parks further outside than they wander', () => {
    fc.assert(
      fc.property(wander, (steps) => {
        expect(visits(steps.map(({ dx, dy }, i) => fix(i * 10 * second, 215 + dx, dy)))).toEqual([]);
      }),
    );
  });
});

test('one that only cuts a corner, or is inside at one position, was not there', () => {
  expect(visits([fix(0, -900), fix(minute, 900)])).toEqual([]);
  expect(visits([fix(0, -900), fix(minute, 0), fix(2 * minute, 900), fix(3 * minute, 1_800)])).toEqual([]);
});

test('one that goes out for half a minute has not left', () => {
  const out = [
    ...[0, 1, 2, 3].map((i) => fix(i * minute, 0)),
    fix(3 * minute + 10 * second, 300),
    fix(3 * minute + 40 * second, 300),
    ...[5, 6].map((i) => fix(i * minute, 0)),
  ];
  expect(visits(out)).toMatchObject([{ from: 0, to: 6 * minute, isOpen: true }]);
});

test('one that is inside from the first position on, and still at the last, says that neither end is known', () => {
  expect(visits([0, 1, 2].map((i) => fix(i * minute, 0)))).toEqual([
    { from: 0, to: 2 * minute, isArrivalKnown: false, isDepartureKnown: false, isOpen: true },
  ]);
});

test('a silence inside goes on when it is inside afterwards; else the last position inside is all that is known', () => {
  const parked = [0, 1, 2].map((i) => fix(i * minute, 0));
  expect(visits([...parked, fix(600 * minute, 5)])).toMatchObject([{ from: 0, to: 600 * minute, isOpen: true }]);
  expect(visits([...parked, fix(600 * minute, 5_000), fix(602 * minute, 5_000)])).toEqual([
    { from: 0, to: 2 * minute, isArrivalKnown: false, isDepartureKnown: false, isOpen: false },
  ]);
  expect(visits([fix(0, 5_000), fix(600 * minute, 0), fix(601 * minute, 0)])).toMatchObject([
    { from: 600 * minute, isArrivalKnown: false },
  ]);
});

test('positions that come late give the stays of the whole', () => {
  const whole = [
    fix(0, -900),
    ...[1, 2, 3, 4].map((i) => fix(i * minute, 0)),
    fix(5 * minute, 900),
    fix(7 * minute, 900),
  ];
  const early = whole.filter(({ time }) => time < minute || time > 4 * minute);
  expect(visits(early)).toEqual([]);
  expect(visits([...early, ...whole.slice(1, 5)].sort((a, b) => a.time - b.time))).toEqual(visits(whole));
  expect(visits(whole).length).toBe(1);
});

test('a fence across the date line, and one far in the north, has its edge where it was drawn', () => {
  const corners = [
    { latitude: -17, longitude: 179.99 },
    { latitude: -17, longitude: -179.99 },
    { latitude: -16.98, longitude: -179.99 },
    { latitude: -16.98, longitude: 179.99 },
  ];
  const { beyond } = fenceOf({ kind: 'polygon', corners });
  expect(beyond({ latitude: -16.99, longitude: 180 })).toBeLessThan(-1_000);
  expect(beyond({ latitude: -16.99, longitude: -179.98 })).toBeGreaterThan(1_000);
  expect(middleOf({ kind: 'polygon', corners })).toMatchObject({ longitude: -180 });
  const north = { latitude: 86, longitude: 30 };
  const far = fenceOf({ kind: 'circle', centre: north, radiusMetres: 500 });
  expect(far.beyond({ latitude: 86, longitude: 30.05 })).toBeLessThan(0);
  expect(far.beyond({ latitude: 86, longitude: 30.1 })).toBeGreaterThan(0);
});

test('a polygon crosses itself when edges meet that are no neighbours, or when it has no area', () => {
  const bow = [placeAt(0, 0), placeAt(100, 100), placeAt(100, 0), placeAt(0, 100)];
  expect(crossesItself(bow)).toBe(true);
  expect(crossesItself([placeAt(0, 0), placeAt(100, 0), placeAt(200, 0)])).toBe(true);
  expect(crossesItself(corners)).toBe(false);
  const notched = [placeAt(0, 0), placeAt(200, 0), placeAt(200, 200), placeAt(100, 100), placeAt(0, 200)];
  expect(crossesItself(notched)).toBe(false);
});
