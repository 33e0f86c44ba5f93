import type { ComplianceProfileName } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { wholeProject } from '../proof/proof.store.ts';
import type { OwnProfile } from './figuresOf.ts';
import { figuresInJson } from './ownProfileOf.store.ts';

export type ProfileFigures = Omit<OwnProfile, 'profileId' | 'name' | 'version'>;

export interface OwnProfileRow {
  id: number;
  name: string;
  based_on: ComplianceProfileName;
  points: number;
  versions: (ProfileFigures & { id: number; version: number; savedAt: number; savedBy: string | null })[];
}

/** Profiles of the tenant's company that are not deleted, by name. */
export async function ownProfiles(tenant: UserTenant, db: DbOrTransaction): Promise<OwnProfileRow[]> {
  const { rows } = await sql<OwnProfileRow>`
    SELECT f.id, f.name, f.based_on,
      (SELECT count(*)::int FROM compliance_assignment a JOIN compliance_profile_version v ON v.id = a.profile_version_id
        JOIN point p ON p.id = a.point_id
        WHERE v.profile_id = f.id AND a.until IS NULL AND ${wholeProject(tenant, 'p.project_id')}) AS points,
      (SELECT jsonb_agg(jsonb_build_object('id', v.id, 'version', v.version, ${figuresInJson},
          'savedAt', floor(extract(epoch FROM v.saved_at) * 1000), 'savedBy', saver.name) ORDER BY v.version DESC)
        FROM compliance_profile_version v LEFT JOIN person saver ON saver.user_id = v.saved_by WHERE v.profile_id = f.id) AS versions
    FROM compliance_profile f WHERE f.company_id = ${tenant.companyId} AND f.deleted_at IS NULL
    ORDER BY lower(f.name), f.id`.execute(db);
  return rows;
}

/** Those of the profiles that belong to the tenant's company, locked until the transaction ends: no point comes under them. */
export async function lockOwnProfiles(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<OwnProfileRow[]> {
  await sql`SELECT id FROM compliance_profile WHERE id = ANY(${[...ids]}::int[]) AND company_id = ${tenant.companyId}
    ORDER BY id FOR UPDATE`.execute(transaction);
  return (await ownProfiles(tenant, transaction)).filter(({ id }) => ids.includes(id));
}

/** Names of profiles of a company are given one call after the other until the transaction ends. */
async function lockNames(_tenant: Tenant, transaction: DbOrTransaction, companyId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870783, ${companyId})`.execute(transaction);
}

/** @returns its id; null: there is one of this name */
export async function insertOwnProfile(
  tenant: Tenant,
  transaction: DbOrTransaction,
  profile: { companyId: number; name: string; basedOn: ComplianceProfileName; by: number | null; at: Date },
): Promise<number | null> {
  await lockNames(tenant, transaction, profile.companyId);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO compliance_profile (company_id, name, based_on, created_at, created_by)
    VALUES (${profile.companyId}, ${profile.name}, ${profile.basedOn}, ${profile.at}, ${profile.by})
    ON CONFLICT DO NOTHING RETURNING id`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** @returns the id of the version */
export async function insertProfileVersion(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  profileId: number,
  version: ProfileFigures & { version: number; by: number | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO compliance_profile_version (profile_id, version, sample_seconds, gap_minutes, excursion_minutes, max_error,
      answer_minutes, keep_years, saved_at, saved_by)
    VALUES (${profileId}, ${version.version}, ${version.sampleSeconds}, ${version.gapMinutes}, ${version.excursionMinutes},
      ${version.maxError}, ${version.answerMinutes}, ${version.keepYears}, ${version.at}, ${version.by}) RETURNING id`.execute(
    transaction,
  );
  return rows[0]!.id;
}

/** @returns whether the name was free */
export async function renameOwnProfile(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  name: string,
): Promise<boolean> {
  await lockNames(tenant, transaction, tenant.companyId);
  const { rows } =
    await sql`SELECT 1 FROM compliance_profile WHERE company_id = ${tenant.companyId} AND deleted_at IS NULL
    AND lower(name) = lower(${name}) AND id <> ${id}`.execute(transaction);
  if (rows.length > 0) return false;
  await sql`UPDATE compliance_profile SET name = ${name} WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(
    transaction,
  );
  return true;
}

export async function deleteOwnProfiles(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await sql`UPDATE compliance_profile SET deleted_at = ${at}
    WHERE id = ANY(${[...ids]}::int[]) AND company_id = ${tenant.companyId}`.execute(transaction);
}

export interface AssignedVersion {
  id: number;
  project_id: number;
  time_zone: string;
  point_id: number;
  profile: ComplianceProfileName;
  low_limit: number | null;
  high_limit: number | null;
  since: Date;
}

/**
 * Points under a profile, in every project of its company, locked until the transaction ends. Those of deleted projects and of
 * projects that went to another company keep the version they have.
 */
export async function lockAssignmentsOfProfile(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  profileId: number,
): Promise<AssignedVersion[]> {
  const { rows } = await sql<AssignedVersion>`
    SELECT a.id, p.project_id, project.time_zone, a.point_id, a.profile, a.low_limit, a.high_limit, a.since
    FROM compliance_assignment a JOIN compliance_profile_version v ON v.id = a.profile_version_id AND v.profile_id = ${profileId}
    JOIN compliance_profile owner ON owner.id = v.profile_id
    JOIN point p ON p.id = a.point_id
    JOIN project ON project.id = p.project_id AND project.company_id = owner.company_id AND project.deleted_at IS NULL
    WHERE a.until IS NULL ORDER BY a.id FOR UPDATE OF a`.execute(transaction);
  return rows;
}
