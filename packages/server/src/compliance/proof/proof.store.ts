import type { ComplianceProfileName, SealReason } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inWholeProjects, system, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { OwnProfile } from '../ownProfiles/figuresOf.ts';
import { ownProfileOf } from '../ownProfiles/ownProfileOf.store.ts';

/** Only callers who see a whole project read its proof. */
export const wholeProject = (tenant: Tenant, column: string): RawBuilder<boolean> => inWholeProjects(tenant, column);

/** What a point is called, also one that is gone. @param id a column */
export const namesOfPoint = (_tenant: Tenant, id: string): RawBuilder<unknown> => sql`
  LEFT JOIN LATERAL (SELECT coalesce(p.name, h.name, '') AS point_name, p.name_en AS point_name_en, coalesce(p.unit, '') AS unit,
      coalesce(p.decimals, 1) AS decimals, coalesce(d.name, '') AS device_name, d.name_en AS device_name_en
    FROM (SELECT 1) one LEFT JOIN point p ON p.id = ${sql.ref(id)} LEFT JOIN deleted_point_name h ON h.point_id = ${sql.ref(id)}
    LEFT JOIN LATERAL (SELECT d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id ORDER BY d.id LIMIT 1) d ON true) names ON true`;

export interface PointNames {
  point_name: string;
  point_name_en: string | null;
  unit: string;
  decimals: number;
  device_name: string;
  device_name_en: string | null;
}

export interface SealRow {
  id: number;
  number: number;
  day: string | null;
  made_at: Date;
  leaves: number;
  empty: number;
  samples: number;
  root: Buffer;
  hash: Buffer;
  key_id: number;
  revisions: { name: string; name_en: string | null; day: string; revision: number; reason: SealReason }[];
}

/** Roots of a project, newest first. */
export async function pageSeals(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: SealRow[]; total: number }> {
  const where = sql`k.project_id = ${projectId} AND ${wholeProject(tenant, 'k.project_id')}`;
  const { rows } = await sql<SealRow>`
    SELECT k.id, k.number, k.day::text AS day, k.made_at, k.leaves, s.empty, s.samples, k.root, k.hash, k.key_id,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', names.point_name, 'name_en', names.point_name_en, 'day', s.day,
          'revision', s.revision, 'reason', s.reason) ORDER BY s.day, s.point_id)
        FROM (SELECT * FROM record_seal s WHERE s.seal_id = k.id AND s.revision > 1 ORDER BY s.day, s.point_id LIMIT 50) s
        ${namesOfPoint(system, 's.point_id')}), '[]') AS revisions
    FROM (SELECT * FROM project_seal k WHERE ${where} ORDER BY k.number DESC OFFSET ${offset} LIMIT ${limit}) k
    CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE samples = 0)::int AS empty, coalesce(sum(samples), 0)::float8 AS samples
      FROM record_seal s WHERE s.seal_id = k.id) s
    ORDER BY k.number DESC`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM project_seal k WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

export interface RecordRow {
  point_id: number;
  number: number;
  seal_number: number;
  day: string;
  from_at: Date;
  to_at: Date;
  revision: number;
  reason: SealReason;
  samples: number;
  bad: number;
  sha: Buffer;
  chain: Buffer;
  /** Of the seal before; null: it is the first, or that one is gone. */
  previous: Buffer | null;
}

/** Seals of days of a project, in the order of each point's chain; `pointIds`: of these alone. */
export async function recordsOfDays(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  { from, until }: { from: string; until: string },
  pointIds: readonly number[] | null = null,
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT s.point_id, s.number, k.number AS seal_number, s.day::text AS day, s.from_at, s.to_at, s.revision, s.reason, s.samples, s.bad,
      s.sha, s.chain, b.chain AS previous
    FROM project_seal k JOIN record_seal s ON s.seal_id = k.id
    LEFT JOIN record_seal b ON b.point_id = s.point_id AND b.number = s.number - 1
    WHERE k.project_id = ${projectId} AND s.day BETWEEN ${from}::date AND ${until}::date
      AND ${pointIds === null ? sql`true` : sql`s.point_id = ANY(${[...pointIds]}::int[])`}
    ORDER BY s.point_id, s.number`.execute(db);
  return rows;
}

/** How many days of points were sealed of a range. */
export async function countRecords(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  { from, until }: { from: string; until: string },
): Promise<{ days: number; samples: number }> {
  const { rows } = await sql<{ days: number; samples: number }>`
    SELECT count(*)::int AS days, coalesce(sum(s.samples), 0)::float8 AS samples
    FROM project_seal k JOIN record_seal s ON s.seal_id = k.id
    WHERE k.project_id = ${projectId} AND s.day BETWEEN ${from}::date AND ${until}::date`.execute(db);
  return rows[0]!;
}

export interface RootRow {
  number: number;
  day: string | null;
  from_at: Date | null;
  to_at: Date | null;
  made_at: Date;
  leaves: number;
  root: Buffer;
  previous: Buffer;
  hash: Buffer;
  key_id: number;
  signature: Buffer;
  /** Hash of the root before; null: there is none. */
  before: Buffer | null;
  /** Of every chain under it, by point and number. */
  chains: Buffer[];
}

/** Roots of a project from one number to another. */
export const rootsBetween = (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  first: number,
  last: number,
): Promise<RootRow[]> => rootsWhere(tenant, db, projectId, sql`k.number BETWEEN ${first} AND ${last}`);

/** Those of the roots of a project that have one of these numbers. */
export const rootsNumbered = (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  numbers: readonly number[],
): Promise<RootRow[]> => rootsWhere(tenant, db, projectId, sql`k.number = ANY(${[...numbers]}::int[])`);

async function rootsWhere(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  which: RawBuilder<unknown>,
): Promise<RootRow[]> {
  const { rows } = await sql<Omit<RootRow, 'chains'> & { chains: string[] }>`
    SELECT k.number, k.day::text AS day, k.from_at, k.to_at, k.made_at, k.leaves, k.root, k.previous, k.hash, k.key_id, k.signature,
      b.hash AS before,
      to_jsonb(ARRAY(SELECT encode(s.chain, 'hex') FROM record_seal s WHERE s.seal_id = k.id ORDER BY s.point_id, s.number)) AS chains
    FROM project_seal k LEFT JOIN project_seal b ON b.project_id = k.project_id AND b.number = k.number - 1
    WHERE k.project_id = ${projectId} AND ${which} ORDER BY k.number`.execute(db);
  return rows.map((row) => ({ ...row, chains: row.chains.map((chain) => Buffer.from(chain, 'hex')) }));
}

/** Days of points with late readings, which explain a difference. */
export async function waitingDays(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<{ point_id: number; day: string }[]> {
  const { rows } = await sql<{ point_id: number; day: string }>`
    SELECT DISTINCT d.point_id, s.day::text AS day FROM seal_dirty d JOIN record_seal s ON s.point_id = d.point_id AND s.revision = 1
      AND s.from_at < to_timestamp((d.hour + 1) * 3600::float8) AND s.to_at > to_timestamp(d.hour * 3600::float8)
    WHERE d.point_id = ANY(${[...pointIds]}::int[])`.execute(db);
  return rows;
}

/** For how long a project keeps its history at least, days; null: for ever. */
export async function keptDaysOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ kept_days: number | null; industry: number } | null> {
  const { rows } = await sql<{ kept_days: number | null; industry: number }>`
    SELECT r.kept_days, p.industry FROM project p LEFT JOIN kept_history r ON r.project_id = p.id WHERE p.id = ${projectId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface AssignedRow {
  point_id: number;
  profile: ComplianceProfileName;
  own: OwnProfile | null;
  low_limit: number | null;
  high_limit: number | null;
  since: Date;
  until: Date | null;
}

/** Points of a project that were under a profile, under which version of it, and from when to when. */
export async function assignedOf(_tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<AssignedRow[]> {
  const { rows } = await sql<AssignedRow>`
    SELECT a.point_id, a.profile, ${ownProfileOf(system, 'a.profile_version_id')} AS own, a.low_limit, a.high_limit, a.since, a.until FROM compliance_assignment a JOIN point p ON p.id = a.point_id
    WHERE p.project_id = ${projectId} ORDER BY a.point_id, a.since`.execute(db);
  return rows;
}

export async function namesOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, PointNames>> {
  const { rows } = await sql<PointNames & { point_id: number }>`
    SELECT k.point_id, names.* FROM unnest(${[...pointIds]}::int[]) AS k (point_id) ${namesOfPoint(system, 'k.point_id')}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.point_id, row]));
}

export interface ProjectFacts {
  id: number;
  name: string;
  name_en: string | null;
  company_id: number;
  company_name: string;
  time_zone: string;
}

/** What a file says of the project that it is about. */
export async function projectFacts(_tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<ProjectFacts> {
  const { rows } = await sql<ProjectFacts>`
    SELECT p.id, pl.name, pl.name_en, p.company_id, c.name AS company_name, p.time_zone
    FROM project p JOIN place_name pl ON pl.place_id = p.id JOIN company c ON c.id = p.company_id WHERE p.id = ${projectId}`.execute(
    db,
  );
  return rows[0]!;
}
