import type { CallName } from '@watchpost/contract';

/** Calls whose answers a changed standard, unit or password makes old. */
export const callsAboutBoot: readonly CallName[] = [
  'getBootCourse',
  'getBootPasswordPage',
  'getBootUnitPage',
  'getCaliberStandardPage',
  'getPipeStandardPage',
];
