import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

export const callsAboutMappings: readonly CallName[] = [
  'getMappingProfile',
  'getMappingProfileDropdown',
  'getMappingProfilePage',
];

/** To be called after a change: everything on the screen that shows mapping profiles is asked for again. */
export const useMappingsChanged = (): (() => Promise<void>) => useAskAgain(callsAboutMappings);
