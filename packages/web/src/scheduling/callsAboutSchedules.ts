import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed group or task, or a run, makes old. */
export const callsAboutSchedules: readonly CallName[] = [
  'getScheduleFirings',
  'getScheduleGroupPage',
  'getScheduleJobPage',
  'getScheduleRunPage',
];
