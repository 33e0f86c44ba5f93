import fc from 'fast-check';
import { expect, test } from 'vitest';
import { busTimeMs } from './busTime.ts';
import { encodeValue } from './formats.ts';
import { formsAt } from './registerForms.ts';
import { suggestFormats } from './suggestFormats.ts';

const kinds = (suggestion: { reasons: readonly { kind: string }[] } | null | undefined) =>
  suggestion?.reasons.map(({ kind }) => kind);

test('temperatures in tenths are found, below zero too, and the reason is that they are ordinary and move little', () => {
  const [probe, humidity] = suggestFormats([
    [0xff4c, 675],
    [0xff4e, 674],
  ]);
  expect(probe).toMatchObject({ format: 's16', byteOrder: 'AB', dividedBy: 10, isLikely: true });
  expect(probe!.reasons).toEqual([
    { kind: 'measuredRange', value: -17.8, dividedBy: 10 },
    { kind: 'unsignedIsAbsurd', value: 0xff4e },
    { kind: 'changesLittle', reads: 2, spread: 0.2 },
  ]);
  expect(humidity).toMatchObject({
    format: 's16',
    dividedBy: 10,
    reasons: [{ value: 67.4 }, { kind: 'changesLittle' }],
  });
  // Hundredths; between 100 and 450 V in tenths nobody can tell.
  const [room, mains] = suggestFormats([
    [0xf8f8, 2150],
    [0xf8f9, 2151],
  ]);
  expect([room, mains]).toMatchObject([
    { dividedBy: 100, isLikely: true, reasons: [{ value: -17.99 }, {}, {}] },
    { dividedBy: 100, isLikely: false, reasons: [{ value: 21.51 }, {}] },
  ]);
  expect(suggestFormats([[0x9701]])[0]).toMatchObject({ byteOrder: 'BA', dividedBy: 10 });
});

test('a float is found in any word order, beside values of one register', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ABCD' as const, 'CDAB' as const),
      fc.array(fc.integer({ min: 3, max: 140 }), { minLength: 2, maxLength: 6 }),
      (order, values) => {
        const registers = values.flatMap((value) => encodeValue('f32', order, value));
        const suggestions = suggestFormats([registers]);
        expect(suggestions.map((one) => one && [one.format, one.byteOrder])).toEqual(
          values.flatMap(() => [['f32', order], null]),
        );
      },
    ),
  );
  // E+E EE210, then a temperature in tenths.
  expect(suggestFormats([[0x2900, 0x41c2, 281]]).map((one) => one?.format)).toEqual(['f32', undefined, 's16']);
});

test('that the others stand in its order is said of a value only where there are others and all of them do', () => {
  const said = (registers: number[]) =>
    suggestFormats([registers]).flatMap((one) =>
      one ? [[one.byteOrder, one.reasons.some(({ kind }) => kind === 'orderOfOthers')]] : [],
    );
  const float = (order: 'ABCD' | 'CDAB', value: number) => encodeValue('f32', order, value);
  expect(said(float('CDAB', 21.37))).toEqual([['CDAB', false]]);
  expect(said([...float('CDAB', 21.37), ...float('CDAB', 54.21)])).toEqual([
    ['CDAB', true],
    ['CDAB', true],
  ]);
  expect(said([...float('CDAB', 21.37), ...float('CDAB', 54.21), ...float('ABCD', 18.83)])).toEqual([
    ['CDAB', false],
    ['CDAB', false],
    ['ABCD', false],
  ]);
});

test('contents that mean a broken sensor are named, zeros say nothing, and counters are known by their growing', () => {
  const [open, nothing, flag] = suggestFormats([[0x7fff, 0, 1]]);
  expect(open!.reasons).toEqual([{ kind: 'errorValue', pattern: 0x7fff, bits: 16 }]);
  expect([kinds(nothing), nothing!.isLikely, kinds(flag)]).toEqual([['zero'], false, ['onlyZeroOrOne']]);
  expect(suggestFormats([[0x7fc0, 0x0000]])[0]).toMatchObject({ format: 'f32', reasons: [{ pattern: 0x7fc00000 }] });
  const counter = suggestFormats([
    [3, 0x1234],
    [3, 0x1240],
  ]);
  expect([counter[0]!.format, kinds(counter[0]), counter[1]]).toEqual(['u32', ['growsSteadily', 'largeCounter'], null]);
});

test('any registers get a suggestion each value, and every form that fits them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain((count) =>
        fc.array(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count }), {
          minLength: 1,
          maxLength: 4,
        }),
      ),
      (reads) => {
        const last = reads.at(-1)!;
        const suggestions = suggestFormats(reads);
        expect(suggestions).toHaveLength(last.length);
        expect(suggestions.every((one) => one === null || one.reasons.length > 0)).toBe(true);
        expect(last.map((_, at) => formsAt(last, at).length)).toEqual(
          last.map((_, at) => (at + 3 < last.length ? 28 : at + 1 < last.length ? 16 : 4)),
        );
      },
    ),
  );
});

test('the time on the bus is that of the characters and the silence behind them', () => {
  const settings = { baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 } as const;
  // 8 + 9 characters of ten bits and twice 3.5.
  expect(busTimeMs(settings, 8, 9)).toBeCloseTo(25, 6);
  expect(busTimeMs({ ...settings, parity: 'even' }, 8, 9)).toBeCloseTo(27.5, 6);
  expect(busTimeMs({ ...settings, baudRate: 115_200 }, 8, 9)).toBeCloseTo(17 / 11.52 + 3.5, 6);
});
