import { expect, test } from 'vitest';
import type { AlarmRule } from '../engine/index.ts';
import { type RuleTextOptions, ruleText } from './ruleText.ts';

const celsius = { unit: '°C', decimals: 1, statusValues: [] };
const door = {
  unit: '',
  decimals: 0,
  statusValues: [
    { value: 0, zh: '关', en: 'Closed' },
    { value: 1, zh: '开', en: 'Open' },
  ],
};
const doorName = { zh: '库门', en: 'Door' };
const delays = { onDelaySeconds: 600, offDelaySeconds: 120 };

test.each<[AlarmRule, RuleTextOptions, string, string]>([
  [
    {
      id: 1,
      kind: 'limit',
      bands: { high: { limit: 2, severity: 3, from: { pointTypeId: 4 } } },
      deadband: 0,
      onDelaySeconds: 0,
      offDelaySeconds: 0,
      periods: [{ days: [1, 2, 3, 4, 5, 6, 7, 8], fromMinute: 1320, untilMinute: 360, endsNextDay: true }],
      onlyWhile: [{ point: { pointId: 5 }, values: [0], settleSeconds: 600, maxHiddenSeconds: 2700 }],
    },
    celsius,
    '高于上限 另一点位 + 2.0 °C（一般）；仅在每天、节假日 22:00–次日 06:00 有效；仅当另一点位为“0”（恢复后再等 10 分钟，最长抑制 45 分钟）时判断',
    'Above high limit another point + 2.0 °C (general); only daily, holidays 22:00–06:00; only while another point is “0” (and 10 min after, hidden for 45 min at most)',
  ],
  [
    {
      id: 1,
      kind: 'frozen',
      tolerance: 0,
      afterSeconds: 3600,
      severity: 3,
      onlyWhile: [
        { point: { pointTypeId: 9 }, values: [0], settleSeconds: 0, maxHiddenSeconds: 2700 },
        { point: { pointId: 5 }, values: [1, 2], settleSeconds: 60, maxHiddenSeconds: 7200 },
      ],
    },
    { ...celsius, other: (reference) => ('pointTypeId' in reference ? { name: doorName, ...door } : null) },
    '数值 1 小时不变（一般）；仅当库门为“关”（最长抑制 45 分钟）且另一点位为“1”或“2”（恢复后再等 1 分钟，最长抑制 2 小时）时判断',
    'Value unchanged for 1 h (general); only while Door is “Closed” (hidden for 45 min at most) and another point is “1” or “2” (and 1 min after, hidden for 2 h at most)',
  ],
  [
    {
      id: 1,
      kind: 'limit',
      bands: { high: { limit: -15, severity: 2 }, low: { limit: -28, severity: 3 } },
      deadband: 1,
      ...delays,
    },
    celsius,
    '高于上限 −15.0 °C（重要）、低于下限 −28.0 °C（一般），持续 10 分钟；回到限值以内 1.0 °C 并稳定 2 分钟后恢复',
    'Above high limit −15.0 °C (important) or below low limit −28.0 °C (general), for 10 min; clears 1.0 °C inside for 2 min',
  ],
  [
    {
      id: 1,
      kind: 'limit',
      bands: { highHigh: { limit: 8, severity: 1 } },
      deadband: 0,
      onDelaySeconds: 0,
      offDelaySeconds: 0,
    },
    celsius,
    '高于上上限 8.0 °C（紧急）',
    'Above high-high limit 8.0 °C (urgent)',
  ],
  [
    { id: 1, kind: 'state', values: [1, 7], severity: 4, onDelaySeconds: 30, offDelaySeconds: 0 },
    door,
    '处于“开”或“7”（仅记录），持续 30 秒',
    'While “Open” or “7” (record only), for 30 s',
  ],
  [
    { id: 1, kind: 'noData', afterSeconds: 300, severity: 2 },
    celsius,
    '5 分钟无数据（重要）',
    'No data for 5 min (important)',
  ],
  [
    { id: 1, kind: 'badQuality', severity: 2, ...delays },
    celsius,
    '数据质量差（重要），持续 10 分钟；稳定 2 分钟后恢复',
    'Bad quality (important), for 10 min; clears after 2 min',
  ],
  [
    { id: 1, kind: 'communicationLoss', severity: 1, onDelaySeconds: 120, offDelaySeconds: 0 },
    celsius,
    '通讯中断（紧急），持续 2 分钟',
    'Communication loss (urgent), for 2 min',
  ],
])('a rule is told in both languages: %#', (rule, options, zh, en) => {
  expect(ruleText(rule, options)).toEqual({ zh, en });
});
