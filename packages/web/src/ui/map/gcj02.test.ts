import { expect, it } from 'vitest';
import { gcj02Of } from './gcj02.ts';

it('stands where maps of mainland China draw it, and abroad where it is', () => {
  // From the documentation of a converter that many use.
  const beijing = gcj02Of({ latitude: 39.915, longitude: 116.404 });
  expect(beijing.longitude).toBeCloseTo(116.41024449916938, 9);
  expect(beijing.latitude).toBeCloseTo(39.91640428150164, 9);
  expect(gcj02Of({ latitude: 52.52, longitude: 13.4 })).toEqual({ latitude: 52.52, longitude: 13.4 });
});
