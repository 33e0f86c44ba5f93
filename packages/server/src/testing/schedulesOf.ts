import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';

/** Groups of scheduled tasks, with a task that has run. */
export interface ScheduleIds {
  scheduleGroupId: number;
  spareScheduleGroupId: number;
  scheduleJobId: number;
  spareScheduleJobId: number;
  freeScheduleName: string;
  /** A run that wrote nothing. */
  scheduleRunId: number;
}

export async function schedulesOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<ScheduleIds> {
  const at = new Date();
  const group = async (): Promise<number> => {
    const { id } = await db
      .insertInto('schedule_group')
      .values({
        company_id: companyId,
        name: `${marker} group ${randomUUID().slice(0, 6)}`,
        description: marker,
        enabled: true,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('schedule_group_project').values({ group_id: id, project_id: projectId }).execute();
    return id;
  };
  const scheduleGroupId = await group();
  const job = async (): Promise<number> => {
    const { id } = await db
      .insertInto('schedule_job')
      .values({
        company_id: companyId,
        group_id: scheduleGroupId,
        name: `${marker} task ${randomUUID().slice(0, 8)}`,
        description: marker,
        expression: '0 6 * * *',
        day_filter: 'all',
        mode: 'http',
        writes: '[]',
        url: 'https://lights.example/api',
        method: 'POST',
        content_type: 'json',
        params: '{}',
        timeout_seconds: 5,
        resp_codes: [200],
        parse_mode: 'none',
        parse_value: '',
        enabled: false,
        owner_id: userId,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const scheduleJobId = await job();
  const { id: scheduleRunId } = await db
    .insertInto('schedule_run')
    .values({
      job_id: scheduleJobId,
      due_at: at,
      started_at: at,
      finished_at: at,
      outcome: 'done',
      response: `200 ${marker}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    scheduleGroupId,
    spareScheduleGroupId: await group(),
    scheduleJobId,
    spareScheduleJobId: await job(),
    scheduleRunId,
    freeScheduleName: `Night ${randomUUID().slice(0, 8)}`,
  };
}
