import { ProtocolError } from '../ProtocolError.ts';

/**
 * Data formats of the specification (§5.1), and those of 64 bits that energy meters have. `bits16` reads one bit of a register;
 * `bit` is a coil or discrete input.
 */
export type RegisterFormat = 's16' | 'u16' | 's32' | 'u32' | 'f32' | 's64' | 'u64' | 'f64' | 'bits16' | 'bit';
/** Where the bytes of the value sit on the wire: `AB` is Modbus' own high byte first. */
export type ByteOrder16 = 'AB' | 'BA';
/**
 * The letters name the bytes of the value from the most significant; the string is the order in which they arrive. The spec
 * writes the fourth order DCBA in one place and DCAB in another: both mean fully reversed, and `DCAB` is read as `DCBA`.
 */
export type ByteOrder32 = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA';
/** As sent, words reversed, bytes of each word swapped, both. */
export type ByteOrder64 = 'ABCDEFGH' | 'GHEFCDAB' | 'BADCFEHG' | 'HGFEDCBA';
export type ByteOrder = ByteOrder16 | ByteOrder32 | ByteOrder64;

export const isFloat = (format: RegisterFormat): boolean => format === 'f32' || format === 'f64';

/**
 * The shortest decimal that is this 32-bit float: what its maker wrote, without the digits that 64 bits add to it.
 *
 * Example: 20.100000381469727 is 20.1.
 */
export function shortestFloat32(value: number): number {
  // Nine digits name every 32-bit float.
  for (let digits = 1; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

/** Without the noise of binary arithmetic, which begins at the sixteenth digit: 0.1 + 0.2 is 0.3. Takes nothing that was measured. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15));

interface FormatRow {
  /** 0 for `bit`, which is no register. */
  registerCount: 0 | 1 | 2 | 4;
  byteOrders: readonly ByteOrder[];
  /** What can be written, so that the device holds exactly what was meant. */
  min: number;
  max: number;
  read(bytes: DataView): number;
  write(bytes: DataView, value: number): void;
}

const orders16: readonly ByteOrder16[] = ['AB', 'BA'];
const orders32: readonly ByteOrder32[] = ['ABCD', 'CDAB', 'BADC', 'DCBA'];
const orders64: readonly ByteOrder64[] = ['ABCDEFGH', 'GHEFCDAB', 'BADCFEHG', 'HGFEDCBA'];

export const formatTable: Record<RegisterFormat, FormatRow> = {
  s16: {
    registerCount: 1,
    byteOrders: orders16,
    min: -0x8000,
    max: 0x7fff,
    read: (bytes) => bytes.getInt16(0),
    write: (bytes, value) => bytes.setInt16(0, value),
  },
  u16: {
    registerCount: 1,
    byteOrders: orders16,
    min: 0,
    max: 0xffff,
    read: (bytes) => bytes.getUint16(0),
    write: (bytes, value) => bytes.setUint16(0, value),
  },
  bits16: {
    registerCount: 1,
    byteOrders: orders16,
    min: 0,
    max: 0xffff,
    read: (bytes) => bytes.getUint16(0),
    write: (bytes, value) => bytes.setUint16(0, value),
  },
  s32: {
    registerCount: 2,
    byteOrders: orders32,
    min: -0x80000000,
    max: 0x7fffffff,
    read: (bytes) => bytes.getInt32(0),
    write: (bytes, value) => bytes.setInt32(0, value),
  },
  u32: {
    registerCount: 2,
    byteOrders: orders32,
    min: 0,
    max: 0xffffffff,
    read: (bytes) => bytes.getUint32(0),
    write: (bytes, value) => bytes.setUint32(0, value),
  },
  f32: {
    registerCount: 2,
    byteOrders: orders32,
    min: -3.4028234663852886e38,
    max: 3.4028234663852886e38,
    read: (bytes) => shortestFloat32(bytes.getFloat32(0)),
    write: (bytes, value) => bytes.setFloat32(0, value),
  },
  // Values are 64-bit floats everywhere: beyond 2^53 an integer is read as the nearest one, with 15 to 16 right digits.
  s64: {
    registerCount: 4,
    byteOrders: orders64,
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    read: (bytes) => Number(bytes.getBigInt64(0)),
    write: (bytes, value) => bytes.setBigInt64(0, BigInt(value)),
  },
  u64: {
    registerCount: 4,
    byteOrders: orders64,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    read: (bytes) => Number(bytes.getBigUint64(0)),
    write: (bytes, value) => bytes.setBigUint64(0, BigInt(value)),
  },
  f64: {
    registerCount: 4,
    byteOrders: orders64,
    min: -Number.MAX_VALUE,
    max: Number.MAX_VALUE,
    read: (bytes) => bytes.getFloat64(0),
    write: (bytes, value) => bytes.setFloat64(0, value),
  },
  bit: {
    registerCount: 0,
    byteOrders: [],
    min: 0,
    max: 1,
    read: (bytes) => bytes.getUint8(0),
    write: (bytes, value) => bytes.setUint8(0, value),
  },
};

/** Position on the wire of value byte A, B, C, D … All orders are their own inverse. */
const positions: Record<ByteOrder, readonly number[]> = {
  AB: [0, 1],
  BA: [1, 0],
  ABCD: [0, 1, 2, 3],
  CDAB: [2, 3, 0, 1],
  BADC: [1, 0, 3, 2],
  DCBA: [3, 2, 1, 0],
  ABCDEFGH: [0, 1, 2, 3, 4, 5, 6, 7],
  GHEFCDAB: [6, 7, 4, 5, 2, 3, 0, 1],
  BADCFEHG: [1, 0, 3, 2, 5, 4, 7, 6],
  HGFEDCBA: [7, 6, 5, 4, 3, 2, 1, 0],
};

/** The order a form or an import wrote, or null when it is none. `DCAB` is the spec's other spelling of `DCBA`. */
export function parseByteOrder(text: string): ByteOrder | null {
  const name = text === 'DCAB' ? 'DCBA' : text;
  return Object.hasOwn(positions, name) ? (name as ByteOrder) : null;
}

function valueBytes(format: RegisterFormat, byteOrder: ByteOrder, registers: readonly number[]): DataView {
  const { registerCount } = formatTable[format];
  if (registers.length < registerCount) throw new ProtocolError('shortReply', `${registers.length}`);
  const bytes = new DataView(new ArrayBuffer(8));
  positions[byteOrder].forEach((wire, index) => {
    const register = registers[wire >> 1]!;
    bytes.setUint8(index, wire & 1 ? register & 0xff : register >> 8);
  });
  return bytes;
}

/**
 * The registers of one value as one unsigned number, most significant byte first: what error markers such as 7FFFh are
 * compared with, in any format.
 */
export function rawPattern(format: RegisterFormat, byteOrder: ByteOrder, registers: readonly number[]): number {
  const bytes = valueBytes(format, byteOrder, registers);
  const { registerCount } = formatTable[format];
  if (registerCount === 4) return Number(bytes.getBigUint64(0));
  return registerCount === 2 ? bytes.getUint32(0) : bytes.getUint16(0);
}

/**
 * Reads one value from its registers, before mapping.
 *
 * @param registers values 0–65535 in the order the device sent them
 * @param bit 1–16 for `bits16`, 1 = least significant; ignored otherwise
 * @returns null when a float is NaN or infinite
 * @throws ProtocolError `shortReply` when fewer registers arrived than the format needs
 *
 * Example: `[0x2900, 0x41C2]` as `f32` with `CDAB` is 24.27 (E+E EE210).
 */
export function decodeValue(
  format: Exclude<RegisterFormat, 'bit'>,
  byteOrder: ByteOrder,
  registers: readonly number[],
  bit = 1,
): number | null {
  const value = formatTable[format].read(valueBytes(format, byteOrder, registers));
  if (format === 'bits16') return (value >> (bit - 1)) & 1;
  return Number.isFinite(value) ? value : null;
}

/**
 * The registers that hold `value`, in wire order. Integer formats take integers: the caller rounds, knowing the mapping.
 *
 * @throws ProtocolError `notANumber`, `outOfRange`
 */
export function encodeValue(format: Exclude<RegisterFormat, 'bit'>, byteOrder: ByteOrder, value: number): number[] {
  const row = formatTable[format];
  if (!Number.isFinite(value) || (!isFloat(format) && !Number.isInteger(value))) {
    throw new ProtocolError('notANumber', `${value}`);
  }
  if (value < row.min || value > row.max) throw new ProtocolError('outOfRange', `${value}`);
  const bytes = new DataView(new ArrayBuffer(8));
  row.write(bytes, value);
  const registers = Array<number>(row.registerCount).fill(0);
  positions[byteOrder].forEach((wire, index) => {
    registers[wire >> 1]! |= bytes.getUint8(index) << (wire & 1 ? 0 : 8);
  });
  return registers;
}

/** Linear mapping from the device's number to the engineering unit. Spec §5.1: x1, x2 → y1, y2, and x1 ≠ x2. */
export interface Scaling {
  rawLow: number;
  rawHigh: number;
  engLow: number;
  engHigh: number;
}

/** Not clamped: a raw value outside x1–x2 is mapped along the same line. */
export const scale = ({ rawLow, rawHigh, engLow, engHigh }: Scaling, raw: number): number =>
  withoutNoise(engLow + ((raw - rawLow) * (engHigh - engLow)) / (rawHigh - rawLow));

/** The inverse of `scale`, for writes; infinite when y1 = y2. */
export const unscale = ({ rawLow, rawHigh, engLow, engHigh }: Scaling, value: number): number =>
  rawLow + ((value - engLow) * (rawHigh - rawLow)) / (engHigh - engLow);

/** Rounds half away from zero to `decimals` places, as a person would; null leaves the value alone. */
export function roundTo(value: number, decimals: number | null): number {
  if (decimals === null) return value;
  // toPrecision first: 1.005 × 100 is 100.49999999999999 in binary.
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(15));
  const rounded = Math.round(scaled) / 10 ** decimals;
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}
