import { ProtocolError } from '../ProtocolError.ts';
import { defineTopics } from './defineTopics.ts';
import type { MqttMessage, MqttReading } from './MqttMessage.ts';
import { isObject, type JsonObject, nameOf, readingOf, requireName } from './payload.ts';

type AttributesMessage = Extract<MqttMessage, { type: 'attributes' }>;

interface Entries {
  readings: MqttReading[];
  refusedEntries: number;
}

function addValues(entries: Entries, device: string | null, time: unknown, values: JsonObject): void {
  for (const key of Object.keys(values)) {
    if (nameOf(key) === null) entries.refusedEntries++;
    else entries.readings.push(readingOf(device, key, time, values[key]));
  }
}

/** `{"temp":-18.2}`, `{"ts":1451649600512,"values":{"temp":-18.2}}`, or an array of either. */
function addTelemetry(entries: Entries, device: string | null, json: unknown): void {
  for (const entry of Array.isArray(json) ? json : [json]) {
    if (!isObject(entry)) entries.refusedEntries++;
    else if (Object.hasOwn(entry, 'ts') && isObject(entry.values)) addValues(entries, device, entry.ts, entry.values);
    else if (Object.hasOwn(entry, 'ts') && Object.hasOwn(entry, 'values')) entries.refusedEntries++;
    else addValues(entries, device, undefined, entry);
  }
}

function deviceEntries(json: unknown): Entries {
  if (!isObject(json) && !Array.isArray(json)) throw new ProtocolError('wrongShape');
  const entries: Entries = { readings: [], refusedEntries: 0 };
  addTelemetry(entries, null, json);
  return entries;
}

function gatewayEntries(json: unknown): Entries {
  if (!isObject(json)) throw new ProtocolError('wrongShape');
  const entries: Entries = { readings: [], refusedEntries: 0 };
  for (const [name, telemetry] of Object.entries(json)) {
    const device = nameOf(name);
    if (device === null || (!isObject(telemetry) && !Array.isArray(telemetry))) entries.refusedEntries++;
    else addTelemetry(entries, device, telemetry);
  }
  return entries;
}

const asReadings = (entries: Entries): MqttMessage => ({ type: 'readings', ...entries });
/** Facts of one device; what is no text, number or truth value is nothing that we could tell again. */
function addAttributes(message: AttributesMessage, device: string | null, json: unknown): void {
  if (!isObject(json)) {
    message.refusedEntries++;
    return;
  }
  for (const [key, value] of Object.entries(json)) {
    const isFact = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isFact && nameOf(key) !== null) message.attributes.push({ device, key, value });
    else if (nameOf(key) === null) message.refusedEntries++;
  }
}

function deviceAttributes(json: unknown): MqttMessage {
  if (!isObject(json)) throw new ProtocolError('wrongShape');
  const message: AttributesMessage = { type: 'attributes', attributes: [], refusedEntries: 0 };
  addAttributes(message, null, json);
  return message;
}

function gatewayAttributes(json: unknown): MqttMessage {
  if (!isObject(json)) throw new ProtocolError('wrongShape');
  const message: AttributesMessage = { type: 'attributes', attributes: [], refusedEntries: 0 };
  for (const [name, facts] of Object.entries(json)) {
    const device = nameOf(name);
    if (device === null) message.refusedEntries++;
    else addAttributes(message, device, facts);
  }
  return message;
}

const asConnection =
  (type: 'connect' | 'disconnect') =>
  (json: unknown): MqttMessage => {
    if (!isObject(json)) throw new ProtocolError('wrongShape');
    return { type, device: requireName(json.device) };
  };

/** `{"success":true}` accepts, `{"success":false}` and `{"error":…}` refuse; anything else is the method's own result. */
function acceptance(result: unknown): boolean | null {
  if (!isObject(result)) return null;
  if (typeof result.success === 'boolean') return result.success;
  return Object.hasOwn(result, 'error') ? false : null;
}

function gatewayCommandAnswer(json: unknown): MqttMessage {
  if (!isObject(json) || (typeof json.id !== 'number' && nameOf(json.id) === null)) {
    throw new ProtocolError('wrongShape');
  }
  return {
    type: 'commandAnswer',
    device: requireName(json.device),
    requestId: String(json.id),
    accepted: acceptance(json.data),
    result: json.data,
  };
}

/** Names between commas, or a list of names; a gateway may ask for very few thousand. */
function keysOf(keys: unknown): string[] {
  const list = typeof keys === 'string' ? keys.split(',') : Array.isArray(keys) ? keys : [];
  return list.map((key) => (typeof key === 'string' ? nameOf(key.trim()) : null)).filter((key) => key !== null);
}

function gatewayAttributeRequest(json: unknown): MqttMessage {
  if (!isObject(json) || (typeof json.id !== 'number' && nameOf(json.id) === null)) {
    throw new ProtocolError('wrongShape');
  }
  // Older gateways ask for one key, and say by `client` of which kind.
  const isOld = typeof json.client === 'boolean';
  const single = keysOf(json.key ?? json.keys);
  return {
    type: 'attributeRequest',
    device: requireName(json.device),
    requestId: String(json.id),
    client: isOld ? (json.client === true ? single : []) : keysOf(json.client),
    shared: isOld ? (json.client === true ? [] : single) : keysOf(json.shared),
  };
}

/**
 * What a device or gateway publishes by ThingsBoard's MQTT API. The topics are the same for everybody: who it is, only the
 * authenticated connection says.
 */
export const thingsboardTopics = defineTopics({
  /** `{"ts":1451649600512,"values":{"temp":-18.2}}` */
  'v1/devices/me/telemetry': (json) => asReadings(deviceEntries(json)),
  /** `{"fw":"1.2"}` */
  'v1/devices/me/attributes': deviceAttributes,
  /** `{"clientKeys":"fw","sharedKeys":"configurationVersion"}` on `v1/devices/me/attributes/request/1` */
  'v1/devices/me/attributes/request/{requestId}': (json, { requestId }) => {
    if (!isObject(json)) throw new ProtocolError('wrongShape');
    const [client, shared] = [keysOf(json.clientKeys), keysOf(json.sharedKeys)];
    return { type: 'attributeRequest', device: null, requestId: requestId!, client, shared };
  },
  /** `{"success":true}` on `v1/devices/me/rpc/response/17` */
  'v1/devices/me/rpc/response/{requestId}': (json, { requestId }) => ({
    type: 'commandAnswer',
    device: null,
    requestId: requestId!,
    accepted: acceptance(json),
    result: json,
  }),
  /** `{"device":"Case 1"}` */
  'v1/gateway/connect': asConnection('connect'),
  /** `{"device":"Case 1"}` */
  'v1/gateway/disconnect': asConnection('disconnect'),
  /** `{"Case 1":[{"ts":1483228800000,"values":{"temp":-18.2}}],"Case 2":[…]}` */
  'v1/gateway/telemetry': (json) => asReadings(gatewayEntries(json)),
  /** `{"Case 1":{"fw":"1.2"}}` */
  'v1/gateway/attributes': gatewayAttributes,
  /** `{"id":1,"device":"Case 1","client":["fw"],"shared":["mode"]}` */
  'v1/gateway/attributes/request': gatewayAttributeRequest,
  /** `{"device":"Case 1","id":1,"data":{"success":true}}` */
  'v1/gateway/rpc': gatewayCommandAnswer,
});

export interface OutgoingMessage {
  topic: string;
  payload: string | Uint8Array;
}

/** A command to the connected device: `{"method":"setPoint","params":-20}` on `v1/devices/me/rpc/request/17`. */
export const thingsboardCommand = (requestId: number, method: string, params: unknown): OutgoingMessage => ({
  topic: `v1/devices/me/rpc/request/${requestId}`,
  payload: JSON.stringify({ method, params }),
});

/** A command to a device behind the connected gateway: `{"device":"Case 1","data":{"id":1,"method":"w","params":{…}}}`. */
export const thingsboardGatewayCommand = (
  device: string,
  requestId: number,
  method: string,
  params: unknown,
): OutgoingMessage => ({
  topic: 'v1/gateway/rpc',
  payload: JSON.stringify({ device, data: { id: requestId, method, params } }),
});

type AttributeRequest = Extract<MqttMessage, { type: 'attributeRequest' }>;
type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * The answer to a request for attributes; what is not there is left out.
 *
 * Example: `{"client":{"fw":"1.2"},"shared":{"configurationVersion":7}}` on `v1/devices/me/attributes/response/1`
 */
export function thingsboardAttributes(
  { device, requestId }: Pick<AttributeRequest, 'device' | 'requestId'>,
  found: { client: Attributes; shared: Attributes },
): OutgoingMessage {
  if (device === null)
    return { topic: `v1/devices/me/attributes/response/${requestId}`, payload: JSON.stringify(found) };
  const values = { ...found.client, ...found.shared };
  const id = Number.isSafeInteger(Number(requestId)) ? Number(requestId) : requestId;
  return { topic: 'v1/gateway/attributes/response', payload: JSON.stringify({ id, device, values }) };
}

/** News of shared attributes for the connected gateway: `{"configurationVersion":8}`. */
export const thingsboardSharedAttributes = (values: Attributes): OutgoingMessage => ({
  topic: 'v1/devices/me/attributes',
  payload: JSON.stringify(values),
});
