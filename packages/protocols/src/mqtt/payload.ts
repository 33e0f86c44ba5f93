import { ProtocolError } from '../ProtocolError.ts';
import type { QualityReason, ReadingQuality } from '../reading.ts';
import type { MqttReading } from './MqttMessage.ts';

/** A day of one-minute samples of thirty points fits; anything larger is not a gateway's buffer. */
export const maxPayloadBytes = 1024 * 1024;
/** Names come from outside and go into indexes. ThingsBoard and Neuron allow at most 255. */
const maxNameLength = 255;
/** Times below are seconds, above milliseconds: 1e11 s is the year 5138, 1e11 ms is 1973. */
const secondsBelow = 1e11;
/** The largest time a `Date` can hold. */
const maxTimeMs = 8.64e15;

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ProtocolError `payloadTooLarge`, `notJson` */
export function parseJson(payload: Uint8Array): unknown {
  if (payload.length > maxPayloadBytes) throw new ProtocolError('payloadTooLarge', `${payload.length}`);
  try {
    return JSON.parse(utf8.decode(payload));
  } catch {
    throw new ProtocolError('notJson');
  }
}

/**
 * A device or key name as sent, or null when it cannot be one: empty, too long, no text. `__proto__` is refused so that no
 * consumer can set a prototype by a name from outside.
 */
export const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxNameLength && value !== '__proto__' ? value : null;

/** @throws ProtocolError `wrongShape` when `value` is no usable name */
export function requireName(value: unknown): string {
  const name = nameOf(value);
  if (name === null) throw new ProtocolError('wrongShape', 'name');
  return name;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Epoch ms from seconds or milliseconds, as number or text; null when it is no time. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' && decimal.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !(time >= 0) || time > maxTimeMs) return null;
  return Math.round(time < secondsBelow ? time * 1000 : time);
}

interface ReadValue {
  value: number | null;
  isBoolean?: true;
  text?: string;
  quality: ReadingQuality;
  reason: QualityReason | null;
}

const bad = (reason: QualityReason, text?: string): ReadValue => ({
  value: null,
  ...(text === undefined ? {} : { text: text.slice(0, maxNameLength) }),
  quality: 'bad',
  reason,
});

/** Spellings of "no value" that gateways put between quotes. */
const noNumber = new Set(['', 'nan', 'null', 'inf', '+inf', '-inf', 'infinity', '+infinity', '-infinity']);

/** A measured value out of JSON. Never zero for something that is no number. */
export function jsonValue(value: unknown): ReadValue {
  if (typeof value === 'boolean') return { value: value ? 1 : 0, isBoolean: true, quality: 'good', reason: null };
  if (value === null) return bad('notANumber');
  if (typeof value === 'string') {
    const text = value.trim();
    if (decimal.test(text)) return jsonValue(Number(text));
    return bad(noNumber.has(text.toLowerCase()) ? 'notANumber' : 'badFormat', text);
  }
  if (typeof value !== 'number') return bad('badFormat');
  // JSON has no infinity, but 1e999 becomes one.
  return Number.isFinite(value) ? { value, quality: 'good', reason: null } : bad('notANumber');
}

/**
 * One reading. `time` is the message's time as sent, undefined when it has none: a time that cannot be read makes the reading
 * bad, for taking it as "now" would put an old value among the live ones.
 */
export function readingOf(device: string | null, key: string, time: unknown, value: unknown): MqttReading {
  const measuredAt = time === undefined ? null : timeOf(time);
  // All but a few in a million, and the copies below cost as much as everything else about a value.
  if (typeof value === 'number' && Number.isFinite(value) && (measuredAt !== null || time === undefined)) {
    return { device, key, measuredAt, value, quality: 'good', reason: null };
  }
  const read =
    time !== undefined && measuredAt === null ? { ...jsonValue(value), ...bad('badFormat') } : jsonValue(value);
  return { device, key, measuredAt, ...read };
}
