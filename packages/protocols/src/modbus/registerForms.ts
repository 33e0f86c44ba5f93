import { type ByteOrder, decodeValue, formatTable, type RegisterFormat, rawPattern } from './formats.ts';

/** Formats that make a number of one, two or four registers. */
export type NumberFormat = Exclude<RegisterFormat, 'bit' | 'bits16'>;

/** A register, or it and those behind it, read in one way. */
export interface RegisterForm {
  format: NumberFormat;
  byteOrder: ByteOrder;
  /** Null: not a number. */
  value: number | null;
}

export const numberFormats: readonly NumberFormat[] = ['s16', 'u16', 's32', 'u32', 'f32', 's64', 'u64', 'f64'];

/** Contents that many devices send in place of a value: sensor broken, open, short or missing. By the bytes of the value. */
const errorPatterns: Readonly<Record<1 | 2 | 4, readonly number[]>> = {
  1: [0x7fff, 0x8000, 0xffff],
  2: [0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0xffc00000],
  // As the nearest 64-bit float: all ones, and the largest and smallest integer.
  4: [2 ** 64, 2 ** 63],
};

/** The error pattern that these registers hold; null: none. */
export function errorPatternOf(
  format: NumberFormat,
  byteOrder: ByteOrder,
  registers: readonly number[],
): number | null {
  const pattern = rawPattern(format, byteOrder, registers);
  const patterns = errorPatterns[formatTable[format].registerCount as 1 | 2 | 4];
  return patterns.includes(pattern) ? pattern : null;
}

/** The register at `at` in every format and byte order; of 32 and 64 bits with those behind it, where there are so many. */
export function formsAt(registers: readonly number[], at: number): RegisterForm[] {
  return numberFormats.flatMap((format) => {
    const { registerCount, byteOrders } = formatTable[format];
    if (at + registerCount > registers.length) return [];
    const own = registers.slice(at, at + registerCount);
    return byteOrders.map((byteOrder) => ({ format, byteOrder, value: decodeValue(format, byteOrder, own) }));
  });
}
