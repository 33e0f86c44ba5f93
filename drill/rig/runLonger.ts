/** Set-up of the fuzz drill: every property of the tests is tried many times as often as in `npm test`. */
import { inject, vi } from 'vitest';

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof import('fast-check')>();
  const times = inject('fuzzTimes');
  /** fast-check tries a property a hundred times when nothing else is said. */
  const assert: typeof original.assert = (property, parameters) =>
    original.assert(property as never, { ...parameters, numRuns: (parameters?.numRuns ?? 100) * times } as never);
  return { ...original, assert, default: { ...original.default, assert } };
});
