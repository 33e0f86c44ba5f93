import type { BitReader, BitWriter } from './bitStream.ts';

const oneDouble = new Float64Array(1);
const oneDoubleBits = new Uint32Array(oneDouble.buffer);

/** Doubles, each XORed with the one before: 0, or 1 · leading zeros (6) · significant bits − 1 (6) · the bits. */
export function writeDoubles(writer: BitWriter, numbers: Float64Array, count: number): void {
  let previousHigh = 0;
  let previousLow = 0;
  for (let i = 0; i < count; i++) {
    oneDouble[0] = numbers[i]!;
    const low = oneDoubleBits[0]!;
    const high = oneDoubleBits[1]!;
    const xorHigh = (high ^ previousHigh) >>> 0;
    const xorLow = (low ^ previousLow) >>> 0;
    previousHigh = high;
    previousLow = low;
    if (xorHigh === 0 && xorLow === 0) {
      writer.write(0, 1);
      continue;
    }
    const leading = xorHigh !== 0 ? Math.clz32(xorHigh) : 32 + Math.clz32(xorLow);
    const trailing = xorLow !== 0 ? trailingZeros(xorLow) : 32 + trailingZeros(xorHigh);
    const significant = 64 - leading - trailing;
    writer.write(1, 1);
    writer.write(leading, 6);
    writer.write(significant - 1, 6);
    const lowBits = Math.max(0, 32 - trailing);
    if (lowBits > 0) writer.writeWide(xorLow >>> (32 - lowBits), Math.min(lowBits, significant));
    const highBits = significant - lowBits;
    if (highBits > 0) writer.writeWide(trailing > 32 ? xorHigh >>> (trailing - 32) : xorHigh, highBits);
  }
}

/** @throws RangeError when the bits are damaged or cut short */
export function readDoubles(bits: BitReader, into: Float64Array, start: number, count: number): void {
  let high = 0;
  let low = 0;
  for (let i = start; i < start + count; i++) {
    if (bits.read(1) === 1) {
      const leading = bits.read(6);
      const significant = bits.read(6) + 1;
      const trailing = 64 - leading - significant;
      if (trailing < 0) throw new RangeError('History segment is damaged.');
      const lowBits = Math.max(0, 32 - trailing);
      if (lowBits > 0) low ^= bits.readWide(Math.min(lowBits, significant)) << (32 - lowBits);
      const highBits = significant - lowBits;
      if (highBits > 0) high ^= bits.readWide(highBits) << (trailing > 32 ? trailing - 32 : 0);
    }
    oneDoubleBits[0] = low;
    oneDoubleBits[1] = high;
    into[i] = oneDouble[0]!;
  }
}

const trailingZeros = (n: number): number => 31 - Math.clz32(n & -n);
