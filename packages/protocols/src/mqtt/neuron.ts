import { ProtocolError } from '../ProtocolError.ts';
import { defineTopics, type Topics } from './defineTopics.ts';
import type { MqttMessage, MqttReading } from './MqttMessage.ts';
import { isObject, type JsonObject, nameOf, readingOf, requireName } from './payload.ts';

/** Neuron's default upload topic, one level below `/neuron`. */
export const neuronDefaultPattern = '/neuron/{client}';

/** Where a Neuron answers writes, unless its operator chose another topic. */
export const neuronWriteAnswerPattern = '/neuron/{client}/write/resp';

/** A tag name is unique only in its group. */
const keyOf = (group: string, tag: string) => `${group}/${tag}`;

/** A tag for which Neuron has an error instead of a value: `text` is its error number. */
const failedReading = (device: string, key: string, time: unknown, error: unknown): MqttReading => ({
  ...readingOf(device, key, time, null),
  value: null,
  text: String(error).slice(0, 255),
  quality: 'bad',
  reason: 'reportedByGateway',
});

/** `"errors":{"tag1":0}` would be no error. */
const isError = (error: unknown): boolean => error !== undefined && error !== 0;

function readReport(json: JsonObject): MqttMessage {
  const device = requireName(json.node);
  const group = requireName(json.group);
  // Every report has a time; one without is taken as of now, like ThingsBoard's.
  const time = json.timestamp;
  const readings: MqttReading[] = [];
  let refusedEntries = 0;
  const add = (tag: unknown, entry: { value?: unknown; error?: unknown }) => {
    const name = nameOf(tag);
    if (name === null || (!isError(entry.error) && entry.value === undefined)) {
      refusedEntries++;
      return;
    }
    const key = keyOf(group, name);
    readings.push(
      isError(entry.error) ? failedReading(device, key, time, entry.error) : readingOf(device, key, time, entry.value),
    );
  };
  if (Array.isArray(json.tags)) {
    for (const tag of json.tags) {
      if (isObject(tag)) add(tag.name, tag);
      else refusedEntries++;
    }
  } else if (isObject(json.values) || isObject(json.errors)) {
    for (const [tag, value] of Object.entries(isObject(json.values) ? json.values : {})) add(tag, { value });
    for (const [tag, error] of Object.entries(isObject(json.errors) ? json.errors : {})) add(tag, { error });
  } else {
    throw new ProtocolError('wrongShape');
  }
  return { type: 'readings', readings, refusedEntries };
}

/** `{"uuid":"cd32…","error":0}` */
function readWriteAnswer(json: JsonObject): MqttMessage {
  return {
    type: 'commandAnswer',
    device: null,
    requestId: requireName(json.uuid),
    accepted: typeof json.error === 'number' ? json.error === 0 : null,
    result: json.error,
  };
}

/**
 * What a Neuron or NeuronEX publishes on the topics configured in it, in its `values-format` or `tags-format` (also the ECP
 * format, whose tags carry a type besides); a message with `uuid` and without `node` is the answer to a write. The reading's
 * device is Neuron's node and its key `group/tag`.
 *
 * Examples:
 * `{"timestamp":1650006388943,"node":"modbus","group":"grp","values":{"tag0":123},"errors":{"tag1":2014},"metas":{}}`
 * `{"timestamp":1650006388943,"node":"modbus","group":"grp","tags":[{"name":"tag0","value":123},{"name":"tag1","error":2014}]}`
 *
 * @param patterns topic patterns, a level that varies in braces
 */
export const neuronTopics = (patterns: readonly string[] = [neuronDefaultPattern]): Topics =>
  defineTopics(
    Object.fromEntries(
      patterns.map((pattern) => [
        pattern,
        (json: unknown): MqttMessage => {
          if (!isObject(json)) throw new ProtocolError('wrongShape');
          return Object.hasOwn(json, 'uuid') && !Object.hasOwn(json, 'node') ? readWriteAnswer(json) : readReport(json);
        },
      ]),
    ),
  );

/**
 * The payload that writes one tag, for the write topic configured in Neuron; its answer repeats `uuid`.
 *
 * Example: `{"uuid":"cd32be1b-c8b1-3257-94af-77f847b1ed3e","node":"modbus","group":"grp","tag":"tag0","value":1234}`
 */
export const neuronWrite = (
  uuid: string,
  { node, group, tag }: { node: string; group: string; tag: string },
  value: number,
): string => JSON.stringify({ uuid, node, group, tag, value });
