import type { remoteBootCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { bootHandlers } from './boot/handlers.ts';
import type { RemoteBootDeps } from './deps.ts';
import { installHandlers } from './install/handlers.ts';
import { keyHandlers } from './keys/handlers.ts';
import { passwordHandlers } from './passwords/handlers.ts';
import { standardHandlers } from './standards/handlers.ts';
import { unitHandlers } from './units/handlers.ts';
import { unitImportHandlers } from './units/importHandlers.ts';

export { watchBoots } from './boot/watchBoots.ts';
export { checkInstall } from './checkInstall.wire.ts';
export { moveToCompany } from './handOver.store.ts';
export { bootUnitExporter } from './units/unitExporter.wire.ts';

export const remoteBootHandlers = (deps: RemoteBootDeps): Handlers<typeof remoteBootCalls> => ({
  ...bootHandlers(deps),
  ...installHandlers(deps),
  ...keyHandlers(deps),
  ...passwordHandlers(deps),
  ...standardHandlers(deps),
  ...unitHandlers(deps),
  ...unitImportHandlers(deps),
});
