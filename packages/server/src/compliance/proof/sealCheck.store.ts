import type { ProofProblem } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { wholeProject } from './proof.store.ts';

export interface ProjectToCheck {
  project_id: number;
  company_id: number;
  time_zone: string;
}

/** Projects that have sealed days. */
export async function projectsToCheck(_system: SystemTenant, db: DbOrTransaction): Promise<ProjectToCheck[]> {
  const { rows } = await sql<ProjectToCheck>`
    SELECT p.id AS project_id, p.company_id, p.time_zone FROM project p
    WHERE p.deleted_at IS NULL AND EXISTS (SELECT FROM project_seal k WHERE k.project_id = p.id AND k.day IS NOT NULL)
    ORDER BY p.id`.execute(db);
  return rows;
}

/**
 * Days that a night verifies: the newest, those that did not match, and of the others the share that waited longest, so that `nights`
 * nights come to all of them. What has waited longer than `dueBefore` is made up for at once.
 */
export async function daysToCheck(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  { newest, nights, dueBefore }: { newest: number; nights: number; dueBefore: Date },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    WITH sealed AS (
      SELECT k.day, c.checked_at, c.broken_since, row_number() OVER (ORDER BY k.day DESC) <= ${newest} AS is_new,
        row_number() OVER (ORDER BY c.checked_at NULLS FIRST, k.day) AS place, count(*) OVER () AS days
      FROM project_seal k LEFT JOIN seal_check c ON c.project_id = k.project_id AND c.day = k.day
      WHERE k.project_id = ${projectId} AND k.day IS NOT NULL)
    SELECT day::text AS day FROM sealed
    WHERE is_new OR broken_since IS NOT NULL OR checked_at < ${dueBefore} OR place <= ceil(days / ${nights}::float8)
    ORDER BY day`.execute(db);
  return rows.map(({ day }) => day);
}

/** A problem as it is kept. */
export interface KeptProblem {
  problem: ProofProblem;
  pointId: number | null;
  number: number | null;
}

export interface SealCheck {
  projectId: number;
  day: string;
  at: Date;
  points: number;
  matches: number;
  samples: number;
  problems: readonly KeptProblem[];
  problemCount: number;
  isBroken: boolean;
}

export async function keepSealCheck(_system: SystemTenant, db: DbOrTransaction, check: SealCheck): Promise<void> {
  const broken = check.isBroken ? check.at : null;
  await sql`
    INSERT INTO seal_check AS c (project_id, day, checked_at, points, matches, samples, problems, problem_count, broken_since)
    VALUES (${check.projectId}, ${check.day}::date, ${check.at}, ${check.points}, ${check.matches}, ${check.samples},
      ${JSON.stringify(check.problems)}::jsonb, ${check.problemCount}, ${broken})
    ON CONFLICT (project_id, day) DO UPDATE SET checked_at = excluded.checked_at, points = excluded.points, matches = excluded.matches,
      samples = excluded.samples, problems = excluded.problems, problem_count = excluded.problem_count,
      broken_since = CASE WHEN excluded.broken_since IS NOT NULL THEN coalesce(c.broken_since, excluded.broken_since) END`.execute(
    db,
  );
}

export interface SealCheckState {
  sealed_days: number;
  checked_days: number;
  /** Since `since`. */
  recent_days: number;
  last_at: Date | null;
  /** Of the day that waited longest. */
  oldest_at: Date | null;
  broken_days: number;
  broken: { day: string; checked_at: number; since: number; problems: KeptProblem[]; problem_count: number }[];
}

/** What the verifications of a project say now; the newest 50 days that do not match. */
export async function sealCheckState(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  since: Date,
): Promise<SealCheckState> {
  const { rows } = await sql<SealCheckState>`
    SELECT count(*)::int AS sealed_days, count(c.day)::int AS checked_days, count(*) FILTER (WHERE c.checked_at >= ${since})::int AS recent_days,
      max(c.checked_at) AS last_at, min(c.checked_at) AS oldest_at, count(c.broken_since)::int AS broken_days,
      coalesce((SELECT jsonb_agg(jsonb_build_object('day', b.day, 'checked_at', floor(extract(epoch FROM b.checked_at) * 1000),
          'since', floor(extract(epoch FROM b.broken_since) * 1000), 'problems', b.problems, 'problem_count', b.problem_count) ORDER BY b.day DESC)
        FROM (SELECT * FROM seal_check b WHERE b.project_id = ${projectId} AND b.broken_since IS NOT NULL ORDER BY b.day DESC LIMIT 50) b), '[]') AS broken
    FROM project_seal k LEFT JOIN seal_check c ON c.project_id = k.project_id AND c.day = k.day
    WHERE k.project_id = ${projectId} AND k.day IS NOT NULL AND ${wholeProject(tenant, 'k.project_id')}`.execute(db);
  return rows[0]!;
}
