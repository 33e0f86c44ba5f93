import { ProtocolError } from '../ProtocolError.ts';
import { defineTopics } from './defineTopics.ts';
import type { MqttMessage, MqttReading } from './MqttMessage.ts';
import { isObject, type JsonObject, nameOf, readingOf, requireName } from './payload.ts';

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
const asAttributes = ({ readings, refusedEntries }: Entries): MqttMessage => ({
  type: 'attributes',
  attributes: readings,
  refusedEntries,
});

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

/**
 * What a device or gateway publishes by ThingsBoard's MQTT API. The topics are the same for everybody: who it is, only the
 * authenticated connection says.
 */
export const thingsboardTopics = defineTopics({
  /** `{"ts":1451649600512,"values":{"temp":-18.2}}` */
  'v1/devices/me/telemetry': (json) => asReadings(deviceEntries(json)),
  /** `{"fw":"1.2"}` */
  'v1/devices/me/attributes': (json) => asAttributes(deviceEntries(json)),
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
  'v1/gateway/attributes': (json) => asAttributes(gatewayEntries(json)),
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
