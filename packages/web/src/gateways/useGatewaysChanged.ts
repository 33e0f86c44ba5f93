import { type CallName, realtimeTopics } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';
import { useTopic } from '../lib/realtime.ts';

/** Calls whose answers a changed gateway, slave or way in makes old. */
export const callsAboutGateways: readonly CallName[] = [
  'cardUsageInfo',
  'getDeviceConnectLog',
  'getDeviceInfo',
  'getDeviceMQTT',
  'getDeviceMQTTPointPage',
  'getDeviceOfflineReason',
  'getDeviceSyncState',
  'getDeviceTCPConfig',
  'getDeviceTotal',
  'getMasterControl',
  'getModbusDeviceModulePage',
  'getTerminalDropdow',
  'getUserbyPro',
  'getVPNPage',
  'showDeviceList',
];

/** To be called after a change: everything on the screen that shows gateways is asked for again. */
export const useGatewaysChanged = (): (() => Promise<void>) => useAskAgain(callsAboutGateways);

/** Asks again as soon as a gateway of the project comes or goes; null: listens to none. */
export function useGatewayStates(projectId: number | null, gatewayId: number | '+' = '+'): void {
  const changed = useGatewaysChanged();
  useTopic(
    'gatewayStates',
    projectId === null ? null : realtimeTopics.gatewayStates.topic(projectId, gatewayId),
    () => void changed(),
  );
}
