import { type PermissionName, permissionIds } from '@watchpost/contract';
import { membersOfProjects, type ProjectMember, system } from '../access/index.ts';
import { isServed } from '../projects/index.ts';
import { alarmViewers } from './alarmViewers.ts';
import { type Client, devicesOfAlarms, projectsOf } from './store.ts';

/** An alarm as far as it decides who may see it. */
export interface SeenAlarm {
  readonly alarmId: number;
  readonly projectId: number;
  readonly severity: number;
}

/** Who may see which of some alarms at this moment. */
export interface AlarmVisibility {
  /** Of projects that are served; the others tell nobody. */
  readonly companyOf: ReadonlyMap<number, number>;
  /** Why nobody is notified of anything in a project; null: people are. */
  notServedReason(projectId: number): 'notServed' | 'projectDeleted' | null;
  viewersOf(alarm: SeenAlarm): number[];
  canView(userId: number, alarm: SeenAlarm): boolean;
}

/** Looks up the people of these projects in a fixed number of statements, on the connection that writes to them. */
export async function alarmVisibilityOf(
  client: Client,
  alarms: readonly SeenAlarm[],
  nowMs: number,
  permissions: readonly PermissionName[] = alarmViewers,
): Promise<AlarmVisibility> {
  const projects = await projectsOf(system, client, [...new Set(alarms.map(({ projectId }) => projectId))]);
  const companyOf = new Map(
    projects.filter((project) => isServed(project, nowMs)).map(({ id, company_id }) => [id, company_id]),
  );
  const members = Map.groupBy(
    await membersOfProjects(system, client, [...companyOf.keys()], permissionIds(permissions)),
    ({ project_id }) => project_id,
  );
  const devices = await devicesOfAlarms(
    system,
    client,
    alarms.map(({ alarmId }) => alarmId),
  );
  const shows = (member: ProjectMember, { alarmId, severity }: SeenAlarm): boolean =>
    member.alarm_levels.includes(severity) &&
    (member.devices === 'all' || member.device_ids.some((id) => devices.get(alarmId)?.has(id)));
  const deleted = new Set(projects.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id));
  return {
    companyOf,
    notServedReason: (projectId) =>
      deleted.has(projectId) ? 'projectDeleted' : companyOf.has(projectId) ? null : 'notServed',
    viewersOf: (alarm) =>
      (members.get(alarm.projectId) ?? []).filter((member) => shows(member, alarm)).map(({ user_id }) => user_id),
    canView: (userId, alarm) =>
      members.get(alarm.projectId)?.some((member) => member.user_id === userId && shows(member, alarm)) ?? false,
  };
}
