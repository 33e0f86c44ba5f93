import { permissionIds } from '@watchpost/contract';
import { membersOfProjects, type ProjectMember, system } from '../access/index.ts';
import { isServed } from '../projects/index.ts';
import { alarmViewers } from './alarmViewers.ts';
import type { Announcement } from './announcement.ts';
import { type Client, devicesOfAlarms, insertNotifications, projectsOf, readTold } from './store.ts';

export interface Enqueued {
  /** People for whom something new waits. */
  readonly userIds: number[];
  /** Alarms about which somebody was told. */
  readonly alarmIds: ReadonlySet<number>;
}

/**
 * Writes one message a person: to active members who may see the alarm now, none for projects that are not served (deleted, disabled, expired). A fixed
 * number of statements for any number of items; a step that a person was told of before is left alone.
 */
export async function enqueue(client: Client, items: readonly Announcement[], nowMs: number): Promise<Enqueued> {
  if (items.length === 0) return { userIds: [], alarmIds: new Set() };
  const projects = await projectsOf(system, client, [...new Set(items.map(({ projectId }) => projectId))]);
  const companyOf = new Map(
    projects.filter((project) => isServed(project, nowMs)).map(({ id, company_id }) => [id, company_id]),
  );
  const members = Map.groupBy(
    await membersOfProjects(system, client, [...companyOf.keys()], permissionIds(alarmViewers)),
    ({ project_id }) => project_id,
  );
  const devices = await devicesOfAlarms(
    system,
    client,
    items.map(({ alarmId }) => alarmId),
  );
  const sees = (member: ProjectMember, { alarmId, severity }: Announcement): boolean =>
    member.alarm_levels.includes(severity) &&
    (member.devices === 'all' || member.device_ids.some((id) => devices.get(alarmId)?.has(id)));
  const addressed = (chosen: readonly Announcement[], isWanted: (item: Announcement, userId: number) => boolean) =>
    chosen.flatMap((item) =>
      (members.get(item.projectId) ?? [])
        .filter((member) => sees(member, item) && isWanted(item, member.user_id))
        .map(({ user_id }) => ({ ...item, userId: user_id, companyId: companyOf.get(item.projectId)! })),
    );

  const at = new Date(nowMs);
  const first = await insertNotifications(
    system,
    client,
    addressed(
      items.filter((item) => !item.onlyThoseTold),
      () => true,
    ),
    at,
  );
  const toTold = items.filter((item) => item.onlyThoseTold);
  const told = await readTold(
    system,
    client,
    toTold.map(({ alarmId }) => alarmId),
  );
  const second = await insertNotifications(
    system,
    client,
    addressed(toTold, ({ alarmId }, userId) => told.has(`${alarmId}:${userId}`)),
    at,
  );
  const all = [...first, ...second];
  return {
    userIds: [...new Set(all.map(({ user_id }) => user_id))],
    alarmIds: new Set(all.map(({ alarm_id }) => alarm_id)),
  };
}
