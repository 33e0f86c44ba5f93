import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

/** Calls whose answers a changed project, partition or area makes old, the shell's among them. */
export const callsAboutPlaces: readonly CallName[] = [
  'getAllSubarea',
  'getAllSubareaTree',
  'getBigSmallType',
  'getCompanyProjectUserConfig',
  'getProject',
  'getProjectModelList',
  'getProjectPage',
  'getSubareaDelPage',
  'getSubareaPage',
  'getSubareaTree',
  'getUserOwnProject',
  'getUserOwnSubareaTree',
  'getUserSubareaList',
  'getWhatGoesWith',
];

/** To be called after a change: everything on the screen that shows places is asked for again. */
export const usePlacesChanged = (): (() => Promise<void>) => useAskAgain(callsAboutPlaces);
