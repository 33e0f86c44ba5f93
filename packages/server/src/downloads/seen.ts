import { type ExportKindName, permissions, wildcardPermissionId } from '@watchpost/contract';
import type { Caller, UserTenant } from '../access/index.ts';
import { accessOfExport } from './accessOfExport.ts';

/** What the owner of a file saw when it was made. */
export interface Seen
  extends Pick<UserTenant, 'projectIds' | 'listedProjectIds' | 'listedDeviceIds' | 'hiddenAlarmLevels'> {
  /**
   * Of the permissions that open the list those that the owner held in the whole company: they show what belongs to no project.
   * Absent: not kept of that file.
   */
  readonly wholeCompany?: readonly number[];
  /** The points of a file that is made of points. Absent: not kept of that file, or it is of none. */
  readonly pointIds?: readonly number[];
}

/**
 * What a user sees who asks for a list of this kind.
 *
 * @param pointIds the points that a file holds for them; null: it is not made of points
 */
export function seenBy({ tenant, grants }: Caller, kind: ExportKindName, pointIds: readonly number[] | null): Seen {
  const { projectIds, listedProjectIds, listedDeviceIds, hiddenAlarmLevels } = tenant;
  const access = accessOfExport(kind);
  const asked = access === 'public' || access === 'session' ? [] : access.map((name) => permissions[name].id);
  return {
    projectIds,
    listedProjectIds: listedProjectIds.filter((id) => projectIds.includes(id)),
    listedDeviceIds,
    hiddenAlarmLevels,
    wholeCompany: asked.filter((id) => grants?.permissions.has(id) || grants?.permissions.has(wildcardPermissionId)),
    ...(pointIds && { pointIds }),
  };
}

/** Whether somebody who sees this now still sees everything that was seen then. */
export function stillSees(now: Seen, then: Seen): boolean {
  const shown = new Set(then.projectIds);
  const points = new Set(now.pointIds);
  const narrowed = now.listedProjectIds.filter((id) => shown.has(id));
  const devices = new Set(now.listedDeviceIds);
  const hiddenThen = new Set(then.hiddenAlarmLevels);
  return (
    (then.pointIds ?? []).every((id) => points.has(id)) &&
    (then.wholeCompany ?? []).every((id) => now.wholeCompany?.includes(id)) &&
    then.projectIds.every((id) => now.projectIds.includes(id)) &&
    narrowed.every((id) => then.listedProjectIds.includes(id)) &&
    (narrowed.length === 0 || then.listedDeviceIds.every((id) => devices.has(id))) &&
    now.hiddenAlarmLevels.every((key) => hiddenThen.has(key) || !shown.has(Math.floor(key / 8)))
  );
}
