/**
 * One commit's readings as the bytes of `sample_log.payload`.
 *
 * Written at the rate of ingest, so it only narrows numbers, column by column, where nothing is lost by it; real packing
 * is the segment's business. Little-endian. A layout once written is read for ever: a change gets a new version byte.
 *
 * Version 1: `01 | modes: ids, times, values, quality (1 byte each) | 3 zero bytes | count u32 | 4 zero bytes`, then each
 * column padded to 8 bytes so that it can be copied as an array:
 *
 * | column | mode 0 | 1 | 2 | 3 |
 * |---|---|---|---|---|
 * | ids | i32 | first and step i32 | base i32, u16 offsets | |
 * | times | f64 | one f64 for all | base f64, u16 offsets (ms) | base f64, u32 offsets (ms) |
 * | values | f64 | f32 | i16 scaled | i32 scaled |
 * | quality | u8 | one u8 for all | | |
 *
 * Scaled: 8 bytes hold the number of decimals; value = integer / 10^decimals, the smallest integer of the width is NaN.
 *
 * Example: point 7 at 1,700,000,000,000 ms with −18.5 °C, good, is
 * `01 01 01 02 01 000000 01000000 00000000 | 07000000 00000000 | 0000a095 bdbc7842 … | 01… | 47ff… | 00…`.
 */
import { endianness } from 'node:os';
import type { ReadingColumns } from '../../events.ts';

if (endianness() !== 'LE') throw new Error('The history log is read and written on little-endian machines only.');

const version = 1;
const headerBytes = 16;
const mode = {
  ids: { plain: 0, sequence: 1, offset16: 2 },
  times: { plain: 0, constant: 1, offset16: 2, offset32: 3 },
  values: { float64: 0, float32: 1, scaled16: 2, scaled32: 3 },
  quality: { plain: 0, constant: 1 },
} as const;

/** Sensors report one or two decimals, energy meters three; beyond that a float is the honest width. */
const maxDecimals = 3;
const powersOfTen = [1, 10, 100, 1000];
const nan16 = -0x8000;
const nan32 = -0x80000000;

const padded = (bytes: number): number => (bytes + 7) & ~7;

/**
 * The payload of these readings. `decodeLog` gives them back exactly, but for two normalisations: fractions of a
 * millisecond are dropped, and negative zero may come back as zero.
 *
 * @throws RangeError when a time is not a finite number
 */
export function encodeLog(columns: ReadingColumns): Buffer {
  const count = columns.length;
  const ids = planIds(columns.pointIds, count);
  const times = planTimes(columns.measuredAt, count);
  const values = planValues(columns.values, count);
  const quality = planQuality(columns.quality, count);
  const bytes = Buffer.alloc(headerBytes + ids.bytes + times.bytes + values.bytes + quality.bytes);
  bytes[0] = version;
  bytes[1] = ids.mode;
  bytes[2] = times.mode;
  bytes[3] = values.mode;
  bytes[4] = quality.mode;
  bytes.writeUInt32LE(count, 8);
  let at = headerBytes;
  for (const plan of [ids, times, values, quality]) {
    plan.write(bytes, at);
    at += plan.bytes;
  }
  return bytes;
}

interface ColumnPlan {
  mode: number;
  bytes: number;
  write(into: Buffer, at: number): void;
}

/** The bytes of a typed array, for copying. */
const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function planIds(ids: Int32Array, count: number): ColumnPlan {
  const first = count > 0 ? ids[0]! : 0;
  const step = count > 1 ? ids[1]! - first : 0;
  let sequence = true;
  let min = first;
  let max = first;
  for (let i = 1; i < count; i++) {
    const id = ids[i]!;
    if (id < min) min = id;
    if (id > max) max = id;
    if (id - ids[i - 1]! !== step) sequence = false;
  }
  if (sequence && step === (step | 0)) {
    return {
      mode: mode.ids.sequence,
      bytes: 8,
      write: (into, at) => {
        into.writeInt32LE(first, at);
        into.writeInt32LE(step, at + 4);
      },
    };
  }
  if (max - min <= 0xffff) {
    const offsets = new Uint16Array(count);
    for (let i = 0; i < count; i++) offsets[i] = ids[i]! - min;
    return {
      mode: mode.ids.offset16,
      bytes: 8 + padded(count * 2),
      write: (into, at) => {
        into.writeInt32LE(min, at);
        into.set(bytesOf(offsets), at + 8);
      },
    };
  }
  return {
    mode: mode.ids.plain,
    bytes: padded(count * 4),
    write: (into, at) => into.set(bytesOf(ids.subarray(0, count)), at),
  };
}

function planTimes(times: Float64Array, count: number): ColumnPlan {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let whole = true;
  for (let i = 0; i < count; i++) {
    const t = times[i]!;
    if (t < min) min = t;
    if (t > max) max = t;
    if (t !== Math.trunc(t)) whole = false;
  }
  // NaN passes no comparison above but fails `whole`.
  if (!whole) {
    const cut = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      cut[i] = Math.trunc(times[i]!);
      if (Number.isNaN(cut[i]!)) throw new RangeError('A reading without a time cannot be stored.');
    }
    return planTimes(cut, count);
  }
  if (count > 0 && !(Number.isFinite(min) && Number.isFinite(max))) {
    throw new RangeError('A reading without a time cannot be stored.');
  }
  if (count === 0 || min === max) {
    return { mode: mode.times.constant, bytes: 8, write: (into, at) => into.writeDoubleLE(count === 0 ? 0 : min, at) };
  }
  const span = max - min;
  if (span > 0xffffffff) {
    return {
      mode: mode.times.plain,
      bytes: count * 8,
      write: (into, at) => into.set(bytesOf(times.subarray(0, count)), at),
    };
  }
  const narrow = span <= 0xffff;
  const offsets = narrow ? new Uint16Array(count) : new Uint32Array(count);
  for (let i = 0; i < count; i++) offsets[i] = times[i]! - min;
  return {
    mode: narrow ? mode.times.offset16 : mode.times.offset32,
    bytes: 8 + padded(offsets.byteLength),
    write: (into, at) => {
      into.writeDoubleLE(min, at);
      into.set(bytesOf(offsets), at + 8);
    },
  };
}

function planValues(values: Float64Array, count: number): ColumnPlan {
  for (let decimals = 0; decimals <= maxDecimals; decimals++) {
    const scaled = scale(values, count, decimals);
    if (scaled === null) continue;
    return {
      mode: scaled instanceof Int16Array ? mode.values.scaled16 : mode.values.scaled32,
      bytes: 8 + padded(scaled.byteLength),
      write: (into, at) => {
        into[at] = decimals;
        into.set(bytesOf(scaled), at + 8);
      },
    };
  }
  let single = true;
  for (let i = 0; i < count && single; i++) {
    const v = values[i]!;
    single = Math.fround(v) === v || Number.isNaN(v);
  }
  if (single) {
    const floats = new Float32Array(values.subarray(0, count));
    return {
      mode: mode.values.float32,
      bytes: padded(count * 4),
      write: (into, at) => into.set(bytesOf(floats), at),
    };
  }
  return {
    mode: mode.values.float64,
    bytes: count * 8,
    write: (into, at) => into.set(bytesOf(values.subarray(0, count)), at),
  };
}

/** Null when a value is not an integer of at most 32 bits after scaling. */
function scale(values: Float64Array, count: number, decimals: number): Int16Array | Int32Array | null {
  const factor = powersOfTen[decimals]!;
  // One look at a few values before the whole column: most wrong guesses end here.
  for (let i = 0; i < count && i < 4; i++) {
    const v = values[i]!;
    if (!Number.isNaN(v) && Math.round(v * factor) / factor !== v) return null;
  }
  const scaled = new Int32Array(count);
  let narrow = true;
  for (let i = 0; i < count; i++) {
    const v = values[i]!;
    const n = Math.round(v * factor);
    if (n / factor === v && n > nan32 && n <= 0x7fffffff) {
      scaled[i] = n;
      if (n <= nan16 || n > 0x7fff) narrow = false;
    } else if (Number.isNaN(v)) {
      scaled[i] = nan32;
    } else {
      return null;
    }
  }
  if (!narrow) return scaled;
  const short = new Int16Array(count);
  // The low 16 bits of nan32 are zero, hence the test.
  for (let i = 0; i < count; i++) short[i] = scaled[i] === nan32 ? nan16 : scaled[i]!;
  return short;
}

function planQuality(quality: Uint8Array, count: number): ColumnPlan {
  const first = count > 0 ? quality[0]! : 0;
  let constant = true;
  for (let i = 1; i < count && constant; i++) constant = quality[i] === first;
  return constant
    ? {
        mode: mode.quality.constant,
        bytes: 8,
        write: (into, at) => {
          into[at] = first;
        },
      }
    : {
        mode: mode.quality.plain,
        bytes: padded(count),
        write: (into, at) => into.set(quality.subarray(0, count), at),
      };
}

/**
 * The readings of one payload.
 *
 * @throws RangeError when the bytes are cut short or not of a layout this program knows
 */
export function decodeLog(payload: Uint8Array): ReadingColumns {
  if (payload.length < headerBytes || payload[0] !== version) {
    throw new RangeError(`Log payload of ${payload.length} bytes is cut short or of unknown version ${payload[0]}.`);
  }
  // A copy at offset zero: typed arrays need an aligned start, and the bytes may sit anywhere in a network buffer.
  const buffer = new Uint8Array(payload).buffer;
  const view = new DataView(buffer);
  const count = view.getUint32(8, true);
  // Before so much memory is asked for: no mode of values takes less than two bytes each.
  if (count * 2 > payload.length)
    throw new RangeError(`Log payload of ${payload.length} bytes says ${count} readings.`);
  let at = headerBytes;
  const pointIds = new Int32Array(count);
  const measuredAt = new Float64Array(count);
  const values = new Float64Array(count);
  const quality = new Uint8Array(count);

  switch (payload[1]) {
    case mode.ids.sequence: {
      const first = view.getInt32(at, true);
      const step = view.getInt32(at + 4, true);
      for (let i = 0; i < count; i++) pointIds[i] = first + i * step;
      at += 8;
      break;
    }
    case mode.ids.offset16: {
      const base = view.getInt32(at, true);
      const offsets = new Uint16Array(buffer, at + 8, count);
      for (let i = 0; i < count; i++) pointIds[i] = base + offsets[i]!;
      at += 8 + padded(count * 2);
      break;
    }
    default:
      pointIds.set(new Int32Array(buffer, at, count));
      at += padded(count * 4);
  }

  switch (payload[2]) {
    case mode.times.constant:
      measuredAt.fill(view.getFloat64(at, true));
      at += 8;
      break;
    case mode.times.plain:
      measuredAt.set(new Float64Array(buffer, at, count));
      at += count * 8;
      break;
    default: {
      const base = view.getFloat64(at, true);
      const narrow = payload[2] === mode.times.offset16;
      const offsets = narrow ? new Uint16Array(buffer, at + 8, count) : new Uint32Array(buffer, at + 8, count);
      for (let i = 0; i < count; i++) measuredAt[i] = base + offsets[i]!;
      at += 8 + padded(offsets.byteLength);
    }
  }

  switch (payload[3]) {
    case mode.values.float64:
      values.set(new Float64Array(buffer, at, count));
      at += count * 8;
      break;
    case mode.values.float32:
      values.set(new Float32Array(buffer, at, count));
      at += padded(count * 4);
      break;
    default: {
      const factor = powersOfTen[view.getUint8(at)];
      if (factor === undefined) throw new RangeError(`Log payload has ${view.getUint8(at)} decimals.`);
      const narrow = payload[3] === mode.values.scaled16;
      const scaled = narrow ? new Int16Array(buffer, at + 8, count) : new Int32Array(buffer, at + 8, count);
      const none = narrow ? nan16 : nan32;
      for (let i = 0; i < count; i++) values[i] = scaled[i] === none ? Number.NaN : scaled[i]! / factor;
      at += 8 + padded(scaled.byteLength);
    }
  }

  if (payload[4] === mode.quality.constant) quality.fill(view.getUint8(at));
  else quality.set(new Uint8Array(buffer, at, count));
  return { length: count, pointIds, measuredAt, values, quality };
}
