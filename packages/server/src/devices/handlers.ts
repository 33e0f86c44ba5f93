import type { deviceCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { boardHandlers } from './board/handlers.ts';
import type { DeviceDeps } from './deviceDeps.ts';
import { deviceEditHandlers } from './edit/handlers.ts';
import { deviceListHandlers } from './list/handlers.ts';
import { pastHandlers } from './past/handlers.ts';
import { devicePointHandlers } from './points/handlers.ts';
import { propertyHandlers } from './properties/handlers.ts';
import { roleHandlers } from './roles/handlers.ts';
import { subItemHandlers } from './subItems/handlers.ts';

export const deviceHandlers = (deps: DeviceDeps): Handlers<typeof deviceCalls> => ({
  ...boardHandlers(deps),
  ...deviceEditHandlers(deps),
  ...deviceListHandlers(deps),
  ...devicePointHandlers(deps),
  ...pastHandlers(deps),
  ...propertyHandlers(deps),
  ...roleHandlers(deps),
  ...subItemHandlers(deps),
});
