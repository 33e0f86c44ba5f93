import type { assetCalls, assetLabelCalls, stocktakeCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { contractHandlers } from './contracts/handlers.ts';
import type { AssetDeps } from './deps.ts';
import { disposalHandlers } from './disposal/handlers.ts';
import { documentHandlers } from './documents/handlers.ts';
import { labelHandlers } from './labels/handlers.ts';
import { lifeHandlers } from './life/handlers.ts';
import { assetHandlers as ofAssets } from './register/handlers.ts';
import { assetImportHandlers } from './register/importHandlers.ts';
import { stocktakeHandlers } from './stocktakes/handlers.ts';

export { assetContractExporter, assetExporter } from './assetExporters.wire.ts';
export { moveToCompany } from './handOver.store.ts';
export { warrantyOfDevice } from './life/life.store.ts';
export { markDue, remindOfAssets } from './reminders/remindOfAssets.ts';
export { stocktakeExporter } from './stocktakes/stocktakeItems.wire.ts';

export const assetHandlers = (
  deps: AssetDeps,
): Handlers<typeof assetCalls & typeof assetLabelCalls & typeof stocktakeCalls> => ({
  ...ofAssets(deps),
  ...assetImportHandlers(deps),
  ...contractHandlers(deps),
  ...disposalHandlers(deps),
  ...documentHandlers(deps),
  ...labelHandlers(deps),
  ...lifeHandlers(deps),
  ...stocktakeHandlers(deps),
});
