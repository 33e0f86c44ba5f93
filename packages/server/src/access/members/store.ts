import { type RawBuilder, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { StorageSpace } from '../roles/store.ts';
import type { CompanyTenant } from '../tenant.ts';

export interface Member {
  user_id: number;
  account: string;
  nickname: string;
  /** His name in this company, else his nickname. */
  name: string;
  avatar: string | null;
  mobile: string | null;
  email: string | null;
  department: string | null;
  external: boolean;
  active: boolean;
  created_at: Date;
  storage_space: StorageSpace;
  project_count: number;
}

/** Whose members are looked at: all of the company, or only those of these projects. */
export type WhichMembers = 'all' | { readonly inProjects: readonly number[] };

export interface MemberFilter {
  readonly which: WhichMembers;
  readonly userIds?: readonly number[];
  /** Only members with an entry in one of these. */
  readonly projectIds?: readonly number[] | undefined;
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

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const hasEntry = (tenant: CompanyTenant, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM role_entry e WHERE e.user_id = m.user_id AND e.company_id = ${tenant.companyId} AND ${condition})`;

/** Entries of projects that were not deleted: those come back when the project is restored. Asked once a query, not once a row. */
const liveProject = (tenant: CompanyTenant): RawBuilder<boolean> =>
  sql<boolean>`e.project_id NOT IN (SELECT p.id FROM project p WHERE p.company_id = ${tenant.companyId} AND p.deleted_at IS NOT NULL)`;

/** An entry in one of these. */
const inOneOf = (projectIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`e.project_id = ANY(${[...projectIds]}::int[])`;

function conditionOf(tenant: CompanyTenant, filter: MemberFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`m.company_id = ${tenant.companyId}`];
  if (filter.which !== 'all') {
    parts.push(hasEntry(tenant, inOneOf(filter.which.inProjects)));
  }
  if (filter.userIds) parts.push(sql`m.user_id = ANY(${[...filter.userIds]}::int[])`);
  if (filter.projectIds) parts.push(hasEntry(tenant, inOneOf(filter.projectIds)));
  if (filter.external) parts.push(sql`m.external`);
  if (filter.unassigned) parts.push(sql`NOT ${hasEntry(tenant, sql`e.project_id > 0 AND ${liveProject(tenant)}`)}`);
  if (filter.active !== undefined) parts.push(sql`m.active = ${filter.active}`);
  if (filter.companyRoleId !== undefined) {
    parts.push(hasEntry(tenant, sql`e.role_id = ${filter.companyRoleId} AND e.project_id = -1`));
  }
  if (filter.projectRoleId !== undefined) {
    const where = filter.projectIds ? inOneOf(filter.projectIds) : sql`e.project_id > 0 AND ${liveProject(tenant)}`;
    parts.push(hasEntry(tenant, sql`e.role_id = ${filter.projectRoleId} AND ${where}`));
  }
  if (filter.text !== undefined) parts.push(textCondition(filter.text));
  return sql<boolean>`${sql.join(parts, sql` AND `)}`;
}

const textCondition = (text: string): RawBuilder<boolean> => {
  const like = pattern(text);
  // The collation of names has no patterns.
  return sql<boolean>`(m.real_name COLLATE "C" ILIKE ${like} OR u.nickname COLLATE "C" ILIKE ${like}
    OR u.account ILIKE ${like} OR u.mobile LIKE ${like} OR u.email ILIKE ${like})`;
};

const orders: Record<MemberOrder, RawBuilder<unknown>> = {
  name: sql`m.real_name`,
  account: sql`lower(u.account)`,
  department: sql`m.department`,
  joined: sql`m.created_at`,
};

const memberColumns = (tenant: CompanyTenant, which: WhichMembers): RawBuilder<unknown> =>
  sql`m.user_id, u.account, u.nickname, coalesce(m.real_name, u.nickname) AS name, u.avatar, u.mobile, u.email,
    m.department, m.external, m.active, m.created_at, m.storage_space,
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
        SELECT m.* FROM membership m ${filter.text !== undefined || page.orderBy === 'account' ? sql`JOIN app_user u ON u.id = m.user_id` : sql``}
        WHERE ${condition} ORDER BY ${orders[page.orderBy]} ${direction}, m.user_id ${tie}
        LIMIT ${page.limit} OFFSET ${page.offset}) m
      JOIN app_user u ON u.id = m.user_id
      ORDER BY ${orders[page.orderBy]} ${direction}, m.user_id ${tie}`.execute(db),
    sql<{ count: number }>`
      SELECT count(*) FROM membership m ${filter.text !== undefined ? sql`JOIN app_user u ON u.id = m.user_id` : sql``}
      WHERE ${condition}`.execute(db),
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
 */
export async function entriesOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  { which, perMember }: { which: WhichMembers; perMember: number | null },
): Promise<Entry[]> {
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
        ${perMember === null ? sql`` : sql`ORDER BY e.id LIMIT ${perMember}`})) e
    JOIN role r ON r.id = e.role_id
    LEFT JOIN subarea s ON s.id = e.project_id
    ORDER BY e.user_id, (e.project_id = -1) DESC, s.name, r.name, e.id`.execute(db);
  return rows;
}

/** A role that a member holds, with everything that it grants, and where. */
export interface HeldRole {
  user_id: number;
  role_id: number;
  permission_ids: number[];
  project_ids: number[];
}

/** What members hold, for whoever asks whether they may do more than he. */
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
 * Forgets what members were limited to in projects in which they have no entry any more. Not of those whom a company role
 * lets into every project: their limit still stands between them and the rest of it.
 *
 * @param openEverything ids of permissions each of which opens every project
 */
export async function dropLimitsWithoutEntry(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  openEverything: readonly number[],
): Promise<void> {
  const gone = (table: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    ${table}.user_id = ANY(${[...userIds]}::int[])
    AND ${table}.project_id IN (SELECT id FROM project WHERE company_id = ${tenant.companyId})
    AND NOT EXISTS (SELECT 1 FROM role_entry e WHERE e.user_id = ${table}.user_id AND e.project_id = ${table}.project_id)
    AND NOT EXISTS (SELECT 1 FROM role_entry e JOIN role_permission p ON p.role_id = e.role_id AND NOT p.half_selected
      WHERE e.user_id = ${table}.user_id AND e.company_id = ${tenant.companyId} AND e.project_id = -1
        AND p.permission_id = ANY(${[...openEverything]}::int[]))`;
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

export interface NewAccount {
  readonly account: string;
  /** Null: signs in by SMS. */
  readonly passwordHash: string | null;
  readonly nickname: string;
  readonly mobile: string | null;
  readonly email: string | null;
}

/** Accounts that the company makes for its members; answers their ids in the same order. */
export async function insertAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  accounts: readonly NewAccount[],
): Promise<number[]> {
  if (accounts.length === 0) return [];
  const { rows } = await sql<{ id: number; account: string }>`
    INSERT INTO app_user (account, password_hash, nickname, mobile, email, created_by_company_id)
    SELECT a, h, n, m, e, ${tenant.companyId}
    FROM unnest(${accounts.map(({ account }) => account)}::text[], ${accounts.map(({ passwordHash }) => passwordHash)}::text[],
                ${accounts.map(({ nickname }) => nickname)}::text[], ${accounts.map(({ mobile }) => mobile)}::text[],
                ${accounts.map(({ email }) => email)}::text[]) AS given(a, h, n, m, e)
    RETURNING id, account`.execute(db);
  const idOf = new Map(rows.map(({ id, account }) => [account, id]));
  return accounts.map(({ account }) => idOf.get(account)!);
}

/** Sets what a new account would have on one that the company made before and nobody uses any more. */
export async function reviveAccount(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  account: NewAccount,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      password_hash: account.passwordHash,
      nickname: account.nickname,
      mobile: account.mobile,
      email: account.email,
    })
    .where('id', '=', userId)
    .execute();
}

export async function updateAccount(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  userId: number,
  change: { mobile?: string; email?: string | null },
): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', userId).execute();
}

export interface KnownUser {
  id: number;
  account: string;
  nickname: string;
  mobile: string | null;
  email: string | null;
  is_member: boolean;
  is_active: boolean;
  /** Made by this company and member nowhere: only this company ever used it. */
  abandoned: boolean;
}

/** Accounts of the whole installation that have one of these names, numbers, addresses (without case) or ids. */
export async function findAccounts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  wanted: {
    ids: readonly number[];
    accounts: readonly string[];
    mobiles: readonly string[];
    emails: readonly string[];
  },
): Promise<KnownUser[]> {
  const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());
  const { rows } = await sql<KnownUser>`
    SELECT u.id, u.account, u.nickname, u.mobile, u.email, m.user_id IS NOT NULL AS is_member,
           coalesce(m.active, false) AS is_active,
           u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int
             AND NOT EXISTS (SELECT 1 FROM membership o WHERE o.user_id = u.id) AS abandoned
    FROM app_user u LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId}
    WHERE u.id = ANY(${[...wanted.ids]}::int[]) OR lower(u.account) = ANY(${lower(wanted.accounts)}::text[])
       OR u.mobile = ANY(${[...wanted.mobiles]}::text[]) OR lower(u.email) = ANY(${lower(wanted.emails)}::text[])`.execute(
    db,
  );
  return rows;
}

/** Whether the company made this account and it belongs to it alone: then it may set its phone, e-mail and password. */
export const ownsAccount = async (tenant: CompanyTenant, db: DbOrTransaction, userId: number): Promise<boolean> =>
  (
    await sql<{ own: boolean }>`
      SELECT u.created_by_company_id IS NOT DISTINCT FROM ${tenant.companyId}::int
         AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id = ${tenant.companyId})
         AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id AND m.company_id <> ${tenant.companyId}) AS own
      FROM app_user u WHERE u.id = ${userId}`.execute(db)
  ).rows[0]?.own ?? false;

/** Who holds a role, by name: each member once, with the number of projects in which he holds it. */
export async function pageHolders(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  roleId: number,
  limit: number,
): Promise<{
  rows: { user_id: number; name: string; account: string; active: boolean; project_count: number }[];
  count: number;
}> {
  const holders = sql`
    SELECT e.user_id, count(*) FILTER (WHERE e.project_id > 0) AS project_count FROM role_entry e
    WHERE e.company_id = ${tenant.companyId} AND e.role_id = ${roleId} AND (e.project_id = -1 OR ${liveProject(tenant)})
    GROUP BY e.user_id`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<{ user_id: number; name: string; account: string; active: boolean; project_count: number }>`
      SELECT m.user_id, coalesce(m.real_name, u.nickname) AS name, u.account, m.active, h.project_count
      FROM (${holders}) h JOIN membership m ON m.user_id = h.user_id AND m.company_id = ${tenant.companyId}
      JOIN app_user u ON u.id = m.user_id ORDER BY m.real_name, m.user_id LIMIT ${limit}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM (${holders}) h`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

export interface RoleHolding {
  id: number;
  user_id: number;
  name: string;
  account: string;
  mobile: string | null;
  department: string | null;
  active: boolean;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
}

/** A page of a role's entries, by the name of who holds them. */
export async function pageEntries(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { roleId, text }: { roleId: number; text: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: RoleHolding[]; count: number }> {
  const from = sql`FROM role_entry e JOIN membership m ON m.user_id = e.user_id AND m.company_id = ${tenant.companyId}
    ${text === undefined ? sql`` : sql`JOIN app_user u ON u.id = e.user_id`}
    WHERE e.company_id = ${tenant.companyId} AND e.role_id = ${roleId} AND (e.project_id = -1 OR ${liveProject(tenant)})
    ${text === undefined ? sql`` : sql`AND ${textCondition(text)}`}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<RoleHolding>`
      SELECT p.id, p.user_id, coalesce(p.real_name, u.nickname) AS name, u.account, u.mobile,
             p.department, p.active, p.project_id,
             coalesce(s.name, '') AS project_name, s.name_en AS project_name_en
      FROM (SELECT e.id, e.user_id, e.project_id, m.real_name, m.department, m.active ${from}
            ORDER BY m.real_name, e.user_id, e.id LIMIT ${page.limit} OFFSET ${page.offset}) p
      JOIN app_user u ON u.id = p.user_id LEFT JOIN subarea s ON s.id = p.project_id
      ORDER BY p.real_name, p.user_id, p.id`.execute(db),
    sql<{ count: number }>`SELECT count(*) ${from}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
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
