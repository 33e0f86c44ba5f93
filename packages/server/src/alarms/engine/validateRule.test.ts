import { expect, it } from 'vitest';
import { type AlarmRule, type LimitRule, type RuleProblem, validateRule } from './index.ts';

const fine: LimitRule = {
  id: 1,
  kind: 'limit',
  bands: {
    highHigh: { limit: 8, severity: 1 },
    high: { limit: 5, severity: 2 },
    low: { limit: 0, severity: 2 },
    lowLow: { limit: -2, severity: 1 },
  },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};
const door: AlarmRule = { id: 2, kind: 'state', values: [1], severity: 2, onDelaySeconds: 0, offDelaySeconds: 0 };

const table: [string, AlarmRule, RuleProblem[]][] = [
  ['a complete rule is accepted', fine, []],
  ['one band alone is accepted', { ...fine, bands: { high: fine.bands.high! } }, []],
  ['no band at all is refused', { ...fine, bands: {} }, [{ problem: 'noBand' }]],
  [
    'high must lie above low',
    { ...fine, bands: { high: { limit: 0, severity: 2 }, low: { limit: 0, severity: 2 } }, deadband: 0 },
    [{ problem: 'limitsOutOfOrder', upper: 'high', lower: 'low' }],
  ],
  [
    'high-high must lie above high',
    { ...fine, bands: { ...fine.bands, highHigh: { limit: 4, severity: 1 } } },
    [{ problem: 'limitsOutOfOrder', upper: 'highHigh', lower: 'high' }],
  ],
  [
    'high-high must lie above low-low when they stand alone',
    { ...fine, bands: { highHigh: { limit: 1, severity: 1 }, lowLow: { limit: 2, severity: 1 } } },
    [{ problem: 'limitsOutOfOrder', upper: 'highHigh', lower: 'lowLow' }],
  ],
  [
    'the outer band must be more severe',
    { ...fine, bands: { ...fine.bands, lowLow: { limit: -2, severity: 2 } } },
    [{ problem: 'outerBandNotMoreSevere', outer: 'lowLow', inner: 'low' }],
  ],
  ['a deadband cannot be negative', { ...fine, deadband: -1 }, [{ problem: 'negative', field: 'deadband' }]],
  [
    'a deadband cannot be as wide as the permitted range',
    { ...fine, deadband: 5 },
    [{ problem: 'deadbandTooWide', narrowestRange: 5 }],
  ],
  [
    'limits must be numbers',
    { ...fine, bands: { high: { limit: Number.NaN, severity: 2 } } },
    [{ problem: 'notANumber', field: 'high' }],
  ],
  ['delays cannot be negative', { ...door, onDelaySeconds: -1 }, [{ problem: 'negative', field: 'onDelaySeconds' }]],
  ['a state rule needs a state', { ...door, values: [] }, [{ problem: 'noStateValue' }]],
  ['severities are 1 to 4', { ...door, severity: 5 as 4 }, [{ problem: 'unknownSeverity', field: 'severity' }]],
  [
    'silence needs a time',
    { id: 3, kind: 'noData', afterSeconds: 0, severity: 3 },
    [{ problem: 'notPositive', field: 'afterSeconds' }],
  ],
];
it.each(table)('%s', (_name, rule, problems) => {
  expect(validateRule(rule)).toEqual(problems);
});
