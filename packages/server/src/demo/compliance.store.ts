import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';

export interface DemoProofPoint {
  point_id: number;
  project_id: number;
  company_id: number;
  time_zone: string;
  device_code: string;
  device_name: string;
}

/** Room temperatures of cold rooms, by the serial numbers of their devices. */
export async function roomTemperatures(
  _system: SystemTenant,
  db: DbOrTransaction,
  serialNumbers: readonly string[],
): Promise<DemoProofPoint[]> {
  const { rows } = await sql<DemoProofPoint>`
    SELECT p.id AS point_id, p.project_id, project.company_id, project.time_zone, d.serial_number AS device_code, d.name AS device_name
    FROM device d JOIN device_point dp ON dp.device_id = d.id AND dp.main JOIN point p ON p.id = dp.point_id
    JOIN project ON project.id = p.project_id
    WHERE d.serial_number = ANY(${[...serialNumbers]}::text[]) ORDER BY d.serial_number`.execute(db);
  return rows;
}

/** Keeps a paper among the files of a company. @returns its id */
export async function insertDemoPaper(
  _system: SystemTenant,
  db: DbOrTransaction,
  storage: Pick<Storage, 'write'>,
  paper: { companyId: number; userId: number; name: string; content: Buffer; at: Date },
): Promise<string> {
  const id = randomBytes(18).toString('base64url');
  await storage.write(id, paper.content);
  await db
    .insertInto('uploaded_file')
    .values({
      ...{ id, company_id: paper.companyId, user_id: paper.userId, name: paper.name, content_type: 'application/pdf' },
      ...{ size_bytes: paper.content.byteLength, uploaded_at: paper.at },
    })
    .execute();
  return id;
}

/** Who entered what of the past, and who confirmed it. */
export async function proofPeople(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ author: number; second: number } | null> {
  const { rows } = await sql<{ author: number | null; second: number | null }>`
    SELECT (SELECT id FROM app_user WHERE account = 'wangqiang') AS author, (SELECT id FROM app_user WHERE account = 'linyuqing') AS second`.execute(
    db,
  );
  const { author, second } = rows[0]!;
  return author === null || second === null ? null : { author, second };
}

/**
 * Explains what was found of sealed days and confirms it, but for the newest excursion, which awaits its second person. What ended
 * within the last 36 hours is left as it was found: the door of last night is that recent until eight in the morning after it.
 */
export async function explainPast(
  _system: SystemTenant,
  db: DbOrTransaction,
  { author, second, now }: { author: number; second: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE record_finding f SET
      cause = CASE WHEN f.kind = 'gap' AND f.to_at - f.from_at < interval '2 hours' THEN 'power' WHEN f.kind = 'gap' THEN 'sensor'
        ELSE 'equipment' END,
      explanation = CASE WHEN f.kind = 'gap' AND f.to_at - f.from_at < interval '2 hours' THEN '园区停电，网关离线；恢复后库温在限值内'
        WHEN f.kind = 'gap' THEN '库温探头断线，已更换并比对，期间每小时人工测温' ELSE '蒸发器风机故障，已更换；货品移入相邻冷冻间' END,
      disposition = CASE WHEN f.kind = 'excursion' THEN 'release' END,
      explained_by = ${author}, explained_at = f.to_at + interval '5 hours',
      confirmed_by = CASE WHEN f.id <> newest.id THEN ${second}::int END,
      confirmed_at = CASE WHEN f.id <> newest.id THEN f.to_at + interval '9 hours' END
    FROM (SELECT coalesce((SELECT id FROM record_finding WHERE kind = 'excursion' AND to_at < ${now}::timestamptz - interval '36 hours'
      ORDER BY from_at DESC, id DESC LIMIT 1), 0) AS id) newest
    WHERE f.to_at < ${now}::timestamptz - interval '36 hours'`.execute(db);
}

/** A pack of a month of a project that waits to be made. */
export async function insertDemoPack(
  _system: SystemTenant,
  db: DbOrTransaction,
  {
    projectId,
    fromDay,
    untilDay,
    by,
    at,
  }: { projectId: number; fromDay: string; untilDay: string; by: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO compliance_pack (project_id, name, device_ids, from_day, until_day, language, revision, status, created_at, created_by)
    SELECT ${projectId}::int, place.name || ' ' || ${fromDay.slice(0, 7)}::text, '{}', ${fromDay}::date, ${untilDay}::date, 'zh', 1, 0, ${at}, ${by}::int
    FROM place_name place WHERE place.place_id = ${projectId}
      AND EXISTS (SELECT FROM project_seal s WHERE s.project_id = ${projectId} AND s.day BETWEEN ${fromDay}::date AND ${untilDay}::date)`.execute(
    db,
  );
}
