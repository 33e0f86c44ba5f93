import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, opensEverything } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { companyWide } from '../mayGive.ts';
import type { StorageSpace } from '../roles/store.ts';
import { inOneOf } from './memberConditions.ts';
import { textCondition } from './memberText.store.ts';

export interface Member {
  user_id: number;
  account: string;
  nickname: string;
  /** Their name in this company, else their nickname. */
  name: string;
  avatar: string | null;
  mobile: string | null;
  email: string | null;
  department: string | null;
  external: boolean;
  /** This company made the account, and it belongs to it alone. */
  of_company: boolean;
  active: boolean;
  created_at: Date;
  storage_space: StorageSpace;
  project_count: number;
}

/** Whose members are looked at: all of the company, or only those of these projects. */
export type WhichMembers = 'all' | { readonly inProjects: readonly number[] };

export interface MemberFilter {
  readonly which: WhichMembers;
  /** The text is looked for in names alone, not in accounts, numbers and addresses. */
  readonly nameAlone?: boolean;
  readonly userIds?: readonly number[];
  /** Only members with an entry in one of these. */
  readonly projectIds?: readonly number[] | undefined;
  /** Without those who have an entry in this project. */
  readonly notInProject?: number | undefined;
  readonly external?: boolean;
  /** In no project. */
  readonly unassigned?: boolean;
  readonly active?: boolean | undefined;
  /** Part of name, username, phone or e-mail. */
  readonly text?: string | undefined;
  readonly companyRoleId?: number | undefined;
  readonly projectRoleId?: number | undefined;
}

export type MemberOrder = 'name' | 'account' | 'department' | 'joined';

const hasEntry = (tenant: CompanyTenant, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM role_entry e WHERE e.user_id = m.user_id AND e.company_id = ${tenant.companyId} AND ${condition})`;

/** Entries of projects that were not deleted: those come back when the project is restored. Asked once a query, not once a row. */
export const liveProject = (tenant: CompanyTenant): RawBuilder<boolean> =>
  sql<boolean>`e.project_id NOT IN (SELECT p.id FROM project p WHERE p.company_id = ${tenant.companyId} AND p.deleted_at IS NOT NULL)`;

function conditionOf(tenant: CompanyTenant, filter: MemberFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`m.company_id = ${tenant.companyId}`];
  if (filter.which !== 'all') {
    parts.push(hasEntry(tenant, inOneOf(filter.which.inProjects)));
  }
  if (filter.userIds) parts.push(sql`m.user_id = ANY(${[...filter.userIds]}::int[])`);
  if (filter.projectIds) parts.push(hasEntry(tenant, inOneOf(filter.projectIds)));
  if (filter.notInProject !== undefined) parts.push(sql`NOT ${hasEntry(tenant, inOneOf([filter.notInProject]))}`);
  if (filter.external) parts.push(sql`m.external`);
  if (filter.unassigned) {
    const inAll = sql`e.project_id = ${companyWide} AND EXISTS (SELECT 1 FROM role_permission r WHERE r.role_id = e.role_id
      AND NOT r.half_selected AND r.permission_id = ANY(${[...opensEverything]}::int[]))`;
    parts.push(sql`NOT ${hasEntry(tenant, sql`((e.project_id > 0 AND ${liveProject(tenant)}) OR ${inAll})`)}`);
  }
  if (filter.active !== undefined) parts.push(sql`m.active = ${filter.active}`);
  if (filter.companyRoleId !== undefined) {
    parts.push(hasEntry(tenant, sql`e.role_id = ${filter.companyRoleId} AND e.project_id = -1`));
  }
  if (filter.projectRoleId !== undefined) {
    const where = filter.projectIds ? inOneOf(filter.projectIds) : sql`e.project_id > 0 AND ${liveProject(tenant)}`;
    parts.push(hasEntry(tenant, sql`e.role_id = ${filter.projectRoleId} AND ${where}`));
  }
  if (filter.text !== undefined) parts.push(textCondition(tenant, filter.text, filter.nameAlone));
  return sql<boolean>`${sql.join(parts, sql` AND `)}`;
}

const orders: Record<MemberOrder, RawBuilder<unknown>> = {
  name: sql`m.real_name`,
  account: sql`lower(u.account)`,
  department: sql`m.department`,
  joined: sql`m.created_at`,
};

const memberColumns = (tenant: CompanyTenant, which: WhichMembers): RawBuilder<unknown> =>
  sql`m.user_id, u.account, u.nickname, coalesce(m.real_name, u.nickname) AS name, u.avatar, u.mobile, u.email,
    m.department, m.external, m.active, m.created_at, m.storage_space,
    u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int AS of_company,
    (SELECT count(DISTINCT e.project_id) FROM role_entry e
      WHERE e.user_id = m.user_id AND e.company_id = ${tenant.companyId} AND e.project_id > 0 AND ${liveProject(tenant)}
        ${which === 'all' ? sql`` : sql`AND ${inOneOf(which.inProjects)}`}) AS project_count`;

/** A page of members and how many there are. Those without a value to sort by come last. */
export async function pageMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  filter: MemberFilter,
  page: { orderBy: MemberOrder; ascending: boolean; limit: number; offset: number },
): Promise<{ rows: Member[]; count: number }> {
  const condition = conditionOf(tenant, filter);
  const direction = page.ascending ? sql`ASC` : sql`DESC NULLS LAST`;
  const tie = page.ascending ? sql`ASC` : sql`DESC`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Member>`
      SELECT ${memberColumns(tenant, filter.which)} FROM (
        SELECT m.* FROM membership m ${page.orderBy === 'account' ? sql`JOIN app_user u ON u.id = m.user_id` : sql``}
        WHERE ${condition} ORDER BY ${orders[page.orderBy]} ${direction}, m.user_id ${tie}
        LIMIT ${page.limit} OFFSET ${page.offset}) m
      JOIN app_user u ON u.id = m.user_id
      ORDER BY ${orders[page.orderBy]} ${direction}, m.user_id ${tie}`.execute(db),
    sql<{ count: number }>`
      SELECT count(*) FROM membership m WHERE ${condition}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** Those of these users who are members, inactive ones too. */
export async function findMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  which: WhichMembers = 'all',
): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT ${memberColumns(tenant, which)} FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE ${conditionOf(tenant, { which, userIds: [...new Set(userIds)] })} ORDER BY m.user_id`.execute(db);
  return rows;
}

/** Takes memberships away, with every role and limit that hung on them. The accounts stay. */
export async function deleteMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<void> {
  const users = [...userIds];
  await sql`DELETE FROM role_entry WHERE company_id = ${tenant.companyId} AND user_id = ANY(${users}::int[])`.execute(
    db,
  );
  await sql`DELETE FROM member_device WHERE user_id = ANY(${users}::int[])
    AND project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})`.execute(db);
  await sql`DELETE FROM member_scope WHERE user_id = ANY(${users}::int[])
    AND project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})`.execute(db);
  await sql`DELETE FROM membership WHERE company_id = ${tenant.companyId} AND user_id = ANY(${users}::int[])`.execute(
    db,
  );
}

/**
 * Forgets what members were limited to in projects that they open no more. Members whom a company role lets into every
 * project keep their limit: it still stands between them and the rest of it.
 */
export async function dropLimitsWithoutEntry(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<void> {
  const gone = (table: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    ${table}.user_id = ANY(${[...userIds]}::int[])
    AND ${table}.project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})
    AND NOT EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = ${table}.user_id AND o.project_id = ${table}.project_id)`;
  await sql`DELETE FROM member_device WHERE ${gone(sql`member_device`)}`.execute(db);
  await sql`DELETE FROM member_scope WHERE ${gone(sql`member_scope`)}`.execute(db);
}

export async function updateMember(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  change: { name?: string; department?: string; storageSpace?: StorageSpace },
): Promise<void> {
  await db
    .updateTable('membership')
    .set({
      ...(change.name === undefined ? {} : { real_name: change.name }),
      ...(change.department === undefined ? {} : { department: change.department }),
      ...(change.storageSpace === undefined ? {} : { storage_space: JSON.stringify(change.storageSpace) }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', userId)
    .execute();
}

/** @returns who was not so before */
export async function setActive(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  active: boolean,
): Promise<number[]> {
  const rows = await db
    .updateTable('membership')
    .set({ active })
    .where('company_id', '=', tenant.companyId)
    .where('user_id', 'in', [...userIds])
    .where('active', '<>', active)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export interface NewMembership {
  readonly userId: number;
  readonly name: string;
  readonly department: string | null;
  readonly external: boolean;
  readonly storageSpace: StorageSpace;
}

/** Memberships of users who have none here. */
export async function insertMemberships(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  members: readonly NewMembership[],
): Promise<void> {
  if (members.length === 0) return;
  await sql`
    INSERT INTO membership (company_id, user_id, real_name, department, external, storage_space)
    SELECT ${tenant.companyId}, u, n, d, x, s::jsonb
    FROM unnest(${members.map(({ userId }) => userId)}::int[], ${members.map(({ name }) => name)}::text[],
                ${members.map(({ department }) => department)}::text[], ${members.map(({ external }) => external)}::bool[],
                ${members.map(({ storageSpace }) => JSON.stringify(storageSpace))}::text[]) AS given(u, n, d, x, s)`.execute(
    db,
  );
}

/** A place and every project in it, when it is the company's; null: it is not, or is no place for projects. */
export async function projectsBelow(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  subareaId: number,
): Promise<number[] | null> {
  const { rows } = await sql<{ id: number; kind: string }>`
    WITH RECURSIVE below AS (
      SELECT id, kind FROM subarea WHERE id = ${subareaId} AND company_id = ${tenant.companyId} AND deleted_at IS NULL AND kind <> 'area'
      UNION ALL
      SELECT s.id, s.kind FROM subarea s JOIN below b ON s.parent_id = b.id AND b.kind = 'partition'
      WHERE s.deleted_at IS NULL AND s.kind <> 'area')
    SELECT id, kind FROM below`.execute(db);
  if (rows.length === 0) return null;
  return rows.filter(({ kind }) => kind === 'project').map(({ id }) => id);
}

/** What projects are called, by id: those of the company that were not deleted. */
export async function projectNames(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, { name: string; nameEn: string | null }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string; nameEn: string | null }>`
    SELECT s.id, s.name, s.name_en AS "nameEn" FROM subarea s
    WHERE s.company_id = ${tenant.companyId} AND s.kind = 'project' AND s.deleted_at IS NULL
      AND s.id = ANY(${[...new Set(ids)]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name, nameEn }) => [id, { name, nameEn }]));
}
