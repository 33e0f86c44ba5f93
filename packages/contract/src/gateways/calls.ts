import { gatewayCardCalls } from './cardCalls.ts';
import { gatewayConfigurationCalls } from './configurationCalls.ts';
import { gatewayListCalls } from './listCalls.ts';
import { gatewayMqttCalls } from './mqttCalls.ts';
import { gatewaySetUpCalls } from './setUpCalls.ts';
import { gatewaySharingCalls } from './sharingCalls.ts';
import { gatewayVpnCalls } from './vpnCalls.ts';

/** What stands in the field and talks to us, what hangs on its line, its card, and who may open it. Spec §7.1 (`/Device/*`). */
export const gatewayCalls = {
  ...gatewayCardCalls,
  ...gatewayConfigurationCalls,
  ...gatewayListCalls,
  ...gatewayMqttCalls,
  ...gatewaySetUpCalls,
  ...gatewaySharingCalls,
  ...gatewayVpnCalls,
};
