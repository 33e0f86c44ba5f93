import { expect, test } from 'vitest';
import type { AlarmRule } from './engine/index.ts';
import { pointLimits } from './pointLimits.ts';

const limits = (id: number, bands: Extract<AlarmRule, { kind: 'limit' }>['bands']): AlarmRule => ({
  id,
  kind: 'limit',
  bands,
  deadband: 0,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
});

test('of two rules on one point the curve shows the tighter limit on each side', () => {
  const warehouse = limits(1, { high: { limit: -15, severity: 2 }, low: { limit: -25, severity: 3 } });
  const pharmacy = limits(2, { high: { limit: -18, severity: 1 }, low: { limit: -22, severity: 2 } });
  expect(pointLimits([warehouse, pharmacy])).toEqual({ highHigh: null, high: -18, low: -22, lowLow: null });
});

test('a point whose rules know no limit has no limits to draw', () => {
  expect(pointLimits([{ id: 1, kind: 'noData', afterSeconds: 900, severity: 3 }])).toBeNull();
  expect(pointLimits([])).toBeNull();
});
