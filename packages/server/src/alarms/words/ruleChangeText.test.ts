import { expect, it } from 'vitest';
import type { LimitRule } from '../engine/index.ts';
import { ruleChangeText } from './ruleChangeText.ts';

const before: LimitRule = {
  id: 1,
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 0,
};
const format = { unit: '°C', decimals: 1 };

it('the course of an alarm says which numbers of its rule were changed, and from what to what', () => {
  const after: LimitRule = {
    ...before,
    bands: { high: { limit: -16, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
    onDelaySeconds: 720,
  };
  expect(ruleChangeText(before, after, format)).toEqual({
    zh: '规则已修改：上上限 无 → −10.0 °C，上限 −15.0 °C → −16.0 °C，报警延时 10 分钟 → 12 分钟',
    en: 'Rule changed: high-high limit none → −10.0 °C, high limit −15.0 °C → −16.0 °C, on-delay 10 min → 12 min',
  });
  const severer: LimitRule = { ...before, bands: { high: { limit: -15, severity: 1 } } };
  expect(ruleChangeText(before, severer, format)).toEqual({ zh: '规则已修改', en: 'Rule changed' });
});
