import type { ComplianceProfileName, SealReason } from '@watchpost/contract';
import { sql } from 'kysely';
import { type SystemTenant, system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { OwnProfile } from '../ownProfiles/figuresOf.ts';
import { ownProfileOf } from '../ownProfiles/ownProfileOf.store.ts';
import type { SealedRecord, SealedRoot } from './canonical.ts';
import type { Finding } from './findFindings.ts';

/** Key of the advisory lock for sealing, the same in every process. */
const sealingTurn = 4_870_780;

/** Waits for the turn to seal; given back at the end of the transaction. */
export async function lockSealing(_system: SystemTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sealingTurn}::int)`.execute(transaction);
}

export interface ProjectToSeal {
  project_id: number;
  company_id: number;
  time_zone: string;
  /** When the first of its points came under a profile. */
  since: Date;
  /** The last day that was sealed, and its end. */
  last_day: string | null;
  last_to: Date | null;
}

/** Projects that have, or had, points under a profile. */
export async function projectsToSeal(_system: SystemTenant, db: DbOrTransaction): Promise<ProjectToSeal[]> {
  const { rows } = await sql<ProjectToSeal>`
    SELECT project.id AS project_id, project.company_id, project.time_zone, a.since, k.day::text AS last_day, k.to_at AS last_to
    FROM (SELECT p.project_id, min(a.since) AS since FROM compliance_assignment a JOIN point p ON p.id = a.point_id GROUP BY 1) a
    JOIN project ON project.id = a.project_id AND project.deleted_at IS NULL
    LEFT JOIN LATERAL (SELECT day, to_at FROM project_seal k WHERE k.project_id = project.id AND k.day IS NOT NULL
      ORDER BY k.day DESC LIMIT 1) k ON true
    ORDER BY project.id`.execute(db);
  return rows;
}

export interface PointToSeal {
  point_id: number;
  profile: ComplianceProfileName;
  own: OwnProfile | null;
  low_limit: number | null;
  high_limit: number | null;
}

/** Points of a project that are under a profile throughout a day and not sealed of it. */
export async function pointsToSeal(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  { day, from, to }: { day: string; from: Date; to: Date },
): Promise<PointToSeal[]> {
  const { rows } = await sql<PointToSeal>`
    SELECT a.point_id, a.profile, ${ownProfileOf(system, 'a.profile_version_id')} AS own, a.low_limit, a.high_limit
    FROM compliance_assignment a JOIN point p ON p.id = a.point_id AND p.project_id = ${projectId}
    WHERE a.since <= ${from} AND (a.until IS NULL OR a.until >= ${to})
      AND NOT EXISTS (SELECT FROM record_seal s WHERE s.point_id = a.point_id AND s.day = ${day}::date)
    ORDER BY a.point_id`.execute(db);
  return rows;
}

/** When the next point of a project comes under a profile, at or after a moment; null: none. */
export async function nextBeginning(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  from: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(greatest(a.since, ${from})) AS since
    FROM compliance_assignment a JOIN point p ON p.id = a.point_id AND p.project_id = ${projectId}
    WHERE a.until IS NULL OR a.until > ${from}`.execute(db);
  return rows[0]?.since ?? null;
}

export interface KeyRow {
  id: number;
  public_key: string;
  private_key: Buffer;
}

export async function newestKey(_system: SystemTenant, db: DbOrTransaction): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`SELECT id, public_key, private_key FROM seal_key ORDER BY id DESC LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function insertKey(
  _system: SystemTenant,
  db: DbOrTransaction,
  { publicKey, privateKey, at }: { publicKey: string; privateKey: Buffer; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO seal_key (public_key, private_key, made_at) VALUES (${publicKey}, ${privateKey}, ${at}) RETURNING id`.execute(
    db,
  );
  return rows[0]!.id;
}

/** Every public key, in the order in which they came. */
export async function publicKeys(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ id: number; public_key: string }[]> {
  const { rows } = await sql<{
    id: number;
    public_key: string;
  }>`SELECT id, public_key FROM seal_key ORDER BY id`.execute(db);
  return rows;
}

/** The newest root of a project. */
export async function lastRoot(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ number: number; hash: Buffer } | null> {
  const { rows } = await sql<{ number: number; hash: Buffer }>`
    SELECT number, hash FROM project_seal WHERE project_id = ${projectId} ORDER BY number DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The newest seal of each of the points: where its chain stands. */
export async function chainsOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, { number: number; chain: Buffer }>> {
  const { rows } = await sql<{ point_id: number; number: number; chain: Buffer }>`
    SELECT k.id AS point_id, s.number, s.chain FROM unnest(${[...pointIds]}::int[]) AS k (id)
    CROSS JOIN LATERAL (SELECT number, chain FROM record_seal s WHERE s.point_id = k.id ORDER BY number DESC LIMIT 1) s`.execute(
    db,
  );
  return new Map(rows.map(({ point_id, number, chain }) => [point_id, { number, chain }]));
}

export async function isDaySealed(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  day: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM project_seal WHERE project_id = ${projectId} AND day = ${day}::date`.execute(
    db,
  );
  return rows.length > 0;
}

const moment = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs));

export async function insertSeals(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  root: SealedRoot & { previous: Uint8Array; hash: Uint8Array; signature: Uint8Array },
  records: readonly (SealedRecord & { chain: Buffer })[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO project_seal (project_id, number, day, from_at, to_at, made_at, leaves, root, previous, hash, key_id, signature)
    VALUES (${root.projectId}, ${root.number}, ${root.day}::date, ${moment(root.from)}, ${moment(root.to)}, ${new Date(root.madeAt)},
      ${root.leaves}, ${root.root}, ${root.previous}, ${root.hash}, ${root.keyId}, ${root.signature}) RETURNING id`.execute(
    transaction,
  );
  for (let first = 0; first < records.length; first += 1000) {
    await transaction
      .insertInto('record_seal')
      .values(
        records.slice(first, first + 1000).map((record) => ({
          point_id: record.pointId,
          number: record.number,
          seal_id: rows[0]!.id,
          day: record.day,
          from_at: new Date(record.from),
          to_at: new Date(record.to),
          revision: record.revision,
          reason: record.reason,
          samples: record.samples,
          bad: record.bad,
          sha: record.sha,
          chain: record.chain,
        })),
      )
      .execute();
  }
}

export interface DirtyDay {
  point_id: number;
  company_id: number;
  project_id: number;
  day: string;
  from_at: Date;
  to_at: Date;
  revision: number;
  sha: Buffer;
  reason: SealReason;
  /** As PostgreSQL wrote it, to the microsecond. */
  noted_at: string;
  profile: ComplianceProfileName | null;
  own: OwnProfile | null;
  low_limit: number | null;
  high_limit: number | null;
}

/** Sealed days to which something came, or of which something was changed, by project; a few at a time. */
export async function dirtyDays(_system: SystemTenant, db: DbOrTransaction, limit: number): Promise<DirtyDay[]> {
  const { rows } = await sql<DirtyDay>`
    SELECT d.point_id, project.company_id, p.project_id, s.day::text AS day, s.from_at, s.to_at, s.revision, s.sha, d.reason, d.noted_at,
      a.profile, ${ownProfileOf(system, 'a.profile_version_id')} AS own, a.low_limit, a.high_limit
    FROM (SELECT d.point_id, s.day, max(d.noted_at)::text AS noted_at,
            coalesce(max(d.reason) FILTER (WHERE d.reason <> 'late'), 'late') AS reason
          FROM seal_dirty d JOIN record_seal s ON s.point_id = d.point_id AND s.revision = 1
            AND s.from_at < to_timestamp((d.hour + 1) * 3600::float8) AND s.to_at > to_timestamp(d.hour * 3600::float8)
          GROUP BY 1, 2 LIMIT ${limit}) d
    JOIN LATERAL (SELECT * FROM record_seal s WHERE s.point_id = d.point_id AND s.day = d.day ORDER BY s.revision DESC LIMIT 1) s ON true
    JOIN point p ON p.id = d.point_id JOIN project ON project.id = p.project_id
    LEFT JOIN LATERAL (SELECT profile, profile_version_id, low_limit, high_limit FROM compliance_assignment a
      WHERE a.point_id = d.point_id AND a.since <= s.from_at AND (a.until IS NULL OR a.until >= s.to_at) ORDER BY a.id DESC LIMIT 1) a ON true
    ORDER BY p.project_id, d.point_id, s.from_at`.execute(db);
  return rows;
}

/** Deletes notes of hours that touch no sealed day, and of deleted points. */
export async function forgetUnsealed(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await sql`DELETE FROM seal_dirty d WHERE d.noted_at < ${before} AND (NOT EXISTS (SELECT FROM point p WHERE p.id = d.point_id)
    OR NOT EXISTS (SELECT FROM record_seal s WHERE s.point_id = d.point_id
      AND s.from_at < to_timestamp((d.hour + 1) * 3600::float8) AND s.to_at > to_timestamp(d.hour * 3600::float8)))`.execute(
    db,
  );
}

/** Deletes the notes of a day that was checked. Those made meanwhile stay. */
export async function forgetDirty(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { point_id, from_at, to_at, noted_at }: DirtyDay,
): Promise<void> {
  await sql`DELETE FROM seal_dirty WHERE point_id = ${point_id} AND noted_at <= ${noted_at}::timestamptz
    AND to_timestamp((hour + 1) * 3600::float8) > ${from_at} AND to_timestamp(hour * 3600::float8) < ${to_at}`.execute(
    transaction,
  );
}

/** Notes hours to which something came late, of points under a profile. */
export async function noteDirty(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  hours: readonly number[],
): Promise<void> {
  await sql`INSERT INTO seal_dirty (point_id, hour, reason, noted_at)
    SELECT k.id, k.hour, 'late', clock_timestamp() FROM unnest(${[...pointIds]}::int[], ${[...hours]}::int[]) AS k (id, hour)
    WHERE EXISTS (SELECT FROM compliance_assignment a WHERE a.point_id = k.id) ORDER BY k.id, k.hour
    ON CONFLICT (point_id, hour) DO UPDATE SET noted_at = excluded.noted_at`.execute(db);
}

export interface FoundOfPoint {
  readonly pointId: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly findings: readonly Finding[];
}

/** Keeps the findings of a day of points. Deletes unexplained ones that no longer occur. */
export async function keepFindings(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { projectId, day }: { projectId: number; day: string },
  found: readonly FoundOfPoint[],
): Promise<void> {
  await sql`DELETE FROM record_finding WHERE point_id = ANY(${found.map(({ pointId }) => pointId)}::int[]) AND day = ${day}::date
    AND explained_at IS NULL`.execute(transaction);
  const rows = found.flatMap(({ pointId, low, high, findings }) =>
    findings.map(({ kind, from, to, extreme, degreeMinutes }) => ({
      project_id: projectId,
      point_id: pointId,
      kind,
      day,
      from_at: new Date(from),
      to_at: new Date(to),
      low_limit: kind === 'excursion' ? low : null,
      high_limit: kind === 'excursion' ? high : null,
      extreme,
      degree_minutes: degreeMinutes,
    })),
  );
  for (let first = 0; first < rows.length; first += 1000)
    await transaction
      .insertInto('record_finding')
      .values(rows.slice(first, first + 1000))
      .onConflict((conflict) => conflict.columns(['point_id', 'kind', 'from_at']).doNothing())
      .execute();
}

/** Forgets every seal there is: of a seed that was cut off, which nobody has seen. */
export async function forgetAllSeals(_system: SystemTenant, db: DbOrTransaction): Promise<void> {
  await sql`TRUNCATE project_seal, record_seal, seal_check, seal_dirty, seal_key RESTART IDENTITY`.execute(db);
}
