import { type BitReader, type BitWriter, bitLength } from './bitStream.ts';

/**
 * A column of whole numbers in few bits: what is left after a prediction, Rice-coded.
 *
 * Three predictions are priced and the cheapest is taken: the smallest number (order 0: noise around a level), the number
 * before (order 1: a drifting value), the straight line through the two before (order 2: a regular clock). A prediction
 * that is right every time costs nothing per number.
 *
 * Rice code of a residual u with parameter k: u >> k in unary, then the low k bits. After `escapeAfter` ones follow 6 bits
 * of width and the number itself, so that one jump in a quiet series does not cost thousands of bits.
 */
export type Prediction = 0 | 1 | 2;

/** Numbers must stay within ±2^49, so that a residual of order 2 is still exact in a double. */
export const integerLimit = 2 ** 49;

const escapeAfter = 20;
const escapeWidthBits = 6;
const largestParameter = 24;
/** Stands in the parameter's place when every residual is zero. */
const allZero = 31;

const zigzag = (n: number): number => (n < 0 ? -2 * n - 1 : 2 * n);
/** By halves: the remainder of a double is a call, and every read of history asks this of every number. */
const unzigzag = (u: number): number => {
  const half = Math.floor(u / 2);
  return half * 2 === u ? half : -half - 1;
};

let scratch = [new Float64Array(4096), new Float64Array(4096), new Float64Array(4096)];
const lengths = new Int32Array(54);

/** Writes `count` ≥ 1 whole numbers. */
export function writeIntegers(bits: BitWriter, numbers: Float64Array, count: number): void {
  if (scratch[0]!.length < count) scratch = [0, 1, 2].map(() => new Float64Array(count * 2));
  let best: Prediction = 0;
  let bestParameter = allZero;
  let bestBits = Number.POSITIVE_INFINITY;
  let min = numbers[0]!;
  for (let i = 1; i < count; i++) if (numbers[i]! < min) min = numbers[i]!;
  for (const order of [2, 1, 0] as const) {
    const residuals = scratch[order]!;
    lengths.fill(0);
    let longest = 0;
    const first = Math.min(order, count);
    for (let i = first; i < count; i++) {
      const u =
        order === 0
          ? numbers[i]! - min
          : order === 1
            ? zigzag(numbers[i]! - numbers[i - 1]!)
            : zigzag(numbers[i]! - 2 * numbers[i - 1]! + numbers[i - 2]!);
      residuals[i] = u;
      const length = u < 0x100000000 ? 32 - Math.clz32(u) : bitLength(u);
      lengths[length]!++;
      if (length > longest) longest = length;
    }
    const coded = count - first;
    if (longest === 0) {
      best = order;
      bestParameter = allZero;
      break;
    }
    for (let k = 0; k <= Math.min(longest, largestParameter); k++) {
      let cost = coded * (k + 1);
      for (let length = k + 1; length <= longest; length++) {
        // The middle of the numbers of this length: 1.5 × 2^(length−1).
        const quotient = 1.5 * 2 ** (length - 1 - k);
        cost += lengths[length]! * (quotient < escapeAfter ? quotient : escapeAfter + escapeWidthBits + length - k);
      }
      if (cost < bestBits) {
        bestBits = cost;
        best = order;
        bestParameter = k;
      }
    }
  }

  bits.write(best, 2);
  bits.write(bestParameter, 5);
  const first = Math.min(best, count);
  if (best === 0) bits.writeNumber(zigzag(min));
  else {
    bits.writeNumber(zigzag(numbers[0]!));
    if (first === 2) bits.writeNumber(zigzag(numbers[1]! - numbers[0]!));
  }
  if (bestParameter === allZero) return;
  const residuals = scratch[best]!;
  const k = bestParameter;
  const divisor = 2 ** k;
  const limit = divisor * escapeAfter;
  for (let i = first; i < count; i++) {
    const u = residuals[i]!;
    if (u >= limit) {
      bits.write((1 << escapeAfter) - 1, escapeAfter);
      bits.writeNumber(u);
      continue;
    }
    const quotient = u >>> k;
    if (quotient + 1 + k <= 24) {
      bits.write(((1 << quotient) - 1) | ((u & (divisor - 1)) << (quotient + 1)), quotient + 1 + k);
    } else {
      bits.write((1 << quotient) - 1, quotient + 1);
      bits.write(u & (divisor - 1), k);
    }
  }
}

/** Reads `count` ≥ 1 whole numbers into `into` from index `start` on. */
export function readIntegers(bits: BitReader, into: Float64Array, start: number, count: number): void {
  const order = bits.read(2);
  const k = bits.read(5);
  const end = start + count;
  let i = start;
  let previous = unzigzag(bits.readNumber());
  if (order === 0) {
    if (k === allZero) {
      into.fill(previous, start, end);
      return;
    }
    bits.readRice(k, escapeAfter, into, start, end);
    if (previous !== 0) for (; i < end; i++) into[i]! += previous;
    return;
  }
  into[i++] = previous;
  let step = 0;
  if (order === 2 && i < end) {
    step = unzigzag(bits.readNumber());
    previous += step;
    into[i++] = previous;
  }
  if (k === allZero) {
    for (; i < end; i++) {
      previous += step;
      into[i] = previous;
    }
    return;
  }
  bits.readRice(k, escapeAfter, into, i, end);
  for (; i < end; i++) {
    const residual = unzigzag(into[i]!);
    step = order === 2 ? step + residual : residual;
    previous += step;
    into[i] = previous;
  }
}
