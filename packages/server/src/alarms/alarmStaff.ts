import type { Language, PermissionName } from '@watchpost/contract';
import { type Caller, tenantOf } from '../access/index.ts';

/** Whose work an alarm is; everybody else with a view of the project sees states and times. See docs/decisions. */
export const alarmStaff: readonly PermissionName[] = ['alarmManage', 'alarmHandle'];

/** Who is asking, in one project: words that staff write for each other are not for everybody who may look. */
export interface Reader {
  readonly language: Language;
  readonly managesAlarms: boolean;
}

interface Hider {
  readonly reason: string | null;
  readonly userName: string | null;
}

/** Why and by whom an alarm is hidden: staff write that for each other; to everybody else both are null. */
export const hiderFor = (managesAlarms: boolean, hider: Hider): Hider =>
  managesAlarms ? hider : { reason: null, userName: null };

/** By project: staff who manage or handle alarms there also read who was notified and what was written about them. */
export function readerOf({ userId, grants }: Caller, language: Language): (projectId: number) => Reader {
  const managed = new Set(grants ? tenantOf(userId, grants, alarmStaff).projectIds : []);
  return (projectId) => ({ language, managesAlarms: managed.has(projectId) });
}
