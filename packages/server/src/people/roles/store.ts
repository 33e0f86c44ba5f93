import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { inOneOf } from '../members/memberConditions.store.ts';
import { liveProject, type WhichMembers } from '../members/store.ts';

export type RoleScope = 'company' | 'project';

/** Free pairs that the specification names without explaining: as they were sent. */
export type StorageSpace = readonly object[];

export interface Role {
  id: number;
  name: string;
  nameEn: string | null;
  scope: RoleScope;
  isDefault: boolean;
  /** What it grants. */
  permissionIds: readonly number[];
  /** Remembered for the tree; grants nothing. */
  halfSelectedIds: readonly number[];
  storageSpace: StorageSpace;
}

const roleColumns = sql<Role>`r.id, r.name, r.name_en AS "nameEn", r.scope, r.is_default AS "isDefault",
  r.storage_space AS "storageSpace",
  ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = r.id AND NOT half_selected ORDER BY 1) AS "permissionIds",
  ARRAY(SELECT permission_id FROM role_permission p WHERE p.role_id = r.id AND half_selected ORDER BY 1) AS "halfSelectedIds"`;

/** The company's roles: company roles first, the default ones on top, then by name. */
export async function listRoles(tenant: CompanyTenant, db: DbOrTransaction): Promise<Role[]> {
  const { rows } = await sql<Role>`
    SELECT ${roleColumns} FROM role r WHERE r.company_id = ${tenant.companyId}
    ORDER BY r.scope, r.is_default DESC, r.name, r.id`.execute(db);
  return rows;
}

/** Those of these roles that are the company's, by id. */
export async function findRoles(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, Role>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Role>`
    SELECT ${roleColumns} FROM role r WHERE r.company_id = ${tenant.companyId} AND r.id = ANY(${[...new Set(ids)]}::int[])`.execute(
    db,
  );
  return new Map(rows.map((role) => [role.id, role]));
}

/** The default role of a scope; undefined: none is set. */
export async function findDefaultRole(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  scope: RoleScope,
): Promise<Role | undefined> {
  const { rows } = await sql<Role>`
    SELECT ${roleColumns} FROM role r
    WHERE r.company_id = ${tenant.companyId} AND r.scope = ${scope} AND r.is_default`.execute(db);
  return rows[0];
}

/** How many members hold each role, anywhere or in some projects; who is in deleted projects alone holds it nowhere. */
export async function countHolders(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  which: WhichMembers,
): Promise<Map<number, number>> {
  const seen = which === 'all' ? sql`true` : inOneOf(which.inProjects);
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT r.id, (SELECT count(*) FROM (SELECT DISTINCT e.user_id FROM role_entry e WHERE e.role_id = r.id AND ${seen}
        AND (e.project_id = -1 OR ${liveProject(tenant)})) holder) AS count
    FROM role r WHERE r.company_id = ${tenant.companyId}`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export const roleNameIsTaken = async (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { scope, name, exceptId }: { scope: RoleScope; name: string; exceptId: number | null },
): Promise<boolean> =>
  (await db
    .selectFrom('role')
    .where('company_id', '=', tenant.companyId)
    .where('scope', '=', scope)
    .where((eb) => eb.or([eb('name', '=', name), eb('name_en', '=', name)]))
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId))
    .select('id')
    .executeTakeFirst()) !== undefined;

export async function insertRole(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  role: {
    name: string;
    nameEn: string | null;
    scope: RoleScope;
    isDefault: boolean;
    permissionIds: readonly number[];
  },
): Promise<number> {
  const { id } = await db
    .insertInto('role')
    .values({
      company_id: tenant.companyId,
      name: role.name,
      name_en: role.nameEn,
      scope: role.scope,
      is_default: role.isDefault,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertPermissions(db, id, role.permissionIds, false);
  return id;
}

async function insertPermissions(
  db: DbOrTransaction,
  roleId: number,
  permissionIds: readonly number[],
  halfSelected: boolean,
): Promise<void> {
  if (permissionIds.length === 0) return;
  await db
    .insertInto('role_permission')
    .values(permissionIds.map((id) => ({ role_id: roleId, permission_id: id, half_selected: halfSelected })))
    .execute();
}

export async function replacePermissions(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  roleId: number,
  { permissionIds, halfSelectedIds }: Pick<Role, 'permissionIds' | 'halfSelectedIds'>,
): Promise<void> {
  await db
    .deleteFrom('role_permission')
    .where('role_id', 'in', (eb) =>
      eb.selectFrom('role').where('id', '=', roleId).where('company_id', '=', tenant.companyId).select('id'),
    )
    .execute();
  await insertPermissions(db, roleId, permissionIds, false);
  await insertPermissions(db, roleId, halfSelectedIds, true);
}

export async function updateRole(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  roleId: number,
  change: { name?: string; storageSpace?: StorageSpace; isDefault?: boolean },
): Promise<void> {
  await db
    .updateTable('role')
    // A name that people gave is one for both languages.
    .set({
      ...(change.name === undefined ? {} : { name: change.name, name_en: null }),
      ...(change.storageSpace === undefined ? {} : { storage_space: JSON.stringify(change.storageSpace) }),
      ...(change.isDefault === undefined ? {} : { is_default: change.isDefault }),
    })
    .where('id', '=', roleId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Members who hold the role, inactive ones too. */
export async function holdersOf(tenant: CompanyTenant, db: DbOrTransaction, roleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('role_entry')
    .where('company_id', '=', tenant.companyId)
    .where('role_id', '=', roleId)
    .select('user_id')
    .distinct()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Removes a role; its entries and the invitations that promise it go over to another one of the same scope. */
export async function deleteRole(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  roleId: number,
  successorId: number,
): Promise<void> {
  await sql`
    INSERT INTO role_entry (user_id, role_id, company_id, project_id)
    SELECT user_id, ${successorId}, company_id, project_id FROM role_entry
    WHERE role_id = ${roleId} AND company_id = ${tenant.companyId} ON CONFLICT DO NOTHING`.execute(db);
  await db
    .updateTable('invitation')
    .set({ company_role_id: successorId })
    .where('company_role_id', '=', roleId)
    .where('company_id', '=', tenant.companyId)
    .execute();
  await db.updateTable('invitation_project').set({ role_id: successorId }).where('role_id', '=', roleId).execute();
  await db.deleteFrom('role').where('id', '=', roleId).where('company_id', '=', tenant.companyId).execute();
}
