/**
 * The samples of one point in one stretch of time (an hour first, the day later) as the bytes of `history_segment.encoded`.
 *
 * Layout, version 1: one byte `version | 0x80 when deflated`, then a bit stream (lowest bit first):
 * count · times · quality · gaps in the numbers · values. A layout once written is read for ever.
 *
 * - times: 1 bit for the unit (0: ms, 1: s), then whole numbers since the origin (integerColumn.ts). A regular clock costs
 *   nothing per sample.
 * - quality: 1 bit; 0: all good, 1: runs of (length, byte) until the count is reached.
 * - numbers: 1 bit; 0: all present, 1: runs of present, absent, present … until the count is reached.
 * - values: 4 bits of mode; 0–9: integers after scaling by 10^mode; 10: the bits of a 32-bit float, ordered as integers;
 *   11: 64-bit floats, each XORed with the one before; 12: no values.
 *
 * Example: 60 samples a minute apart, all −18.5 °C and good, are 19 bytes.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SampleBuffer, type SampleColumns } from '../samples.ts';
import { BitReader, BitWriter } from './bitStream.ts';
import { readDoubles, writeDoubles } from './doubleColumn.ts';
import { integerLimit, readIntegers, writeIntegers } from './integerColumn.ts';

const version = 1;
const deflatedFlag = 0x80;
/** Inflating takes some 20 µs however little there is, so a curve of 240 small segments must not need it. */
const deflateFromBytes = 512;
const deflateWorthwhile = 0.8;

/** More than a day at 100 samples a second; a count beyond it is damage, and must not ask for gigabytes. */
const largestCount = 2 ** 24;

const maxDecimals = 9;
const valueMode = { float32: 10, float64: 11, none: 12 } as const;
const powersOfTen = Array.from({ length: maxDecimals + 1 }, (_, decimals) => 10 ** decimals);

const writer = new BitWriter();
let numbers = new Float64Array(4096);
let present = new Float64Array(4096);
const oneFloat = new Float32Array(1);
const oneFloatBits = new Int32Array(oneFloat.buffer);

/**
 * The segment of these samples, in the order given.
 *
 * `decodeSegment` with the same origin gives back the same times, values (NaN included) and quality; only negative zero may
 * come back as zero.
 *
 * @param originMs start of the segment, epoch ms; kept outside the bytes, in the row's key
 */
export function encodeSegment(originMs: number, samples: SampleColumns): Uint8Array {
  const count = samples.length;
  if (count > largestCount) throw new RangeError(`A history segment cannot hold ${count} samples.`);
  if (numbers.length < count) {
    numbers = new Float64Array(count * 2);
    present = new Float64Array(count * 2);
  }
  writer.reset();
  writer.write(version, 8);
  writer.writeNumber(count);
  if (count > 0) {
    writeTimes(originMs, samples.measuredAt, count);
    writeQuality(samples.quality, count);
    writeValues(samples.values, count);
  }
  const bytes = writer.bytes();
  if (bytes.length < deflateFromBytes) return bytes;
  const deflated = deflateRawSync(bytes.subarray(1));
  if (deflated.length > bytes.length * deflateWorthwhile) return bytes;
  const small = new Uint8Array(1 + deflated.length);
  small[0] = version | deflatedFlag;
  small.set(deflated, 1);
  return small;
}

/** @throws RangeError when the bytes are damaged, cut short or of an unknown version */
export function decodeSegment(originMs: number, bytes: Uint8Array): SampleColumns {
  const samples = new SampleBuffer(64);
  decodeSegmentInto(originMs, bytes, samples);
  return samples.copy();
}

/** As `decodeSegment`, appending to `into` so that a long read allocates once. */
export function decodeSegmentInto(originMs: number, bytes: Uint8Array, into: SampleBuffer): void {
  const head = bytes[0] ?? 0;
  if ((head & ~deflatedFlag) !== version) throw new RangeError(`History segment has unknown version ${head}.`);
  const bits = head & deflatedFlag ? new BitReader(inflateRawSync(bytes.subarray(1)), 0) : new BitReader(bytes, 1);
  const count = bits.readNumber();
  if (count === 0) return;
  if (count > largestCount) throw new RangeError('History segment is damaged.');
  const start = into.length;
  into.reserve(count);
  readTimes(bits, originMs, into.measuredAt, start, count);
  readQuality(bits, into.quality, start, count);
  readValues(bits, into.values, start, count);
  into.length = start + count;
}

function writeTimes(originMs: number, measuredAt: Float64Array, count: number): void {
  let seconds = true;
  for (let i = 0; i < count; i++) {
    const offset = measuredAt[i]! - originMs;
    numbers[i] = offset;
    if (seconds && offset % 1000 !== 0) seconds = false;
  }
  if (seconds) for (let i = 0; i < count; i++) numbers[i] = numbers[i]! / 1000;
  writer.write(seconds ? 1 : 0, 1);
  writeIntegers(writer, numbers, count);
}

function readTimes(bits: BitReader, originMs: number, into: Float64Array, start: number, count: number): void {
  const unitMs = bits.read(1) === 1 ? 1000 : 1;
  readIntegers(bits, into, start, count);
  for (let i = start; i < start + count; i++) into[i] = originMs + into[i]! * unitMs;
}

function writeQuality(quality: Uint8Array, count: number): void {
  let good = true;
  for (let i = 0; i < count && good; i++) good = quality[i] === 0;
  writer.write(good ? 0 : 1, 1);
  if (good) return;
  for (let i = 0; i < count; ) {
    let end = i + 1;
    while (end < count && quality[end] === quality[i]) end++;
    writer.writeNumber(end - i);
    writer.write(quality[i]!, 8);
    i = end;
  }
}

function readQuality(bits: BitReader, into: Uint8Array, start: number, count: number): void {
  const end = start + count;
  if (bits.read(1) === 0) {
    into.fill(0, start, end);
    return;
  }
  for (let i = start; i < end; ) {
    const run = runLength(bits.readNumber(), end - i);
    into.fill(bits.read(8), i, i + run);
    i += run;
  }
}

/** Damaged bytes must end in an error, not in a loop that never advances. */
function runLength(run: number, left: number): number {
  if (run < 1 || run > left) throw new RangeError('History segment is damaged.');
  return run;
}

function writeValues(values: Float64Array, count: number): void {
  let held = 0;
  for (let i = 0; i < count; i++) {
    const v = values[i]!;
    if (!Number.isNaN(v)) present[held++] = v;
  }
  writer.write(held === count ? 0 : 1, 1);
  if (held < count) {
    let number = true;
    for (let i = 0; i < count; ) {
      let end = i;
      while (end < count && Number.isNaN(values[end]!) !== number) end++;
      writer.writeNumber(end - i);
      number = !number;
      i = end;
    }
  }
  if (held === 0) {
    writer.write(valueMode.none, 4);
    return;
  }
  for (let decimals = 0; decimals <= maxDecimals; decimals++) {
    if (!scaleInto(numbers, held, powersOfTen[decimals]!)) continue;
    writer.write(decimals, 4);
    writeIntegers(writer, numbers, held);
    return;
  }
  let single = true;
  for (let i = 0; i < held && single; i++) single = Math.fround(present[i]!) === present[i];
  if (single) {
    writer.write(valueMode.float32, 4);
    for (let i = 0; i < held; i++) {
      oneFloat[0] = present[i]!;
      const raw = oneFloatBits[0]!;
      // Neighbouring floats become neighbouring integers, below zero too.
      numbers[i] = raw >= 0 ? raw : -1 - (raw & 0x7fffffff);
    }
    writeIntegers(writer, numbers, held);
    return;
  }
  writer.write(valueMode.float64, 4);
  writeDoubles(writer, present, held);
}

/** Whether every present value is a whole number after scaling, and scaling back gives exactly the value. */
function scaleInto(into: Float64Array, count: number, factor: number): boolean {
  for (let i = 0; i < count; i++) {
    const v = present[i]!;
    const n = Math.round(v * factor);
    if (n / factor !== v || n >= integerLimit || n <= -integerLimit) return false;
    into[i] = n;
  }
  return true;
}

function readValues(bits: BitReader, into: Float64Array, start: number, count: number): void {
  const end = start + count;
  const gaps: number[] = [];
  let held = count;
  if (bits.read(1) === 1) {
    held = 0;
    for (let i = start, number = true, first = true; i < end; number = !number, first = false) {
      const run = bits.readNumber();
      // Only the first run may be empty: the segment then begins with a gap.
      if (!(first && run === 0)) runLength(run, end - i);
      gaps.push(run);
      if (number) held += run;
      i += run;
    }
  }
  const mode = bits.read(4);
  if (mode === valueMode.none) {
    into.fill(Number.NaN, start, end);
    return;
  }
  if (mode === valueMode.float64) readDoubles(bits, into, start, held);
  else {
    readIntegers(bits, into, start, held);
    if (mode === valueMode.float32) {
      for (let i = start; i < start + held; i++) {
        const n = into[i]!;
        oneFloatBits[0] = n >= 0 ? n : (-1 - n) | 0x80000000;
        into[i] = oneFloat[0]!;
      }
    } else if (mode > 0) {
      const factor = powersOfTen[mode];
      if (factor === undefined) throw new RangeError('History segment is damaged.');
      for (let i = start; i < start + held; i++) into[i] = into[i]! / factor;
    }
  }
  if (held < count) spread(into, start, end, held, gaps);
}

/** Moves the numbers, read side by side, to their places and puts NaN between them; from the end, so that none is overwritten. */
function spread(into: Float64Array, start: number, end: number, held: number, runs: readonly number[]): void {
  let from = start + held;
  let to = end;
  for (let r = runs.length - 1; r >= 0; r--) {
    const run = runs[r]!;
    to -= run;
    if (r % 2 === 1) into.fill(Number.NaN, to, to + run);
    else {
      from -= run;
      into.copyWithin(to, from, from + run);
    }
  }
}
