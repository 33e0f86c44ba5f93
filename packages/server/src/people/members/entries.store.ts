import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { inOneOf } from './memberConditions.store.ts';
import { liveProject, type WhichMembers } from './store.ts';

export interface Entry {
  id: number;
  user_id: number;
  role_id: number;
  role_name: string;
  role_name_en: string | null;
  /** -1: company-wide. */
  project_id: number;
  project_name: string;
  project_name_en: string | null;
}

/**
 * The roles of members: company-wide ones by name, then those in projects.
 *
 * @param perMember at most so many projects' entries of each member; null: all, by name of the project
 * @param first entries in these come before others
 */
export async function entriesOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  {
    which,
    perMember,
    first = [],
  }: { which: WhichMembers; perMember: number | null; first?: readonly number[] | undefined },
): Promise<Entry[]> {
  const comesFirst = sql`(e.project_id = ANY(${[...first]}::int[])) DESC`;
  const { rows } = await sql<Entry>`
    SELECT e.id, e.user_id, e.role_id, r.name AS role_name, r.name_en AS role_name_en, e.project_id,
           coalesce(s.name, '') AS project_name, s.name_en AS project_name_en
    FROM unnest(${[...userIds]}::int[]) AS asked(user_id) CROSS JOIN LATERAL (
      (SELECT e.* FROM role_entry e
        WHERE e.user_id = asked.user_id AND e.company_id = ${tenant.companyId} AND e.project_id = -1)
      UNION ALL
      (SELECT e.* FROM role_entry e
        WHERE e.user_id = asked.user_id AND e.company_id = ${tenant.companyId} AND e.project_id > 0 AND ${liveProject(tenant)}
          ${which === 'all' ? sql`` : sql`AND ${inOneOf(which.inProjects)}`}
        ${perMember === null ? sql`` : sql`ORDER BY ${comesFirst}, e.id LIMIT ${perMember}`})) e
    JOIN role r ON r.id = e.role_id
    LEFT JOIN subarea s ON s.id = e.project_id
    ORDER BY e.user_id, (e.project_id = -1) DESC, ${comesFirst}, s.name, r.name, e.id`.execute(db);
  return rows;
}

/** A role that a member holds, with everything that it grants, and where. */
export interface HeldRole {
  user_id: number;
  role_id: number;
  permission_ids: number[];
  project_ids: number[];
}

/** What members hold, to compare with what the caller may do. */
export async function rolesHeldBy(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    SELECT e.user_id, e.role_id, array_agg(e.project_id) AS project_ids,
           ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = e.role_id AND NOT half_selected) AS permission_ids
    FROM role_entry e
    WHERE e.company_id = ${tenant.companyId} AND e.user_id = ANY(${[...userIds]}::int[]) AND (e.project_id = -1 OR ${liveProject(tenant)})
    GROUP BY e.user_id, e.role_id`.execute(db);
  return rows;
}

/** Entries by their numbers, with what their role grants. */
export async function entriesById(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<{ id: number; user_id: number; role_id: number; project_id: number; permission_ids: number[] }[]> {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    role_id: number;
    project_id: number;
    permission_ids: number[];
  }>`
    SELECT e.id, e.user_id, e.role_id, e.project_id,
           ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = e.role_id AND NOT half_selected) AS permission_ids
    FROM role_entry e WHERE e.company_id = ${tenant.companyId} AND e.id = ANY(${[...ids]}::int[])`.execute(db);
  return rows;
}

export interface NewEntry {
  readonly userId: number;
  readonly roleId: number;
  readonly projectId: number;
}

/** @returns those that were not there before */
export async function insertEntries(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  entries: readonly NewEntry[],
): Promise<NewEntry[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<NewEntry>`
    INSERT INTO role_entry (user_id, role_id, company_id, project_id)
    SELECT u, r, ${tenant.companyId}, p
    FROM unnest(${entries.map(({ userId }) => userId)}::int[], ${entries.map(({ roleId }) => roleId)}::int[],
                ${entries.map(({ projectId }) => projectId)}::int[]) AS given(u, r, p)
    ON CONFLICT DO NOTHING
    RETURNING user_id AS "userId", role_id AS "roleId", project_id AS "projectId"`.execute(db);
  return rows;
}

/** Those of these users who have an entry in a project. */
export async function membersWithEntry(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM role_entry
    WHERE company_id = ${tenant.companyId} AND project_id = ${projectId} AND user_id = ANY(${[...userIds]}::int[])`.execute(
    db,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Which of these users may open which of these projects of the company. */
export async function membersInside(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { projectIds, userIds }: { readonly projectIds: readonly number[]; readonly userIds: readonly number[] },
): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ project_id: number; user_ids: number[] }>`
    SELECT p.id AS project_id, array_agg(DISTINCT o.user_id) AS user_ids
    FROM project p JOIN opens_project o ON o.project_id = p.id
    WHERE p.company_id = ${tenant.companyId} AND p.id = ANY(${[...projectIds]}::int[]) AND o.user_id = ANY(${[...userIds]}::int[])
    GROUP BY p.id`.execute(db);
  return new Map(rows.map(({ project_id, user_ids }) => [project_id, new Set(user_ids)]));
}

/** Numbers of the entries that these users have in a project. */
export async function entryIdsIn(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM role_entry
    WHERE company_id = ${tenant.companyId} AND project_id = ${projectId} AND user_id = ANY(${[...userIds]}::int[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function deleteEntries(tenant: CompanyTenant, db: DbOrTransaction, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM role_entry WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[])`.execute(db);
}
