import { ProtocolError } from '../ProtocolError.ts';
import { defineTopics, type Topics } from './defineTopics.ts';
import type { MqttMessage, MqttReading } from './MqttMessage.ts';
import { isObject, type JsonObject, nameOf, parseJson, readingOf, requireName } from './payload.ts';

/** Link state of a node that has no connection to its equipment; every other number says that it has one, or does not say. */
const linkLost = 0;

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

/** `{"timestamp":1658134132237,"states":[{"node":"modbus","link":1,"running":3}]}`, repeated as a heartbeat. */
function readStates(states: readonly unknown[]): MqttMessage {
  const links = states.flatMap((state) => {
    const device = isObject(state) ? nameOf(state.node) : null;
    return device === null || !isObject(state) || typeof state.link !== 'number'
      ? []
      : [{ device, up: state.link !== linkLost }];
  });
  return { type: 'links', links };
}

function readAny(json: unknown): MqttMessage {
  if (!isObject(json)) throw new ProtocolError('wrongShape');
  if (Array.isArray(json.states)) return readStates(json.states);
  return Object.hasOwn(json, 'uuid') && !Object.hasOwn(json, 'node') ? readWriteAnswer(json) : readReport(json);
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
 * @param patterns topic patterns, a level that varies in braces; by default any topic: its operator chooses one for each group
 *   (`/neuron/{application}/{driver}/{group}` since 2.4), for answers and for states, and what is meant stands in the message
 */
export const neuronTopics = (patterns?: readonly string[]): Topics =>
  patterns
    ? defineTopics(Object.fromEntries(patterns.map((pattern) => [pattern, readAny])))
    : { filters: ['#'], matches: () => true, parse: (_topic, payload) => readAny(parseJson(payload)) };

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
