import { expect, it } from 'vitest';
import { CurveMargins } from './curveMargins.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it('charts under each other have the margins of the one that needs most, and hear when that changes', async () => {
  const margins = new CurveMargins();
  let drawnAnew = 0;
  const upper = margins.join(() => {
    drawnAnew += 1;
  });
  const lower = margins.join(() => {});
  upper.need({ left: 36 });
  upper.need({ right: 20 });
  await settled();
  expect(upper.all()).toEqual({ left: 36, right: 20 });
  const before = drawnAnew;

  // The chart below has a second axis and longer numbers.
  lower.need({ left: 47 });
  lower.need({ right: 41 });
  await settled();
  expect(upper.all()).toEqual({ left: 47, right: 41 });
  expect(lower.all()).toEqual(upper.all());
  expect(drawnAnew).toBe(before + 1);

  // Nothing that the others would see.
  upper.need({ left: 40 });
  await settled();
  expect(drawnAnew).toBe(before + 1);

  lower.leave();
  await settled();
  expect(upper.all()).toEqual({ left: 40, right: 20 });
  expect(drawnAnew).toBe(before + 2);
});
