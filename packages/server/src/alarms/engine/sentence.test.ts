import { describe, expect, it } from 'vitest';
import { type AlarmEvent, durationText, quantity, sentence } from './index.ts';

const minute = 60_000;
const raised: AlarmEvent = {
  type: 'raised',
  ruleId: 1,
  subject: { type: 'point', id: 12 },
  kind: 'limit',
  severity: 2,
  band: 'high',
  limit: -15,
  value: -12.4,
  quality: null,
  compared: null,
  extreme: -12,
  since: 0,
  isAfterHold: false,
  raisedAt: 10 * minute,
  at: 10 * minute,
  durationSeconds: 600,
  detectedLate: false,
  notify: true,
};
const numberless = { band: null, limit: null, value: null, extreme: null } as const;
const celsius = { unit: '°C', decimals: 1 };
const back: AlarmEvent = {
  ...raised,
  type: 'returnedToNormal',
  reason: 'conditionOver',
  value: -18.2,
  extreme: -9.8,
  at: 62 * minute,
  durationSeconds: 52 * 60,
  backSince: 57 * minute,
};
const door = { unit: '', decimals: 0, pointName: { zh: '库门', en: 'Door' }, valueText: { zh: '打开', en: 'Open' } };

const table: [AlarmEvent, Parameters<typeof sentence>[1], string, string][] = [
  [
    { ...raised, isAfterHold: true, durationSeconds: 180 },
    celsius,
    '−12.4 °C above high limit −15.0 °C, for more than 3 min after suppression ended',
    '−12.4 °C，高于上限 −15.0 °C，抑制解除后已超过 3 分钟',
  ],
  [
    { ...raised, kind: 'frozen', band: null, limit: null, extreme: null, value: -18.2, durationSeconds: 6 * 3600 },
    celsius,
    'Value unchanged at −18.2 °C for more than 6 h',
    '数值停在 −18.2 °C 不变已超过 6 小时',
  ],
  [
    { ...raised, kind: 'rateOfChange', band: null, limit: 5, compared: 6.2, extreme: 6.2, durationSeconds: 0 },
    { ...celsius, windowSeconds: 600 },
    '−12.4 °C, rose 6.2 °C within 10 min (limit 5.0 °C)',
    '−12.4 °C，10 分钟内上升 6.2 °C，超过允许的 5.0 °C',
  ],
  [
    { ...raised, kind: 'deviation', band: null, limit: 2, value: 4.2, compared: -3.1, extreme: -3.1 },
    celsius,
    '4.2 °C, 3.1 °C below the reference point, more than 2.0 °C, for more than 10 min',
    '4.2 °C，比参照点低 3.1 °C，超过允许偏差 2.0 °C，偏差已超过 10 分钟',
  ],
  [
    { ...back, kind: 'deviation', band: null, extreme: -3.1 },
    celsius,
    'Back close to the reference point for 5 min; alarm lasted 52 min, greatest 3.1 °C',
    '与参照点的偏差已恢复正常，已稳定 5 分钟；报警持续 52 分钟，最大 3.1 °C',
  ],
  [
    { ...back, reason: 'outsidePeriod', backSince: null },
    celsius,
    'Alarm ended: outside the hours of its rule; alarm lasted 52 min',
    '报警结束：已不在规则的有效时段内，报警持续 52 分钟',
  ],
  [
    raised,
    celsius,
    '−12.4 °C above high limit −15.0 °C, out of limits for more than 10 min',
    '−12.4 °C，高于上限 −15.0 °C，超限已超过 10 分钟',
  ],
  // The delay counts from the first limit that was passed: nothing here says how long it was above this one.
  [
    { ...raised, band: 'highHigh', limit: -10, value: -6.9, severity: 1 },
    celsius,
    '−6.9 °C above high-high limit −10.0 °C, out of limits for more than 10 min',
    '−6.9 °C，高于上上限 −10.0 °C，超限已超过 10 分钟',
  ],
  [
    { ...raised, since: raised.at, durationSeconds: 0 },
    celsius,
    '−12.4 °C above high limit −15.0 °C',
    '−12.4 °C，高于上限 −15.0 °C',
  ],
  [
    { ...raised, band: 'lowLow', limit: 20, value: 12 },
    { unit: '%', decimals: 0 },
    '12% below low-low limit 20%, out of limits for more than 10 min',
    '12%，低于下下限 20%，超限已超过 10 分钟',
  ],
  [
    { ...raised, detectedLate: true },
    celsius,
    'Found in late data: −12.4 °C above high limit −15.0 °C, out of limits for more than 10 min',
    '补传数据中发现：−12.4 °C，高于上限 −15.0 °C，超限已超过 10 分钟',
  ],
  [
    { ...raised, type: 'stillActive', durationSeconds: 7500 },
    celsius,
    'Found in late data, still active after 2 h 5 min: −12.4 °C above high limit −15.0 °C',
    '补传数据中发现，2 小时 5 分钟后仍未恢复：−12.4 °C，高于上限 −15.0 °C',
  ],
  [
    {
      ...raised,
      type: 'severityChanged',
      direction: 'rise',
      severity: 1,
      band: 'highHigh',
      limit: -10,
      value: -9.8,
      previousBand: 'high',
      previousSeverity: 2,
    },
    celsius,
    'Upgraded to urgent, 10 min after the first limit was exceeded: −9.8 °C above high-high limit −10.0 °C',
    '首次超限 10 分钟后升级为紧急：−9.8 °C，高于上上限 −10.0 °C',
  ],
  // It is held by the deadband: the value is back below the limit, the alarm is not over.
  [
    {
      ...raised,
      type: 'severityChanged',
      direction: 'fall',
      value: -15.5,
      previousBand: 'highHigh',
      previousSeverity: 1,
    },
    celsius,
    'Downgraded to important, 10 min after the first limit was exceeded: −15.5 °C not yet clear of high limit −15.0 °C',
    '首次超限 10 分钟后降级为重要：−15.5 °C，尚未完全脱离上限 −15.0 °C',
  ],
  [
    back,
    celsius,
    'Back to −18.2 °C, within limits for 5 min; alarm lasted 52 min, highest −9.8 °C',
    '已恢复至 −18.2 °C，在限值以内，已稳定 5 分钟；报警持续 52 分钟，最高 −9.8 °C',
  ],
  [
    { ...back, reason: 'ruleEdited', value: null },
    celsius,
    'Alarm ended: its rule was edited; alarm lasted 52 min',
    '报警结束：报警规则已修改，报警持续 52 分钟',
  ],
  [
    { ...raised, ...numberless, kind: 'state', value: 1 },
    door,
    'Door open for more than 10 min',
    '库门打开已超过 10 分钟',
  ],
  // How long the one state lasted is not known when the rule names several.
  [
    { ...raised, ...numberless, kind: 'state', value: 1 },
    { ...door, isOneOfSeveral: true },
    'Door open, abnormal for more than 10 min',
    '库门打开，异常已超过 10 分钟',
  ],
  // The name says the state already, or is not one with it.
  [
    { ...raised, ...numberless, kind: 'state', value: 1 },
    { unit: '', decimals: 0, pointName: { zh: '机组故障', en: 'Rack fault' }, valueText: { zh: '故障', en: 'Fault' } },
    'Rack fault for more than 10 min',
    '机组故障已超过 10 分钟',
  ],
  [
    { ...raised, ...numberless, kind: 'state', value: 1 },
    {
      unit: '',
      decimals: 0,
      pointName: { zh: '压缩机状态', en: 'Smoke detector' },
      valueText: { zh: '停止', en: 'Smoke detected' },
    },
    'Smoke detector: smoke detected for more than 10 min',
    '压缩机状态：停止已超过 10 分钟',
  ],
  [
    { ...back, ...numberless, kind: 'state', value: 0 },
    { ...door, valueText: { zh: '关闭', en: 'Closed' } },
    'Door back to “Closed” for 5 min; alarm lasted 52 min',
    '库门已恢复为“关闭”，已稳定 5 分钟；报警持续 52 分钟',
  ],
  [{ ...raised, ...numberless, kind: 'noData' }, celsius, 'No data for more than 10 min', '无数据已超过 10 分钟'],
  [
    { ...raised, ...numberless, kind: 'badQuality', quality: 66 },
    { ...celsius, qualityText: { zh: '传感器故障', en: 'sensor fault' } },
    'Bad quality (sensor fault) for more than 10 min',
    '数据质量差（传感器故障）已超过 10 分钟',
  ],
  [
    { ...raised, ...numberless, kind: 'communicationLoss', subject: { type: 'gateway', id: 9 } },
    celsius,
    'Gateway communication loss for more than 10 min',
    '网关通讯中断已超过 10 分钟',
  ],
];

describe('the sentence of a transition', () => {
  it.each(table)('%#: reads well in both languages', (event, options, en, zh) => {
    expect(sentence(event, options)).toEqual({ en, zh });
  });
  it('shows a true minus sign and never a negative zero', () => {
    expect(quantity(-0.04, celsius)).toBe('0.0 °C');
    expect(quantity(-1.25, celsius)).toMatch(/^−1\.[23] °C$/);
    expect(quantity(0, { unit: '', decimals: 0 })).toBe('0');
  });
  it.each([
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [90, '1 min 30 s'],
    [7261, '2 h 1 min'],
    [86_400 * 3, '3 d'],
  ])('says %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds).en).toBe(text);
  });
});
