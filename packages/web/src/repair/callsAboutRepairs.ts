import type { CallName } from '@watchpost/contract';
import { useAskAgain } from '../lib/askAgain.ts';

/** Which answers a change of a repair order makes old. */
export const callsAboutRepairs: readonly CallName[] = [
  'queryRepairAcitve',
  'getRepairSchedule',
  'getNewRepairActivePage',
  'getNewRepairActivePageQueryParameter',
  'getNewRepairActiveMessagePage',
  'getRepairUserList',
  'getDispatchProposal',
  'getSettlementProposal',
  'getFaultCodes',
];

export const useRepairsChanged = () => useAskAgain(callsAboutRepairs);
