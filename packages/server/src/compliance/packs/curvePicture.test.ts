import { expect, test } from 'vitest';
import { curveSvg, stepsBetween } from './curvePicture.ts';

const hour = 3_600_000;
const from = Date.UTC(2026, 9, 1);
const curve = (hours: number[], values: (i: number) => number) => ({
  from,
  to: from + 24 * hour,
  hours: hours.map((i) => ({ at: from + i * hour, min: values(i) - 0.5, max: values(i) + 0.5 })),
  limits: { low: 2, high: 8 },
  days: [{ at: from, label: '10-01' }],
});
const bands = (svg: string) => svg.match(/fill="#1f5fa8"/g)?.length ?? 0;

test('a curve ends at a gap and begins again after it: nothing is drawn where nothing was measured', () => {
  expect(bands(curveSvg(curve([0, 1, 2, 3], () => 5)))).toBe(1);
  expect(bands(curveSvg(curve([0, 1, 4, 5], () => 5)))).toBe(2);
  expect(bands(curveSvg(curve([], () => 5)))).toBe(0);
});

test('an hour beyond the limit stands above the line of the limit', () => {
  const svg = curveSvg(curve([0, 1, 2], (i) => (i === 1 ? 11 : 5)));
  const [high] = [...svg.matchAll(/M86,([\d.]+) H1486" stroke="#b00020"/g)]
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  const band = svg.match(/<path d="(M[^"]+)" fill="#1f5fa8"/)![1]!;
  const heights = [...band.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBeLessThan(high!);
});

test('a scale has round steps, also of narrow ranges and below zero', () => {
  expect(stepsBetween(1.2, 8.9)).toEqual([2, 4, 6, 8]);
  expect(stepsBetween(-26, -11)).toEqual([-25, -20, -15]);
  expect(stepsBetween(3.9, 4.9).length).toBeGreaterThan(3);
});
