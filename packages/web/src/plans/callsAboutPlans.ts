import type { CallName } from '@watchpost/contract';

export const callsAboutPlans: readonly CallName[] = ['getPlanList', 'getPlan'];
