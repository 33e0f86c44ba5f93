import type { gatewayCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { PresentLive } from '../points/index.ts';
import { cardHandlers } from './cards/handlers.ts';
import { configurationHandlers } from './configuration/handlers.ts';
import { diagnosisHandlers } from './diagnosis/handlers.ts';
import type { GatewayDeps } from './GatewayDeps.ts';
import { listHandlers } from './list/handlers.ts';
import { mqttHandlers } from './mqtt/handlers.ts';
import { setUpHandlers } from './setUp/handlers.ts';
import { sharingHandlers } from './sharing/handlers.ts';
import { vpnHandlers } from './vpn/handlers.ts';

export const gatewayHandlers = (deps: GatewayDeps & { presentLive: PresentLive }): Handlers<typeof gatewayCalls> => ({
  ...cardHandlers(deps),
  ...configurationHandlers(deps),
  ...diagnosisHandlers(deps),
  ...listHandlers(deps),
  ...mqttHandlers(deps),
  ...setUpHandlers(deps),
  ...sharingHandlers(deps),
  ...vpnHandlers(deps),
});
