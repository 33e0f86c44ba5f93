import type { UserTenant } from '../access/index.ts';

/** What somebody saw when his file was made. */
export type Seen = Pick<UserTenant, 'projectIds' | 'listedProjectIds' | 'listedDeviceIds' | 'hiddenAlarmLevels'>;

export const seenBy = ({ projectIds, listedProjectIds, listedDeviceIds, hiddenAlarmLevels }: UserTenant): Seen => ({
  projectIds,
  listedProjectIds: listedProjectIds.filter((id) => projectIds.includes(id)),
  listedDeviceIds,
  hiddenAlarmLevels,
});

/** Whether somebody who sees this now still sees everything that was seen then. */
export function stillSees(now: Seen, then: Seen): boolean {
  const shown = new Set(then.projectIds);
  const narrowed = now.listedProjectIds.filter((id) => shown.has(id));
  const devices = new Set(now.listedDeviceIds);
  const hiddenThen = new Set(then.hiddenAlarmLevels);
  return (
    then.projectIds.every((id) => now.projectIds.includes(id)) &&
    narrowed.every((id) => then.listedProjectIds.includes(id)) &&
    (narrowed.length === 0 || then.listedDeviceIds.every((id) => devices.has(id))) &&
    now.hiddenAlarmLevels.every((key) => hiddenThen.has(key) || !shown.has(Math.floor(key / 8)))
  );
}
