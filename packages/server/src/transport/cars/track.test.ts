import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fix, metresBetween, simplify, trackOf } from './track.ts';

const minute = 60_000;
const at = (minutes: number, latitude: number, longitude: number, speed: number | null = null): Fix => ({
  time: minutes * minute,
  latitude,
  longitude,
  speed,
});
/** Metres to the east of a place in Shanghai. */
const east = (minutes: number, metres: number, speed: number | null = null): Fix =>
  at(minutes, 31.2, 121.4 + metres / (111_195 * Math.cos((31.2 * Math.PI) / 180)), speed);
const kilometres = (fixes: readonly Fix[]): number => Math.round(trackOf(fixes).distanceMetres / 100) / 10;

test('a degree of latitude is 111.2 km, also across the date line and near a pole', () => {
  expect(Math.round(metresBetween({ latitude: 0, longitude: 10 }, { latitude: 1, longitude: 10 }))).toBe(111_195);
  expect(Math.round(metresBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }))).toBe(
    111_195,
  );
  expect(Math.round(metresBetween({ latitude: 89.5, longitude: 0 }, { latitude: 89.5, longitude: 180 }))).toBe(111_195);
});

describe('a track', () => {
  test('counts the way there and back', () => {
    const out = Array.from({ length: 21 }, (_, i) => east(i, i * 500, 30));
    const back = Array.from({ length: 20 }, (_, i) => east(21 + i, 9_500 - i * 500, 30));
    expect(kilometres([...out, ...back])).toBe(20);
    expect(trackOf([...out, ...back]).stops).toEqual([]);
  });

  test('of a parked receiver that wanders is 0 m and one stop', () => {
    const night = Array.from({ length: 480 }, (_, i) => east(i, (i % 3) * 8, 0));
    const { distanceMetres, stops, drivingMs } = trackOf(night);
    expect(distanceMetres).toBe(0);
    expect(stops).toMatchObject([{ from: 0, to: 479 * minute, isOpen: true }]);
    expect(drivingMs).toBe(0);
  });

  test('has a stop of three minutes within 100 m, and none of two', () => {
    const withStop = (minutes: number) => [
      ...Array.from({ length: 5 }, (_, i) => east(i, i * 600, 40)),
      ...Array.from({ length: minutes }, (_, i) => east(5 + i, 2_420, 0)),
      ...Array.from({ length: 5 }, (_, i) => east(5 + minutes + i, 3_000 + i * 600, 40)),
    ];
    expect(trackOf(withStop(3)).stops).toMatchObject([{ from: 4 * minute, to: 7 * minute, isOpen: false }]);
    expect(trackOf(withStop(2)).stops).toEqual([]);
  });

  test('is cut into trips by stops of five minutes and by silences; the last one goes on', () => {
    const { trips } = trackOf([
      ...Array.from({ length: 11 }, (_, i) => east(i, i * 600, 40)),
      // Three minutes at a light are part of the trip, six at a ramp end it.
      ...Array.from({ length: 3 }, (_, i) => east(11 + i, 6_040, 0)),
      ...Array.from({ length: 6 }, (_, i) => east(14 + i, 6_600 + i * 600, 40)),
      ...Array.from({ length: 6 }, (_, i) => east(20 + i, 9_640, 0)),
      // Moved across the yard: too short for a trip.
      east(26, 9_800, 10),
      ...Array.from({ length: 6 }, (_, i) => east(27 + i, 9_900, 0)),
      ...Array.from({ length: 8 }, (_, i) => east(33 + i, 10_500 + i * 600, 40)),
      ...Array.from({ length: 8 }, (_, i) => east(140 + i, 40_000 + i * 600, 40)),
    ]);
    expect(
      trips.map(({ from, to, distanceMetres, isOpen }) => [
        from / minute,
        to / minute,
        Math.round(distanceMetres / 100) / 10,
        isOpen,
      ]),
    ).toEqual([
      [0, 19, 9.6, false],
      [32, 40, 4.8, false],
      [140, 147, 4.2, true],
    ]);
    expect(trackOf(Array.from({ length: 60 }, (_, i) => east(i, (i % 3) * 8, 0))).trips).toEqual([]);
  });

  test('knows a silence of more than an hour for a gap, neither driving nor a stop', () => {
    const { gaps, stops, drivingMs, distanceMetres } = trackOf([
      east(0, 0, 40),
      east(1, 600, 40),
      east(90, 40_000, 40),
      east(91, 40_600, 40),
    ]);
    expect(gaps).toEqual([{ from: minute, to: 90 * minute }]);
    expect(stops).toEqual([]);
    expect(drivingMs).toBe(2 * minute);
    expect(Math.round(distanceMetres / 100)).toBe(406);
  });

  test('leaves out what cannot be true: 0/0, beyond the globe, a jump there and back', () => {
    const { fixes, dropped, distanceMetres } = trackOf([
      east(0, 0, 30),
      at(1, 0, 0),
      east(2, 500, 30),
      at(2.5, 95, 121),
      east(3, 900_000, 30),
      east(4, 1_000, 30),
    ]);
    expect(dropped).toBe(3);
    expect(fixes.length).toBe(3);
    expect(Math.round(distanceMetres)).toBe(1_000);
  });

  test('of nothing, and of one position, says nothing', () => {
    expect(trackOf([])).toMatchObject({ distanceMetres: 0, stops: [], gaps: [], fixes: [] });
    expect(trackOf([east(0, 0)])).toMatchObject({ distanceMetres: 0, stops: [], drivingMs: 0 });
  });
});

test('what is simplified away lies within the tolerance of the line that stays, and what is kept stays', () => {
  const step = fc.record({ dx: fc.integer({ min: -400, max: 400 }), dy: fc.integer({ min: -400, max: 400 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 60 }), fc.nat(), (steps, keep) => {
      let [x, y] = [0, 0];
      const fixes = steps.map(({ dx, dy }, i) => {
        x += dx;
        y += dy;
        return at(i, 31.2 + y / 111_195, 121.4 + x / (111_195 * Math.cos((31.2 * Math.PI) / 180)));
      });
      const kept = keep % fixes.length;
      const stays = simplify(fixes, 10, new Set([kept]));
      expect(stays).toContain(kept);
      expect([stays[0], stays.at(-1)]).toEqual([0, fixes.length - 1]);
      for (const [i, fix] of fixes.entries()) {
        const end = stays.findIndex((place) => place >= i);
        const [a, b] = [fixes[stays[Math.max(0, end - 1)]!]!, fixes[stays[end]!]!];
        expect(distanceFrom(fix, a, b)).toBeLessThan(10.5);
      }
    }),
    { numRuns: 200 },
  );
});

/** Metres from the straight line between two places, by trying many on it. */
function distanceFrom(fix: Fix, a: Fix, b: Fix): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i <= 500; i++) {
    const share = i / 500;
    const latitude = a.latitude + (b.latitude - a.latitude) * share;
    const longitude = a.longitude + (b.longitude - a.longitude) * share;
    least = Math.min(least, metresBetween(fix, { latitude, longitude }));
  }
  return least;
}
