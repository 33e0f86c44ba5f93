import { boardCalls } from './boardCalls.ts';
import { deviceEditCalls } from './deviceEditCalls.ts';
import { deviceListCalls } from './deviceListCalls.ts';
import { devicePointCalls } from './devicePointCalls.ts';
import { pastCalls } from './pastCalls.ts';
import { pointRoleCalls } from './pointRoleCalls.ts';
import { propertyCalls } from './propertyCalls.ts';
import { subItemCalls } from './subItemCalls.ts';

/** Devices: how they stand, how they are set up, what is known of them. Spec §7.2; payloads it does not show are decided here. */
export const deviceCalls = {
  ...boardCalls,
  ...deviceEditCalls,
  ...deviceListCalls,
  ...devicePointCalls,
  ...pastCalls,
  ...propertyCalls,
  ...pointRoleCalls,
  ...subItemCalls,
};
