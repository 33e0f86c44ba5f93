import type { CallName } from '@watchpost/contract';

/** Calls whose answers a seal, an explanation, a certificate or a pack makes old. */
export const callsAboutCompliance: readonly CallName[] = [
  'getCertificates',
  'getCompliancePoints',
  'getConformity',
  'getFindingPage',
  'getOwnProfiles',
  'getPackPage',
  'getSealChecks',
  'getSealPage',
];
