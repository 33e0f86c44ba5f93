/**
 * The roll-ups of one point, one width and 32 days as the bytes of `history_rollup.encoded`.
 *
 * Layout, version 2: one byte of version, then a bit stream (lowest bit first): stale time in ms · days that are rolled up
 * (32 bits) · of the buckets of these days, in order: 1 bit for the unit of times (0: ms, 1: s) · time known · good samples ·
 * bad samples · then of those in which a value held: 4 bits of mode; 0–9: values as integers after scaling by 10^mode:
 * minimum · maximum above it · sum of value × time above minimum × time · first and last above minimum; 11: minimum, maximum,
 * sum, first and last as doubles. Integers are columns of integerColumn.ts, so what is the same in every bucket costs nothing.
 * First and last stand at the end because no curve asks for them; in version 1 they stood before the sum.
 *
 * The sums are those of the integers: buckets of any width composed of them are exact.
 */
import { BitReader, BitWriter } from './bitStream.ts';
import { readDoubles, writeDoubles } from './doubleColumn.ts';
import { integerLimit, readIntegers, writeIntegers } from './integerColumn.ts';
import { type BucketSums, bucketsPerDay, daysPerBlock, empty, type RollupBlock, usedSums } from './RollupBlock.ts';
import { unlessDamaged } from './unlessDamaged.ts';

const version = 2;
const maxDecimals = 9;
const doubles = 11;

const writer = new BitWriter();
const largest = daysPerBlock * bucketsPerDay(10);
const known = new Float64Array(largest);
const held = {
  min: new Float64Array(largest),
  max: new Float64Array(largest),
  first: new Float64Array(largest),
  last: new Float64Array(largest),
  weighted: new Float64Array(largest),
  weight: new Float64Array(largest),
};
const heldColumns = ['min', 'max', 'weighted', 'first', 'last'] as const;
const heldColumnsOfVersion1 = ['min', 'max', 'first', 'last', 'weighted'] as const;
const heldColumnsOfCurve = ['min', 'max', 'weighted'] as const;
type HeldColumns = readonly (typeof heldColumns)[number][];

/** `curve`: without first and last, whose content is then undefined. */
export type WhichSums = 'all' | 'curve';
const places = new Int32Array(largest);
const integers = new Float64Array(largest);
const scaledMin = new Float64Array(largest);
const scaledRest = [0, 1, 2, 3].map(() => new Float64Array(largest));

/** Indexes of all buckets of the days that are rolled up, in order, into `places`. */
function placesOf(days: number, perDay: number): number {
  let count = 0;
  for (let day = 0; day < daysPerBlock; day++) {
    if (((days >>> day) & 1) === 0) continue;
    for (let i = 0; i < perDay; i++) places[count++] = day * perDay + i;
  }
  return count;
}

export function encodeRollup({ minutes, staleAfterMs, days, sums }: RollupBlock): Uint8Array {
  const count = placesOf(days, bucketsPerDay(minutes));
  writer.reset();
  writer.write(version, 8);
  writer.writeNumber(staleAfterMs);
  writer.writeWide(days >>> 0, 32);
  if (count === 0) return writer.bytes();
  let heldCount = 0;
  let isWholeSeconds = true;
  for (let i = 0; i < count; i++) {
    const place = places[i]!;
    const weight = sums.weight[place]!;
    if (weight % 1000 !== 0) isWholeSeconds = false;
    if (weight === 0) continue;
    for (const column of heldColumns) held[column][heldCount] = sums[column][place]!;
    held.weight[heldCount++] = weight;
  }
  const decimals = scaleDown(heldCount);
  if (decimals !== null && isWholeSeconds) {
    const weighted = scaledRest[1]!;
    for (let i = 0; i < heldCount && isWholeSeconds; i++) isWholeSeconds = weighted[i]! % 1000 === 0;
  }
  const unitMs = isWholeSeconds ? 1000 : 1;
  writer.write(isWholeSeconds ? 1 : 0, 1);
  for (let i = 0; i < count; i++) known[i] = sums.weight[places[i]!]! / unitMs;
  writeIntegers(writer, known, count);
  for (const column of [sums.count, sums.badCount]) {
    for (let i = 0; i < count; i++) integers[i] = column[places[i]!]!;
    writeIntegers(writer, integers, count);
  }
  if (heldCount === 0) return writer.bytes();
  if (decimals === null) {
    writer.write(doubles, 4);
    for (const column of heldColumns) writeDoubles(writer, held[column], heldCount);
    return writer.bytes();
  }
  writer.write(decimals, 4);
  const weighted = scaledRest[1]!;
  if (unitMs !== 1) for (let i = 0; i < heldCount; i++) weighted[i] = weighted[i]! / unitMs;
  writeIntegers(writer, scaledMin, heldCount);
  for (const column of scaledRest) writeIntegers(writer, column, heldCount);
  return writer.bytes();
}

/** Fills `scaledMin` and, in their order, `scaledRest` with whole numbers; null when no scale gives back exactly the values. */
function scaleDown(count: number): number | null {
  const [max, weighted, first, last] = scaledRest as [Float64Array, Float64Array, Float64Array, Float64Array];
  nextScale: for (let decimals = 0; decimals <= maxDecimals; decimals++) {
    const factor = 10 ** decimals;
    for (let i = 0; i < count; i++) {
      const lowest = scaled(held.min[i]!, factor);
      max[i] = scaled(held.max[i]!, factor) - lowest;
      first[i] = scaled(held.first[i]!, factor) - lowest;
      last[i] = scaled(held.last[i]!, factor) - lowest;
      if (Number.isNaN(max[i]! + first[i]! + last[i]!)) continue nextScale;
      const sum = Math.round(held.weighted[i]! * factor);
      const above = sum - lowest * held.weight[i]!;
      // A sum of whole numbers times whole milliseconds is whole; beyond 2^53 a double no longer says so.
      if (!(Math.abs(sum) < Number.MAX_SAFE_INTEGER && Math.abs(above) < integerLimit)) return null;
      scaledMin[i] = lowest;
      weighted[i] = above;
    }
    return decimals;
  }
  return null;
}

/** NaN when the value is no whole number after scaling. */
function scaled(value: number, factor: number): number {
  const whole = Math.round(value * factor);
  return whole / factor === value && whole < integerLimit && whole > -integerLimit ? whole : Number.NaN;
}

/** Null for one that cannot be read: it can be made anew, and until then samples say the same. */
export const readableRollup = (minutes: number, bytes: Uint8Array, which: WhichSums = 'all'): RollupBlock | null =>
  unlessDamaged(() => decodeRollup(minutes, bytes, which));

/** @throws RangeError when the bytes are damaged, cut short or of an unknown version */
export function decodeRollup(minutes: number, bytes: Uint8Array, which: WhichSums = 'all'): RollupBlock {
  const bits = new BitReader(bytes, 0);
  const found = bits.read(8);
  const columns =
    found === 1 ? heldColumnsOfVersion1 : found !== version ? null : which === 'all' ? heldColumns : heldColumnsOfCurve;
  if (columns === null) throw new RangeError(`History roll-up has unknown version ${found}.`);
  const staleAfterMs = bits.readNumber();
  const days = bits.readWide(32) | 0;
  const block = { minutes, staleAfterMs, days, sums: usedSums(daysPerBlock * bucketsPerDay(minutes)) };
  const { sums } = block;
  const count = placesOf(days, bucketsPerDay(minutes));
  if (count === 0) {
    empty(sums);
    return block;
  }
  const unitMs = bits.read(1) === 1 ? 1000 : 1;
  readIntegers(bits, known, 0, count);
  if (isFull(count, sums.length)) {
    for (let i = 0; i < count; i++) sums.weight[i] = known[i]! * unitMs;
    readIntegers(bits, sums.count, 0, count);
    readIntegers(bits, sums.badCount, 0, count);
    readHeld(bits, sums, count, unitMs, columns);
    return block;
  }
  empty(sums);
  let heldCount = 0;
  for (let i = 0; i < count; i++) {
    const weight = known[i]! * unitMs;
    sums.weight[places[i]!] = weight;
    if (weight > 0) held.weight[heldCount++] = weight;
  }
  for (const column of [sums.count, sums.badCount]) {
    readIntegers(bits, integers, 0, count);
    for (let i = 0; i < count; i++) column[places[i]!] = integers[i]!;
  }
  if (heldCount === 0) return block;
  readHeld(bits, held, heldCount, unitMs, columns);
  spread(sums, count, columns);
  return block;
}

/** Whether every day of the block is rolled up and a value held in each bucket: then nothing needs to be put in its place. */
function isFull(count: number, length: number): boolean {
  if (count < length) return false;
  for (let i = 0; i < count; i++) if (known[i] === 0) return false;
  return true;
}

type Held = Pick<BucketSums, 'min' | 'max' | 'first' | 'last' | 'weighted' | 'weight'>;

/** Values of the buckets in which one held, side by side; `weight` is known already. */
function readHeld(bits: BitReader, into: Held, count: number, unitMs: number, columns: HeldColumns): void {
  const mode = bits.read(4);
  if (mode === doubles) {
    for (const column of columns) readDoubles(bits, into[column], 0, count);
    return;
  }
  if (mode > maxDecimals) throw new RangeError('History roll-up is damaged.');
  const factor = 10 ** mode;
  const withEnds = columns.length === heldColumns.length;
  const { min, max, first, last, weighted, weight } = into;
  for (const column of columns) readIntegers(bits, into[column], 0, count);
  for (let i = 0; i < count; i++) {
    const lowest = min[i]!;
    min[i] = lowest / factor;
    max[i] = (lowest + max[i]!) / factor;
    weighted[i] = (weighted[i]! * unitMs + lowest * weight[i]!) / factor;
    if (withEnds) {
      first[i] = (lowest + first[i]!) / factor;
      last[i] = (lowest + last[i]!) / factor;
    }
  }
}

/** From side by side to the buckets in which a value held. */
function spread(sums: BucketSums, count: number, columns: HeldColumns): void {
  for (const column of columns) {
    const [from, into] = [held[column], sums[column]];
    let at = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      if (sums.weight[place]! > 0) into[place] = from[at++]!;
    }
  }
}
