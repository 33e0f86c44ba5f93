import { expect, test } from 'vitest';
import { deviations, drifts } from './deviation.ts';
import type { Figure, FigureKind } from './figureKinds.ts';

const day = 100;
/** A wave that no two devices share, at most `amount` high. */
const wander = (deviceId: number, at: number, amount: number) => amount * Math.sin(deviceId * 7.3 + at * 2.1);
const figure = (deviceId: number, of: (at: number) => number | null, kind: FigureKind = 'dutyCycle'): Figure => ({
  deviceId,
  pointId: deviceId,
  kind,
  firstDay: day - 27,
  daily: Array.from({ length: 28 }, (_, i) => of(day - 27 + i)),
});
const worth = { amount: 8, share: 0.15, bothWays: false };
const strengths = (figures: Figure[], of = deviations) =>
  of(figures, day, worth).map(({ deviation }) => deviation.strength >= 1);

test('a device that runs longer than before is found; one that always did, and a heat wave for all, are not', () => {
  const heat = (at: number) => (at > day - 4 ? 12 : 0);
  const icing = (at: number) => Math.max(0, at - (day - 6)) * 4;
  const figures = [
    figure(1, (at) => 45 + heat(at) + wander(1, at, 2)),
    figure(2, (at) => 47 + heat(at) + wander(2, at, 2)),
    figure(3, (at) => 70 + heat(at) + wander(3, at, 2)),
    figure(4, (at) => 46 + heat(at) + icing(at) + wander(4, at, 2)),
    figure(5, (at) => 44 + heat(at) + wander(5, at, 2)),
  ];
  expect(strengths(figures)).toEqual([false, false, false, true, false]);
  const found = deviations(figures, day, worth)[3]!.deviation;
  expect(found.pastValue).toBeCloseTo(46.7, 0);
  expect(found.likeCount).toBe(4);
  expect(found.value - found.pastValue!).toBeGreaterThan(25);
});

test('alone, its own past must differ more clearly; a fault that lasts for weeks does not become the usual', () => {
  const steps = (by: number) => figure(1, (at) => 40 + (at > day - 4 ? by : 0));
  expect(strengths([steps(10)])).toEqual([false]);
  expect(strengths([steps(14)])).toEqual([true]);
  const long = figure(1, (at) => (at > day - 22 ? 60 : 40));
  expect(deviations([long], day, worth)[0]!.deviation.strength).toBe(0);
  expect(deviations([long], day, worth, () => ({ own: 40, like: null }))[0]!.deviation.strength).toBeGreaterThan(1);
});

test('a machine that was repaired is ordinary again, even when a season has changed all since the fault began', () => {
  // Then all ran 40 %; half a year later all run 55 %, which came long before the last weeks.
  const figures = [1, 2, 3, 4, 5].map((id) => figure(id, (at) => 55 + wander(id, at, 1)));
  const before = { own: 40, like: 40 };
  const strengthOf = (first: Figure) =>
    deviations([first, ...figures.slice(1)], day, worth, ({ deviceId }) => (deviceId === 1 ? before : null))[0]!
      .deviation.strength;
  expect(strengthOf(figures[0]!)).toBeLessThan(0.2);
  expect(strengthOf(figure(1, (at) => 75 + wander(1, at, 1)))).toBeGreaterThan(1);
});

test('too few days, and a single odd one, give no warning', () => {
  const sparse = figure(1, (at) => (at % 6 === 0 ? 80 : null));
  expect(deviations([sparse], day, worth)).toEqual([]);
  expect(strengths([figure(1, (at) => (at === day ? 90 : 40))])).toEqual([false]);
});

test('a sensor that slowly leaves its peers drifts; a jump, a season and noise do not', () => {
  const season = (at: number) => (at - day) * 0.4;
  const means = (deviceId: number, more: (at: number) => number) =>
    figure(deviceId, (at) => 50 + season(at) + wander(deviceId, at, 0.2) + more(at), 'mean');
  const figures = [
    means(1, () => 0),
    means(2, () => 1.5),
    means(3, (at) => Math.max(0, at - (day - 14)) * 0.3),
    means(4, (at) => (at > day - 6 ? 4 : 0)),
    means(5, () => 0),
    means(6, () => 0),
  ];
  const found = drifts(figures, day, 2.5);
  expect(found.map(({ deviation }) => deviation.strength >= 1)).toEqual([false, false, true, false, false, false]);
  const drift = found[2]!.deviation;
  expect(drift.value - drift.pastValue!).toBeGreaterThan(2.8);
  // It stays where it drifted to: still wrong.
  const stays = figures.map((each, i) => (i === 2 ? means(3, () => 4) : each));
  expect(drifts(stays, day, 2.5)[2]!.deviation.strength).toBe(0);
  expect(drifts(stays, day, 2.5, () => ({ own: 0, like: null }))[2]!.deviation.strength).toBeGreaterThan(1);
});
