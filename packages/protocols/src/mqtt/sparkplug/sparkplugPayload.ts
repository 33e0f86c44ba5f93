import { shortestFloat32 } from '../../modbus/formats.ts';
import { ProtocolError } from '../../ProtocolError.ts';
import { maxPayloadBytes } from '../payload.ts';
import { bytesField, doubleField, floatField, textField, varintField, type WireField, wireFields } from './protobuf.ts';

/** Data types of Sparkplug B 3.0, §6.4.16, of which one metric can be a value of ours. */
export const sparkplugType = {
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  uint8: 5,
  uint16: 6,
  uint32: 7,
  uint64: 8,
  float: 9,
  double: 10,
  boolean: 11,
  string: 12,
  dateTime: 13,
  text: 14,
  uuid: 15,
} as const;

/** What a metric carries; null: `is_null`, or nothing. Whole numbers keep all their 64 bits until they are one of ours. */
export type SparkplugValue = bigint | number | boolean | string | null;

export interface SparkplugMetric {
  /** Undefined in data messages with an alias. */
  name?: string;
  alias?: bigint;
  /** Epoch ms. */
  timestamp?: number;
  dataType?: number;
  isHistorical?: boolean;
  isNull?: boolean;
  value: SparkplugValue;
  /** A data set, template, file or array: nothing a point could be. */
  isOther?: boolean;
  /** Of the property `Quality`: 192 good, 0 bad, 500 stale. */
  quality?: number;
}

export interface SparkplugPayload {
  /** Epoch ms. */
  timestamp?: number;
  seq?: number;
  metrics: SparkplugMetric[];
}

/** More metrics than any edge node has; a metric takes at least two bytes of the payload. */
const maxMetrics = 20_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProtocolError('wrongShape', 'text');
  }
}

/** A field of the right kind, else the message is not what it says it is. */
function varintOf(field: WireField): bigint {
  if (field.type !== 'varint') throw new ProtocolError('wrongShape', `field ${field.number}`);
  return field.value;
}
function bytesOf(field: WireField): Uint8Array {
  if (field.type !== 'bytes') throw new ProtocolError('wrongShape', `field ${field.number}`);
  return field.bytes;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A timestamp beyond what a Date holds is none. */
const timeOf = (value: bigint): number => (value <= 8_640_000_000_000_000n ? Number(value) : Number.NaN);

/** Signed types travel as unsigned 32 or 64 bits; some encoders sign-extend the small ones, some do not. */
function signed(value: bigint, dataType: number | undefined): bigint {
  switch (dataType) {
    case sparkplugType.int8:
      return BigInt.asIntN(8, value);
    case sparkplugType.int16:
      return BigInt.asIntN(16, value);
    case sparkplugType.int32:
      return BigInt.asIntN(32, value);
    case sparkplugType.int64:
      return BigInt.asIntN(64, value);
    default:
      return value;
  }
}

/** `PropertySet`: keys and values in the same order. */
function qualityIn(bytes: Uint8Array): number | undefined {
  const keys: string[] = [];
  const values: (bigint | undefined)[] = [];
  for (const field of wireFields(bytes)) {
    if (field.number === 1) keys.push(textOf(bytesOf(field)));
    if (field.number !== 2) continue;
    let value: bigint | undefined;
    for (const part of wireFields(bytesOf(field)))
      if ((part.number === 3 || part.number === 4) && part.type === 'varint') value = part.value;
    values.push(value);
  }
  const found = values[keys.findIndex((key) => key.toLowerCase() === 'quality')];
  return found === undefined ? undefined : Number(BigInt.asIntN(32, found));
}

function decodeMetric(bytes: Uint8Array): SparkplugMetric {
  const metric: SparkplugMetric = { value: null };
  let whole: bigint | undefined;
  for (const field of wireFields(bytes)) {
    switch (field.number) {
      case 1:
        metric.name = textOf(bytesOf(field));
        break;
      case 2:
        metric.alias = varintOf(field);
        break;
      case 3:
        metric.timestamp = timeOf(varintOf(field));
        break;
      case 4:
        metric.dataType = Number(varintOf(field) & 0xffff_ffffn);
        break;
      case 5:
        metric.isHistorical = varintOf(field) !== 0n;
        break;
      case 7:
        metric.isNull = varintOf(field) !== 0n;
        break;
      case 9: {
        const quality = qualityIn(bytesOf(field));
        if (quality !== undefined) metric.quality = quality;
        break;
      }
      case 10:
      case 11:
        whole = varintOf(field);
        break;
      case 12:
        if (field.type !== 'fixed32') throw new ProtocolError('wrongShape', 'float');
        metric.value = shortestFloat32(view(field.bytes).getFloat32(0, true));
        break;
      case 13:
        if (field.type !== 'fixed64') throw new ProtocolError('wrongShape', 'double');
        metric.value = view(field.bytes).getFloat64(0, true);
        break;
      case 14:
        metric.value = varintOf(field) !== 0n;
        break;
      case 15:
        metric.value = textOf(bytesOf(field));
        break;
      case 16:
      case 17:
      case 18:
      case 19:
        metric.isOther = true;
        break;
    }
  }
  // After the loop: the type may stand behind the value.
  if (whole !== undefined) metric.value = metric.dataType === sparkplugType.boolean ? whole !== 0n : whole;
  if (metric.isNull) metric.value = null;
  return metric;
}

/** A whole number by its type; data messages may leave the type to the birth. */
export const numberOf = (value: bigint, dataType: number | undefined): number => Number(signed(value, dataType));

/**
 * A Sparkplug B payload (`sparkplug_b.proto`), as much of it as can be a reading.
 *
 * @throws ProtocolError `payloadTooLarge`, `wrongShape`, and nothing else
 */
export function decodeSparkplug(bytes: Uint8Array): SparkplugPayload {
  if (bytes.length > maxPayloadBytes) throw new ProtocolError('payloadTooLarge', `${bytes.length}`);
  const payload: SparkplugPayload = { metrics: [] };
  for (const field of wireFields(bytes)) {
    if (field.number === 1) payload.timestamp = timeOf(varintOf(field));
    if (field.number === 2) {
      if (payload.metrics.length >= maxMetrics) throw new ProtocolError('payloadTooLarge', `${maxMetrics} metrics`);
      payload.metrics.push(decodeMetric(bytesOf(field)));
    }
    if (field.number === 3) payload.seq = Number(varintOf(field) & 0xffff_ffffn);
  }
  return payload;
}

/** The value field for a data type; types of texts and unknown ones take the number as a double. */
function valueField(value: number | boolean, dataType: number): Buffer {
  if (dataType === sparkplugType.boolean) return varintField(14, value ? 1n : 0n);
  const number = Number(value);
  if (dataType === sparkplugType.float) return floatField(12, number);
  const isWhole = dataType >= sparkplugType.int8 && dataType <= sparkplugType.uint64;
  if (!isWhole) return doubleField(13, number);
  const whole = BigInt(Math.round(number));
  return dataType === sparkplugType.int64 || dataType === sparkplugType.uint64
    ? varintField(11, whole)
    : varintField(10, BigInt.asUintN(32, whole));
}

/** A metric to be sent. */
export interface OutgoingMetric {
  name?: string;
  alias?: bigint;
  timestamp?: number;
  dataType: number;
  isHistorical?: boolean;
  /** Null: `is_null`. */
  value: number | boolean | null;
}

/** A payload as edge nodes and hosts send it. */
export function encodeSparkplug(payload: {
  timestamp: number;
  seq?: number;
  metrics: readonly OutgoingMetric[];
}): Buffer {
  const metrics = payload.metrics.map(({ name, alias, timestamp, dataType, isHistorical, value }) =>
    bytesField(
      2,
      Buffer.concat([
        ...(name === undefined ? [] : [textField(1, name)]),
        ...(alias === undefined ? [] : [varintField(2, alias)]),
        ...(timestamp === undefined ? [] : [varintField(3, BigInt(timestamp))]),
        varintField(4, BigInt(dataType)),
        ...(isHistorical ? [varintField(5, 1n)] : []),
        value === null ? varintField(7, 1n) : valueField(value, dataType),
      ]),
    ),
  );
  return Buffer.concat([
    varintField(1, BigInt(payload.timestamp)),
    ...metrics,
    ...(payload.seq === undefined ? [] : [varintField(3, BigInt(payload.seq))]),
  ]);
}
