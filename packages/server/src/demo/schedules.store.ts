import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** The set points of a project's freezers, by their numbers. */
export async function setpointsOf(_system: SystemTenant, db: DbOrTransaction, projectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('point_place')
    .innerJoin('device_class', 'device_class.id', 'point_place.device_class_id')
    .where('point_place.project_id', '=', projectId)
    .where('point_place.writable', '=', true)
    .where('device_class.code', '=', 'freezerRoom')
    .where('point_place.unit', '=', '°C')
    .select('point_place.point_id')
    .orderBy('point_place.point_id')
    .execute();
  return rows.map(({ point_id }) => point_id!);
}

export async function insertDemoGroup(
  _system: SystemTenant,
  db: DbOrTransaction,
  group: {
    companyId: number;
    name: string;
    description: string;
    projectId: number;
    pointIds: readonly number[];
    at: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('schedule_group')
    .values({
      company_id: group.companyId,
      name: group.name,
      description: group.description,
      enabled: true,
      updated_at: group.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('schedule_group_project').values({ group_id: id, project_id: group.projectId }).execute();
  await db
    .insertInto('schedule_group_point')
    .values(group.pointIds.map((point_id) => ({ group_id: id, point_id })))
    .execute();
  return id;
}

export async function insertDemoTask(
  _system: SystemTenant,
  db: DbOrTransaction,
  task: {
    companyId: number;
    groupId: number;
    userId: number;
    name: string;
    expression: string;
    writes: readonly { pointId: number; value: number }[];
    url?: string;
    /** Epoch ms; null: the task is switched off. */
    nextAt: number | null;
    runs: readonly { due: number; outcome: 'done' | 'failed' | 'missed' }[];
    at: Date;
  },
): Promise<void> {
  const { id } = await db
    .insertInto('schedule_job')
    .values({
      company_id: task.companyId,
      group_id: task.groupId,
      name: task.name,
      description: '',
      expression: task.expression,
      day_filter: 'all',
      mode: task.url ? 'http' : 'write',
      writes: JSON.stringify(task.writes),
      url: task.url ?? null,
      method: 'POST',
      content_type: 'json',
      params: task.url ? '{"shift":"open"}' : '',
      timeout_seconds: 30,
      resp_codes: [200],
      parse_mode: 'none',
      parse_value: '',
      enabled: task.nextAt !== null,
      owner_id: task.userId,
      next_at: task.nextAt === null ? null : new Date(task.nextAt),
      created_at: task.at,
      updated_at: task.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (task.runs.length === 0) return;
  await db
    .insertInto('schedule_run')
    .values(
      task.runs.map(({ due, outcome }) => ({
        job_id: id,
        due_at: new Date(due),
        started_at: outcome === 'missed' ? null : new Date(due + 300),
        finished_at: new Date(due + (outcome === 'missed' ? 900_000 : 4_200)),
        outcome,
        message_zh: outcome === 'failed' ? '网关离线，没有发送' : null,
        message_en: outcome === 'failed' ? 'The gateway is offline; nothing was sent' : null,
      })),
    )
    .execute();
}
