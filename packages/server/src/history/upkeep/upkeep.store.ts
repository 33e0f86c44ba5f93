/** SQL of the upkeep of history: what is looked through, put aside, erased and kept. Tenant: `system`, as in store.ts. */
import type { ClientBase } from 'pg';
import { hoursPerDay } from '../days.ts';
import type { Sql } from '../store.ts';

/** Ids of points about which anything is sealed, ascending. */
export async function listPoints(sql: Sql): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT DISTINCT point_id AS id FROM history_day UNION SELECT DISTINCT point_id FROM history_segment
     UNION SELECT DISTINCT point_id FROM history_rollup ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

export async function deleteRollups(client: ClientBase, pointId: number, beforeBlock = 2 ** 31 - 1): Promise<void> {
  await client.query('DELETE FROM history_rollup WHERE point_id = $1 AND block < $2', [pointId, beforeBlock]);
}

/** Takes one row out of history and keeps its bytes. @param foundAt null: now */
export async function putAside(
  client: ClientBase,
  row: { pointId: number; hour: number; hours: number },
  foundAt: number | null,
): Promise<void> {
  const isDay = row.hours === hoursPerDay;
  const [table, key] = isDay ? ['history_day', 'day'] : ['history_segment', 'hour'];
  await client.query(
    `WITH gone AS (DELETE FROM ${table} WHERE point_id = $1 AND ${key} = $2 RETURNING encoded)
     INSERT INTO history_damaged (point_id, hour, hours, encoded, found_at)
     SELECT $1, $3, $4, encoded, coalesce(to_timestamp($5::float8 / 1000), now()) FROM gone`,
    [row.pointId, isDay ? row.hour / hoursPerDay : row.hour, row.hour, row.hours, foundAt],
  );
}

/** Keeps the bytes of a commit of the log. */
export async function putCommitAside(client: ClientBase, hour: number, payload: Buffer): Promise<void> {
  await client.query(
    'INSERT INTO history_damaged (point_id, hour, hours, encoded, found_at) VALUES (NULL, $1, 1, $2, now())',
    [hour, payload],
  );
}

/** What was put aside of commits of the log: the hour of each, ascending. */
export async function listCommitsAside(sql: Sql): Promise<number[]> {
  const { rows } = await sql.query<{ hour: number }>(
    'SELECT hour FROM history_damaged WHERE point_id IS NULL ORDER BY hour, id',
  );
  return rows.map(({ hour }) => hour);
}

/** Whether a rule forbids to bring readings of a stretch in from elsewhere; epoch ms. */
export async function isImportForbidden(
  client: ClientBase,
  pointId: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM point_without_import WHERE point_id = $1 AND since <= to_timestamp($3::float8 / 1000)
       AND (until IS NULL OR until > to_timestamp($2::float8 / 1000)) LIMIT 1`,
    [pointId, from, to],
  );
  return rowCount! > 0;
}

export async function deleteDay(client: ClientBase, pointId: number, day: number): Promise<void> {
  await client.query('DELETE FROM history_day WHERE point_id = $1 AND day = $2', [pointId, day]);
}

export async function forgetLatest(client: ClientBase, pointId: number): Promise<void> {
  await client.query('DELETE FROM point_latest WHERE point_id = $1', [pointId]);
}

export type ChangeKind = 'filled' | 'erased' | 'repaired' | 'retention' | 'rounded' | 'recomputed';

/**
 * @param change.at null: now
 * @returns its id
 */
export async function insertChange(
  client: ClientBase,
  change: { at: number | null; kind: ChangeKind; pointId: number | null; detail: object },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO history_change (at, kind, point_id, detail)
     VALUES (coalesce(to_timestamp($1::float8 / 1000), now()), $2, $3, $4) RETURNING id::float8 AS id`,
    [change.at, change.kind, change.pointId, JSON.stringify(change.detail)],
  );
  return rows[0]!.id;
}

/** Says of a change what came out only while it was made. */
export async function addToChange(client: ClientBase, id: number, detail: object): Promise<void> {
  await client.query('UPDATE history_change SET detail = detail || $2::jsonb WHERE id = $1', [
    id,
    JSON.stringify(detail),
  ]);
}

export async function insertOverwritten(
  client: ClientBase,
  changeId: number,
  day: number,
  encoded: Uint8Array,
): Promise<void> {
  await client.query('INSERT INTO history_overwritten (change_id, day, encoded) VALUES ($1, $2, $3)', [
    changeId,
    day,
    encoded,
  ]);
}

/** What is kept of what a change replaced or took away, by day. */
export async function readOverwritten(sql: Sql, changeId: number): Promise<{ day: number; encoded: Buffer }[]> {
  const { rows } = await sql.query<{ day: number; encoded: Buffer }>(
    'SELECT day, encoded FROM history_overwritten WHERE change_id = $1 ORDER BY day',
    [changeId],
  );
  return rows;
}

/** A change of a point's history by hand or from late inputs, or that it was kept rounded until `to`. Times are epoch ms. */
export interface Correction {
  id: number;
  pointId: number;
  kind: 'filled' | 'erased' | 'rounded' | 'recomputed';
  at: number;
  /** First moment concerned, and the one after the last. */
  from: number;
  to: number;
  /** How many samples were filled in, erased or replaced. */
  samples: number;
  by: string | null;
  reason: string | null;
}

/** The newest changes of each of the points that concern [from, to), by time. */
export async function listCorrections(
  sql: Sql,
  pointIds: readonly number[],
  from: number,
  to: number,
): Promise<Correction[]> {
  const { rows } = await sql.query<Correction>(
    `SELECT * FROM unnest($1::int4[]) AS k (point_id) CROSS JOIN LATERAL (
       SELECT c.id::float8 AS id, c.point_id AS "pointId", c.kind, round(extract(epoch FROM c.at) * 1000)::float8 AS at,
         (c.detail->>'from')::float8 AS "from", (c.detail->>'to')::float8 + (c.kind IN ('filled', 'recomputed'))::int AS "to",
         (c.detail->>'samples')::int AS samples, c.detail->>'by' AS by, c.detail->>'reason' AS reason
       FROM history_change c
       WHERE c.point_id = k.point_id AND (c.kind = 'rounded' OR c.kind IN ('filled', 'erased', 'recomputed') AND (c.detail->>'samples')::int > 0)
         AND (c.detail->>'from')::float8 < $3 AND (c.detail->>'to')::float8 >= $2
       ORDER BY c.id DESC LIMIT 50
     ) s ORDER BY s.id`,
    [[...pointIds], from, to],
  );
  return rows;
}

/** Whose a point is, for the log; null: it is gone. */
export async function placeOfPoint(
  sql: Sql,
  pointId: number,
): Promise<{ companyId: number; projectId: number; name: string } | null> {
  const { rows } = await sql.query<{ companyId: number; projectId: number; name: string }>(
    `SELECT o.company_id AS "companyId", p.project_id AS "projectId", p.name
     FROM point p JOIN project o ON o.id = p.project_id WHERE p.id = $1`,
    [pointId],
  );
  return rows[0] ?? null;
}

// ---- retention

/** What keeping a project's history depends on, and what it is called; null: there is no such project. */
export async function findKeeping(
  sql: Sql,
  projectId: number,
): Promise<{ industry: number; companyId: number; name: string; keptDays: number | null } | null> {
  const { rows } = await sql.query<{ industry: number; companyId: number; name: string; keptDays: number | null }>(
    `SELECT o.industry, o.company_id AS "companyId", s.name, r.kept_days AS "keptDays"
     FROM project o JOIN subarea s ON s.id = o.id LEFT JOIN history_retention r ON r.project_id = o.id WHERE o.id = $1`,
    [projectId],
  );
  return rows[0] ?? null;
}

/** @param keptDays null: for ever */
export async function writeRetention(client: ClientBase, projectId: number, keptDays: number | null): Promise<void> {
  if (keptDays === null) await client.query('DELETE FROM history_retention WHERE project_id = $1', [projectId]);
  else {
    await client.query(
      `INSERT INTO history_retention (project_id, kept_days) VALUES ($1, $2)
       ON CONFLICT (project_id) DO UPDATE SET kept_days = excluded.kept_days`,
      [projectId, keptDays],
    );
  }
}

/** Points of projects that keep their history for a time. */
export async function listRetained(sql: Sql): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    'SELECT p.id FROM history_retention r JOIN point p ON p.project_id = r.project_id ORDER BY p.id',
  );
  return rows.map(({ id }) => id);
}

/** For how long a point's history is kept, held as it is until the end of the transaction; null: for ever, or the point is gone. */
export async function holdKeeping(
  client: ClientBase,
  pointId: number,
): Promise<{ industry: number; keptDays: number } | null> {
  const { rows } = await client.query<{ industry: number; keptDays: number }>(
    `SELECT o.industry, r.kept_days AS "keptDays"
     FROM point p JOIN project o ON o.id = p.project_id JOIN history_retention r ON r.project_id = o.id
     WHERE p.id = $1 FOR SHARE`,
    [pointId],
  );
  return rows[0] ?? null;
}
