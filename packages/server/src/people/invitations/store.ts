import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Limit } from '../members/limit.store.ts';

export type InvitationState = 'open' | 'used' | 'expired' | 'revoked';

/** What the invited person will see of a project. */
export type PromisedAccess = Omit<Limit, 'userId'>;

export interface PromisedRole {
  roleId: number;
  roleName: string;
  roleNameEn: string | null;
  projectId: number;
  projectName: string;
  projectNameEn: string | null;
  /** Null: all that the author sees. */
  access: PromisedAccess | null;
}

export interface Invitation {
  id: number;
  company_id: number;
  company_name: string;
  company_name_en: string | null;
  state: InvitationState;
  created_by: number;
  creator_name: string;
  created_at: Date;
  expires_at: Date;
  used_name: string | null;
  used_at: Date | null;
  note: string;
  company_role_id: number | null;
  company_role_name: string | null;
  company_role_name_en: string | null;
  /** In projects of the company that were not deleted. */
  projects: PromisedRole[];
}

const stateAt = (now: Date) => sql<InvitationState>`CASE
  WHEN i.used_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
  WHEN i.expires_at <= ${now} THEN 'expired' ELSE 'open' END`;

const invitationColumns = (now: Date) => sql`i.id, i.company_id, c.name AS company_name, c.name_en AS company_name_en,
  ${stateAt(now)} AS state, i.created_by, coalesce(m.real_name, u.nickname) AS creator_name, i.created_at, i.expires_at,
  (SELECT coalesce(um.real_name, uu.nickname) FROM app_user uu
     LEFT JOIN membership um ON um.user_id = uu.id AND um.company_id = i.company_id WHERE uu.id = i.used_by) AS used_name,
  i.used_at, i.note, i.company_role_id, r.name AS company_role_name, r.name_en AS company_role_name_en,
  coalesce((SELECT json_agg(json_build_object('roleId', pr.id, 'roleName', pr.name, 'roleNameEn', pr.name_en,
              'projectId', s.id, 'projectName', s.name, 'projectNameEn', s.name_en, 'access', p.data_access) ORDER BY s.name, s.id)
            FROM invitation_project p JOIN role pr ON pr.id = p.role_id
            JOIN subarea s ON s.id = p.project_id AND s.company_id = i.company_id AND s.deleted_at IS NULL
            WHERE p.invitation_id = i.id), '[]') AS projects`;

const invitationTables = sql`FROM invitation i JOIN company c ON c.id = i.company_id JOIN app_user u ON u.id = i.created_by
  LEFT JOIN membership m ON m.user_id = i.created_by AND m.company_id = i.company_id
  LEFT JOIN role r ON r.id = i.company_role_id`;

export async function insertInvitation(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  invitation: {
    tokenHash: Buffer;
    companyRoleId: number | null;
    projectRoles: readonly { roleId: number; projectId: number; access: PromisedAccess | null }[];
    note: string;
    createdBy: number;
    at: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('invitation')
    .values({
      company_id: tenant.companyId,
      token_hash: invitation.tokenHash,
      company_role_id: invitation.companyRoleId,
      note: invitation.note,
      created_by: invitation.createdBy,
      created_at: invitation.at,
      expires_at: invitation.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (invitation.projectRoles.length > 0) {
    await db
      .insertInto('invitation_project')
      .values(
        invitation.projectRoles.map(({ roleId, projectId, access }) => ({
          invitation_id: id,
          project_id: projectId,
          role_id: roleId,
          data_access: access && JSON.stringify(access),
        })),
      )
      .execute();
  }
  return id;
}

/** Invitations of the company, or of one member, the latest first. */
export async function pageInvitations(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { createdBy, state, now }: { createdBy: number | null; state: InvitationState | undefined; now: Date },
  page: { limit: number; offset: number },
): Promise<{ rows: Invitation[]; count: number }> {
  const condition = sql`i.company_id = ${tenant.companyId}
    ${createdBy === null ? sql`` : sql`AND i.created_by = ${createdBy}`}
    ${state === undefined ? sql`` : sql`AND ${stateAt(now)} = ${state}`}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Invitation>`SELECT ${invitationColumns(now)} ${invitationTables} WHERE ${condition}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM invitation i WHERE ${condition}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

export async function findInvitation(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  now: Date,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    SELECT ${invitationColumns(now)} ${invitationTables}
    WHERE i.company_id = ${tenant.companyId} AND i.id = ${id} FOR UPDATE OF i`.execute(db);
  return rows[0];
}

/** Everybody who has the link may read what it grants: that is what it is for. */
export async function findInvitationByToken(
  _system: SystemTenant,
  db: DbOrTransaction,
  tokenHash: Buffer,
  { now, forUse }: { now: Date; forUse: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    SELECT ${invitationColumns(now)} ${invitationTables}
    WHERE i.token_hash = ${tokenHash} ${forUse ? sql`FOR UPDATE OF i` : sql``}`.execute(db);
  return rows[0];
}

export async function markRevoked(tenant: CompanyTenant, db: DbOrTransaction, id: number, at: Date): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function markUsed(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  { at, by }: { at: Date; by: number },
): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ used_at: at, used_by: by })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}
