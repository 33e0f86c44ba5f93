import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import { alarmVisible, seenDevice } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { isOpenRepair } from '../../work/index.ts';

/** An alarm or a repair order of a project, as a line of a timeline. */
export interface WorkLine {
  id: number;
  project_id: number;
  at: Date;
  /** In both languages. */
  zh: string;
  en: string;
  is_open: boolean;
}

/** The newest alarms of projects whose alarms the tenant sees, raised since a moment, without hidden ones; each names its device. */
export async function newestAlarms(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  since: Date,
  limit: number,
): Promise<WorkLine[]> {
  // Each project by its own index: those of a year may be many.
  const { rows } = await sql<WorkLine>`
    SELECT newest.* FROM unnest(${[...projectIds]}::int[]) AS own(id) CROSS JOIN LATERAL (
      SELECT a.id, a.project_id, a.raised_at AS at, a.returned_at IS NULL AS is_open,
        concat_ws(' · ', nullif(seen.name, ''), a.subject_name, a.sentence_zh) AS zh,
        concat_ws(' · ', nullif(coalesce(seen.name_en, seen.name), ''), coalesce(a.subject_name_en, a.subject_name), a.sentence_en) AS en
      FROM alarm a ${seenDevice(tenant)}
      WHERE a.project_id = own.id AND a.raised_at >= ${since} AND a.hidden_by IS NULL AND ${alarmVisible(tenant)}
      ORDER BY a.raised_at DESC LIMIT ${limit}) newest
    ORDER BY newest.at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The newest repair orders of projects that the tenant sees as a whole, reported since a moment; neither drafts nor revoked ones. */
export async function newestRepairs(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  since: Date,
  limit: number,
): Promise<WorkLine[]> {
  const { rows } = await sql<WorkLine>`
    SELECT r.id, r.project_id, r.reported_at AS at, concat_ws(' ', r.number, nullif(r.device_name, '')) AS zh,
      concat_ws(' ', r.number, nullif(coalesce(r.device_name_en, r.device_name), '')) AS en, ${isOpenRepair('r')} AS is_open
    FROM repair_order r
    WHERE r.project_id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'r.project_id')} AND r.status NOT IN (-1, 0)
      AND r.reported_at >= ${since} ORDER BY r.reported_at DESC LIMIT ${limit}`.execute(db);
  return rows;
}
