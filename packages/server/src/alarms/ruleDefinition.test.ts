import { StrategyRule } from '@watchpost/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRule } from './ruleDefinition.ts';

const number = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(0.5, 60, 3_600));
const severity = fc.integer({ min: 1, max: 4 });
const point = fc.constantFrom({ pointId: 1 }, { pointId: 2 }, { pointTypeId: 1 });
const some = <T>(what: fc.Arbitrary<T>) => fc.option(what, { nil: undefined });
/** As it would travel: what is undefined is not there. */
const sent = (definition: object): unknown => JSON.parse(JSON.stringify(definition));

const band = some(fc.record({ limit: number, severity, from: some(point) }));
const bands = fc.record({ lowLow: band, low: band, high: band, highHigh: band });
const minute = fc.constantFrom(0, 1, 480, 720, 1200, 1439, 1440);
const period = {
  days: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  fromMinute: minute,
  untilMinute: minute,
  endsNextDay: fc.boolean(),
};
const delays = { onDelaySeconds: number, offDelaySeconds: number };
const values = fc.array(number, { maxLength: 2 });
const onlyWhile = some(
  fc.array(fc.record({ point, values, settleSeconds: number, maxHiddenSeconds: number }), { maxLength: 2 }),
);
const conditions = { onlyWhile, periods: some(fc.array(fc.record(period), { maxLength: 3 })) };
const kind = <K extends string>(name: K) => fc.constant(name);

const definitions = fc.oneof(
  fc.record({
    kind: kind('limit'),
    bands,
    deadband: number,
    ...delays,
    onlyWhile,
    periods: some(fc.array(fc.record({ ...period, bands: some(bands) }), { maxLength: 3 })),
  }),
  fc.record({ kind: kind('state'), values, severity, ...delays, ...conditions }),
  fc.record({ kind: kind('frozen'), tolerance: number, afterSeconds: number, severity, ...conditions }),
  fc.record({
    ...{ kind: kind('rateOfChange'), direction: fc.constantFrom('rise', 'fall', 'either'), limit: number },
    ...{ windowSeconds: number, severity, ...delays, ...conditions },
  }),
  fc.record({
    ...{ kind: kind('deviation'), from: point, direction: fc.constantFrom('above', 'below', 'either') },
    ...{ limit: number, deadband: number, severity, ...delays, ...conditions },
  }),
  fc.record({ kind: kind('noData'), afterSeconds: number, severity }),
  fc.record({ kind: fc.constantFrom('badQuality', 'communicationLoss'), severity, ...delays }),
);

test('every condition that a form may send runs', () => {
  let taken = 0;
  fc.assert(
    fc.property(definitions.map(sent), (definition) => {
      const asked = StrategyRule.safeParse({ Definition: definition });
      if (!asked.success) return;
      taken += 1;
      expect(parseRule(0, asked.data.Definition)).not.toBeNull();
    }),
    {
      numRuns: 2_000,
      examples: [
        [
          sent({
            ...{ kind: 'limit', bands: { high: { limit: 9, severity: 2 } }, deadband: 3 },
            ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
            periods: [
              {
                ...{ days: [1], fromMinute: 0, untilMinute: 480, endsNextDay: false },
                bands: { high: { limit: 4, severity: 2 }, low: { limit: 2, severity: 2 } },
              },
            ],
          }),
        ],
      ],
    },
  );
  expect(taken).toBeGreaterThan(200);
});

test('a deadband as wide as the limits of one period are apart is said beside the deadband', () => {
  const asked = StrategyRule.safeParse({
    Definition: {
      ...{
        kind: 'limit',
        bands: { high: { limit: 9, severity: 2 } },
        deadband: 2,
        onDelaySeconds: 0,
        offDelaySeconds: 0,
      },
      periods: [
        {
          ...{ days: [1], fromMinute: 0, untilMinute: 480, endsNextDay: false },
          bands: { high: { limit: 4, severity: 2 }, low: { limit: 2, severity: 2 } },
        },
      ],
    },
  });
  expect(asked.error?.issues.map(({ path }) => path.join('.'))).toEqual(['Definition.deadband']);
});
