import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../ProtocolError.ts';
import {
  type ByteOrder,
  decodeValue,
  encodeValue,
  formatTable,
  parseByteOrder,
  type RegisterFormat,
  roundTo,
  scale,
  unscale,
} from './formats.ts';

type Word = Exclude<RegisterFormat, 'bit'>;
const wordFormats = Object.keys(formatTable).filter((format): format is Word => format !== 'bit');

describe('a value is the same number in every byte order', () => {
  const cases: [Word, ByteOrder, number[], number][] = [
    ['s16', 'AB', [0xff38], -200],
    ['s16', 'BA', [0x38ff], -200],
    ['u16', 'AB', [0xff38], 65336],
    ['u16', 'BA', [0x38ff], 65336],
    ['s32', 'ABCD', [0xfffe, 0x1dc0], -123456],
    ['s32', 'CDAB', [0x1dc0, 0xfffe], -123456],
    ['s32', 'BADC', [0xfeff, 0xc01d], -123456],
    ['s32', 'DCBA', [0xc01d, 0xfeff], -123456],
    ['u32', 'ABCD', [0x1234, 0x5678], 0x12345678],
    ['u32', 'CDAB', [0x5678, 0x1234], 0x12345678],
    ['u32', 'BADC', [0x3412, 0x7856], 0x12345678],
    ['u32', 'DCBA', [0x7856, 0x3412], 0x12345678],
    ['f32', 'ABCD', [0x41a4, 0x0000], 20.5],
    ['f32', 'CDAB', [0x0000, 0x41a4], 20.5],
    ['f32', 'BADC', [0xa441, 0x0000], 20.5],
    ['f32', 'DCBA', [0x0000, 0xa441], 20.5],
    ['u64', 'ABCDEFGH', [0x0001, 0x2345, 0x6789, 0xabcd], 0x123456789abcd],
    ['u64', 'GHEFCDAB', [0xabcd, 0x6789, 0x2345, 0x0001], 0x123456789abcd],
    ['u64', 'BADCFEHG', [0x0100, 0x4523, 0x8967, 0xcdab], 0x123456789abcd],
    ['u64', 'HGFEDCBA', [0xcdab, 0x8967, 0x4523, 0x0100], 0x123456789abcd],
    ['s64', 'ABCDEFGH', [0xffff, 0xffff, 0xffff, 0xfffe], -2],
    ['s64', 'HGFEDCBA', [0xfeff, 0xffff, 0xffff, 0xffff], -2],
    ['f64', 'ABCDEFGH', [0x4034, 0x8000, 0x0000, 0x0000], 20.5],
    ['f64', 'GHEFCDAB', [0x0000, 0x0000, 0x8000, 0x4034], 20.5],
  ];
  test.each(cases)('%s %s', (format, order, registers, value) => {
    expect(decodeValue(format, order, registers)).toBe(value);
    expect(encodeValue(format, order, value)).toEqual(registers);
  });

  test('the E+E EE210 sends 29 00 41 C2 for 24.27 in CDAB', () => {
    expect(decodeValue('f32', 'CDAB', [0x2900, 0x41c2])).toBeCloseTo(24.27, 2);
  });
});

test('a counter beyond 2^53 is the nearest number there is, and no such number is written', () => {
  expect(decodeValue('u64', 'ABCDEFGH', [0xffff, 0xffff, 0xffff, 0xffff])).toBe(2 ** 64);
  expect(decodeValue('u64', 'ABCDEFGH', [0x0020, 0x0000, 0x0000, 0x0001])).toBe(2 ** 53);
  expect(() => encodeValue('u64', 'ABCDEFGH', 2 ** 53)).toThrow(expect.objectContaining({ code: 'outOfRange' }));
  expect(() => encodeValue('s64', 'ABCDEFGH', -(2 ** 53))).toThrow(expect.objectContaining({ code: 'outOfRange' }));
});

test('both spellings of the fourth order mean fully reversed', () => {
  expect(parseByteOrder('DCAB')).toBe('DCBA');
  expect(parseByteOrder('DCBA')).toBe('DCBA');
  expect(parseByteOrder('ACBD')).toBeNull();
  expect(parseByteOrder('toString')).toBeNull();
});

test('bit 1 is the least significant of a register and bit 16 the most', () => {
  expect(decodeValue('bits16', 'AB', [0x8001], 1)).toBe(1);
  expect(decodeValue('bits16', 'AB', [0x8001], 2)).toBe(0);
  expect(decodeValue('bits16', 'AB', [0x8001], 16)).toBe(1);
  expect(decodeValue('bits16', 'BA', [0x0100], 1)).toBe(1);
});

test.each([
  ['NaN', [0x7fc0, 0x0000]],
  ['infinity', [0x7f80, 0x0000]],
  ['minus infinity', [0xff80, 0x0000]],
])('%s from a device is no value, never a number', (_name, registers) => {
  expect(decodeValue('f32', 'ABCD', registers)).toBeNull();
});

test('a float is the decimal its maker wrote, not the one that 64 bits make of it', () => {
  expect(decodeValue('f32', 'ABCD', [0x41a0, 0xcccd])).toBe(20.1);
  expect(decodeValue('f32', 'ABCD', [0x39cf, 0x1801])).toBe(0.000395);
});

test('too few registers are refused, not padded with zero', () => {
  expect(() => decodeValue('f32', 'ABCD', [0x41a4])).toThrow(new ProtocolError('shortReply', '1'));
});

test.each(wordFormats)('what is encoded as %s decodes to the same value in all its byte orders', (format) => {
  const row = formatTable[format];
  const real = { noNaN: true, noDefaultInfinity: true } as const;
  const values =
    format === 'f32' ? fc.float(real) : format === 'f64' ? fc.double(real) : fc.integer({ min: row.min, max: row.max });
  fc.assert(
    fc.property(values, fc.constantFrom(...row.byteOrders), (value, order) => {
      const registers = encodeValue(format, order, value);
      expect(registers).toHaveLength(row.registerCount);
      const bits = Array.from({ length: 16 }, (_, index) => decodeValue(format, order, registers, index + 1)!);
      const read = format === 'bits16' ? bits.reduce((sum, bit, index) => sum + bit * 2 ** index, 0) : bits[0]!;
      expect((format === 'f32' ? Math.fround(read) : read) + 0).toBe(value + 0);
    }),
  );
});

test.each([
  ['s16', 32768],
  ['s16', -32769],
  ['u16', -1],
  ['u32', 2 ** 32],
  ['f32', 1e39],
] as [Word, number][])('%s cannot hold %d and says so', (format, value) => {
  const order = formatTable[format].registerCount === 2 ? 'ABCD' : 'AB';
  expect(() => encodeValue(format, order, value)).toThrow(expect.objectContaining({ code: 'outOfRange' }));
});

test('mapping and its inverse bring a value back', () => {
  const tenths = { rawLow: 0, rawHigh: 1000, engLow: 0, engHigh: 100 };
  expect(scale(tenths, 281)).toBe(28.1);
  expect(unscale(tenths, 28.1)).toBeCloseTo(281, 9);
  const number = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(number, number, number, number, number, (rawLow, rawHigh, engLow, engHigh, raw) => {
      fc.pre(rawLow !== rawHigh && engLow !== engHigh);
      const scaling = { rawLow, rawHigh, engLow, engHigh };
      // + 0: a mapping may turn zero into minus zero, which is the same register.
      expect(Math.round(unscale(scaling, scale(scaling, raw))) + 0).toBe(raw + 0);
    }),
  );
});

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [-0.04, 1, 0],
  [28.149999, 1, 28.1],
  [12.345, null, 12.345],
])('%d with %s decimals is %d', (value, decimals, rounded) => {
  expect(roundTo(value, decimals)).toBe(rounded);
});
