import { expect, test } from 'vitest';
import type { Language } from '../../call.ts';
import { inputWords } from '../../inputWords.ts';
import { RuleDefinition } from '../ruleDefinition.ts';
import { canRun } from './definitionRules.ts';
import { StrategyRule } from './fields.ts';

const delays = { onDelaySeconds: 0, offDelaySeconds: 0 };
const bands = {
  highHigh: { limit: 8, severity: 1 },
  high: { limit: 5, severity: 2 },
  low: { limit: 0, severity: 2 },
  lowLow: { limit: -2, severity: 1 },
};
const fine = { kind: 'limit', bands, deadband: 1, ...delays };
const door = { kind: 'state', values: [1], severity: 2, ...delays };
const rise = { kind: 'rateOfChange', direction: 'rise', limit: 5, windowSeconds: 600, severity: 2, ...delays };
const still = { kind: 'frozen', tolerance: 0, afterSeconds: 21_600, severity: 3 };
const silent = { kind: 'noData', afterSeconds: 900, severity: 3 };
const defrost = { point: { pointId: 1 }, values: [0], settleSeconds: 900, maxHiddenSeconds: 3600 };
const day = 86_400;
const states = Array.from({ length: 101 }, (_, state) => state);
const minutes = Array.from({ length: 51 }, (_, place) => ({
  ...{ days: [1], fromMinute: place, untilMinute: place + 1, endsNextDay: false },
}));

/** Beside which fields something is said, and what. */
function saidOf(definition: object, language: Language = 'en'): Record<string, string> {
  const asked = StrategyRule.safeParse({ Definition: definition }, { error: (issue) => inputWords(issue, language) });
  return Object.fromEntries((asked.error?.issues ?? []).map(({ path, message }) => [path.slice(1).join('.'), message]));
}

test.each<[string, object, string[]]>([
  ['a complete rule is taken', fine, []],
  ['one band alone is taken', { ...fine, bands: { high: bands.high } }, []],
  ['no band at all is refused', { ...fine, bands: {} }, ['bands']],
  [
    'high must lie above low',
    { ...fine, bands: { high: { limit: 0, severity: 2 }, low: bands.low }, deadband: 0 },
    ['bands.high.limit'],
  ],
  [
    'high-high must lie above high',
    { ...fine, bands: { ...bands, highHigh: { limit: 4, severity: 1 } } },
    ['bands.highHigh.limit'],
  ],
  [
    'high-high must lie above low-low when they stand alone',
    { ...fine, bands: { highHigh: { limit: 1, severity: 1 }, lowLow: { limit: 2, severity: 1 } } },
    ['bands.highHigh.limit'],
  ],
  [
    'the outer band must be more severe',
    { ...fine, bands: { ...bands, lowLow: { limit: -2, severity: 2 } } },
    ['bands.lowLow.severity'],
  ],
  ['a deadband cannot be negative', { ...fine, deadband: -1 }, ['deadband']],
  ['a deadband cannot be as wide as the permitted range', { ...fine, deadband: 5 }, ['deadband']],
  ['limits must be numbers', { ...fine, bands: { high: { limit: Number.NaN, severity: 2 } } }, ['bands.high.limit']],
  ['delays cannot be negative', { ...door, onDelaySeconds: -1 }, ['onDelaySeconds']],
  ['a state rule needs a state', { ...door, values: [] }, ['values']],
  ['severities are 1 to 4', { ...door, severity: 5 }, ['severity']],
  ['silence needs a time', { ...silent, afterSeconds: 0 }, ['afterSeconds']],
])('%s, and what is refused does not run', (_, definition, fields) => {
  expect(Object.keys(saidOf(definition))).toEqual(fields);
  const parsed = RuleDefinition.safeParse(definition);
  expect(parsed.success && canRun(parsed.data)).toBe(fields.length === 0);
});

test.each<[string, object, string, string]>([
  ['a delay', { ...door, onDelaySeconds: 7 * day + 1 }, 'onDelaySeconds', 'At most 7 days'],
  ['a way back', { ...door, offDelaySeconds: 7 * day + 1 }, 'offDelaySeconds', 'At most 7 days'],
  ['the window of a change', { ...rise, windowSeconds: day + 1 }, 'windowSeconds', 'At most 24 hours'],
  ['standing still', { ...still, afterSeconds: 2 * day + 1 }, 'afterSeconds', 'At most 48 hours'],
  ['silence', { ...silent, afterSeconds: 31 * day + 1 }, 'afterSeconds', 'At most 31 days'],
  [
    'settling',
    { ...fine, onlyWhile: [defrost, { ...defrost, settleSeconds: day + 1 }] },
    'onlyWhile.1.settleSeconds',
    'At most 24 hours',
  ],
  [
    'hiding',
    { ...fine, onlyWhile: [{ ...defrost, maxHiddenSeconds: day + 1 }] },
    'onlyWhile.0.maxHiddenSeconds',
    'At most 24 hours',
  ],
  ['states', { ...door, values: states }, 'values', 'At most 100 states'],
  [
    'states of another point',
    { ...fine, onlyWhile: [{ ...defrost, values: states }] },
    'onlyWhile.0.values',
    'At most 100 states',
  ],
  ['periods', { ...door, periods: minutes }, 'periods', 'At most 50 periods'],
  [
    'a day said often',
    { ...door, periods: [{ ...minutes[0], days: Array.from({ length: 9 }, () => 1) }] },
    'periods',
    'Each day only once',
  ],
])(
  '%s beyond its maximum is refused beside its field, and runs where it was stored before',
  (_, definition, field, words) => {
    expect(saidOf(definition)).toEqual({ [field]: words });
    const parsed = RuleDefinition.safeParse(definition);
    expect(parsed.success && canRun(parsed.data)).toBe(true);
  },
);

test('the longest of everything is taken', () => {
  const while24 = { ...defrost, settleSeconds: day, maxHiddenSeconds: day };
  for (const definition of [
    { ...door, onDelaySeconds: 7 * day, offDelaySeconds: 7 * day, onlyWhile: [while24], periods: minutes.slice(1) },
    { ...rise, windowSeconds: day },
    { ...still, afterSeconds: 2 * day },
    { ...silent, afterSeconds: 31 * day },
  ])
    expect(saidOf(definition)).toEqual({});
});

test('what is longest is said in both languages', () => {
  expect(saidOf({ ...rise, windowSeconds: 2 * day }, 'zh')).toEqual({ windowSeconds: '最多 24 小时' });
  expect(saidOf({ ...silent, afterSeconds: 32 * day }, 'zh')).toEqual({ afterSeconds: '最多 31 天' });
});
