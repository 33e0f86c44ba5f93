import { neuronWrite, type OutgoingMessage, thingsboardCommand, thingsboardGatewayCommand } from '@watchpost/protocols';
import type { GatewayFacts } from '../gateways/index.ts';
import type { PointFacts } from '../points/index.ts';

/** ThingsBoard leaves the method's name to the device; the documented example calls a write so. */
const writeMethod = 'w';

/**
 * What is sent to an MQTT gateway so that it writes a point, by its payload format.
 *
 * `listensOn`: the topics its connection has subscribed to. One that listens to no commands is not sent any: it would be lost
 * without a word.
 *
 * Example: `v1/gateway/rpc` `{"device":"Case 1","data":{"id":17,"method":"w","params":{"setpoint":2}}}`
 *
 * @returns null when this gateway takes no commands, or not for this point
 */
export function commandMessage(
  gateway: GatewayFacts,
  point: PointFacts,
  value: number,
  request: { number: number; uuid: string },
  listensOn: readonly string[],
): (OutgoingMessage & { requestId: string }) | null {
  const key = point.mqtt_key;
  if (key === null) return null;
  switch (gateway.payload_format) {
    case 'thingsboard': {
      const params = { [key]: value };
      const message = point.mqtt_device
        ? thingsboardGatewayCommand(point.mqtt_device, request.number, writeMethod, params)
        : thingsboardCommand(request.number, writeMethod, params);
      const listens = listensOn.some((filter) => filter === message.topic || filter === 'v1/devices/me/rpc/request/+');
      const reached = point.mqtt_device ? listensOn.includes('v1/gateway/rpc') : listens;
      return reached ? { ...message, requestId: String(request.number) } : null;
    }
    case 'neuron': {
      const topic = neuronWriteTopic(listensOn);
      const separator = key.indexOf('/');
      if (topic === undefined || separator < 0 || !point.mqtt_device) return null;
      const tag = { node: point.mqtt_device, group: key.slice(0, separator), tag: key.slice(separator + 1) };
      return { topic, payload: neuronWrite(request.uuid, tag, value), requestId: request.uuid };
    }
    default:
      return null;
  }
}

/** A Neuron subscribes to several requests, of reads first. Its topics are its owner's to name; as delivered, their words say what for. */
function neuronWriteTopic(listensOn: readonly string[]): string | undefined {
  const requests = listensOn.filter((filter) => !/[+#]/.test(filter));
  const names = (filter: string, word: string) => filter.split('/').includes(word);
  return requests.find((filter) => names(filter, 'write')) ?? requests.find((filter) => !names(filter, 'read'));
}
