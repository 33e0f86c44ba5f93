import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../../lib/askAgain.ts';

export const callsAboutStrategies: readonly CallName[] = [
  'getAlarmStrategyPage',
  'getAlarmStrategy',
  'getAlarmTypeList',
  'getPolicyProposals',
];

/** To be called after a change: everything on the screen that shows strategies is asked for again. */
export const useStrategiesChanged = (): (() => Promise<void>) => useAskAgain(callsAboutStrategies);
