import { useCall } from '../lib/useCall.ts';

/** The devices an MQTT gateway reports for, as far as it has points of them; null: itself. Undefined: on their way. */
export function useMqttDevices(gatewayId: number | undefined): readonly (string | null)[] | undefined {
  const points = useCall(
    'getDeviceMQTTPointPage',
    gatewayId === undefined ? null : { query: { deviceId: gatewayId, pageSize: 100 } },
    { scope: 'company', staleTime: 60_000 },
  ).data?.Data;
  return points && [...new Set(points.map(({ MqttDevice }) => MqttDevice))];
}
