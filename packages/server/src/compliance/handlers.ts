import type { complianceCalls, documentCalls, profileCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { certificateHandlers } from './certificates/handlers.ts';
import type { ComplianceDeps } from './deps.ts';
import { documentHandlers } from './documents/handlers.ts';
import { findingHandlers } from './findings/handlers.ts';
import { ownProfileHandlers } from './ownProfiles/handlers.ts';
import { packHandlers } from './packs/handlers.ts';
import { profileHandlers } from './profiles/handlers.ts';
import { proofHandlers } from './proof/handlers.ts';

export const complianceHandlers = (
  deps: ComplianceDeps,
): Handlers<typeof complianceCalls & typeof documentCalls & typeof profileCalls> => ({
  ...proofHandlers(deps),
  ...profileHandlers(deps),
  ...ownProfileHandlers(deps),
  ...findingHandlers(deps),
  ...certificateHandlers(deps),
  ...packHandlers(deps),
  ...documentHandlers(deps),
});
