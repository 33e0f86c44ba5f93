import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed policy or report makes old. */
export const callsAboutReports: readonly CallName[] = [
  'getReport',
  'getReportPage',
  'getReportPlayScreenPush',
  'getReportPolicyPage',
];
