import { expect, it } from 'vitest';
import { fit, held, snap, zoomAt } from './geometry.ts';

const drawing = { width: 1000, height: 500 };
const wide = { width: 400, height: 100 };

it('shows the whole of a drawing in a window of another shape', () => {
  expect(fit(drawing, wide)).toEqual({ x: -500, y: 0, width: 2000 });
  expect(fit(drawing, { width: 100, height: 100 })).toEqual({ x: 0, y: -250, width: 1000 });
});

it('keeps the place under the pointer when it goes nearer, and stops at the whole', () => {
  const whole = fit(drawing, { width: 200, height: 100 });
  const at = { x: 250, y: 100 };
  const near = zoomAt(whole, at, 2, whole);
  expect((at.x - near.x) / near.width).toBeCloseTo((at.x - whole.x) / whole.width);
  expect(near.width).toBe(500);
  expect(zoomAt(near, at, 0.01, whole).width).toBe(whole.width);
  expect(zoomAt(near, at, 1000, whole).width).toBe(1000 / 16);
});

it('never loses the drawing out of the window', () => {
  expect(held({ x: 5000, y: -5000, width: 500 }, drawing, { width: 200, height: 100 })).toEqual({
    x: 750,
    y: -125,
    width: 500,
  });
});

it('snaps to the nearest line', () => {
  expect(snap(14, 10)).toBe(10);
  expect(snap(16, 10)).toBe(20);
});
