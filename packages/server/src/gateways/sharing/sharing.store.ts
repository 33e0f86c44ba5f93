import { type PermissionName, permissionIds, wildcardPermissionId } from '@watchpost/contract';
import { sql } from 'kysely';
import type { CompanyTenant, SystemTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SharedUser {
  user_id: number;
  name: string;
  shared_at: Date;
}

/** The users a gateway is shared with by name. @param gatewayId one that was found for the tenant */
export async function sharedUsers(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<SharedUser[]> {
  const { rows } = await sql<SharedUser>`
    SELECT u.user_id, person.name, u.shared_at FROM gateway_user u JOIN person ON person.user_id = u.user_id
    WHERE u.gateway_id = ${gatewayId} ORDER BY person.name`.execute(db);
  return rows;
}

export interface SharingCandidate {
  user_id: number;
  name: string;
  account: string | null;
}

const sees: readonly PermissionName[] = ['terminals', 'terminalsEdit', 'companyTerminals'];

/** Active members who may open the gateways of a project, by name; with `userIds`, only these. */
export async function sharingCandidates(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number,
  { text, userIds }: { text?: string | undefined; userIds?: readonly number[] },
): Promise<SharingCandidate[]> {
  const needed = [wildcardPermissionId, ...permissionIds(sees)];
  const among = userIds ? sql`AND m.user_id = ANY(${[...userIds]}::int[])` : sql``;
  const named = sql`AND ${containsText(text, sql`coalesce(m.real_name, person.name)`, 'a.account')}`;
  const { rows } = await sql<SharingCandidate>`
    SELECT m.user_id, coalesce(m.real_name, person.name) AS name, a.account
    FROM membership m JOIN person ON person.user_id = m.user_id JOIN app_user a ON a.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.active ${among} ${named}
      AND EXISTS (SELECT 1 FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND NOT r.half_selected
        WHERE e.user_id = m.user_id AND e.company_id = m.company_id AND e.project_id IN (-1, ${projectId}) AND r.permission_id = ANY(${needed}))
      AND EXISTS (SELECT 1 FROM opens_project o JOIN project p ON p.id = o.project_id
        WHERE o.user_id = m.user_id AND o.project_id = ${projectId} AND p.company_id = m.company_id)
    ORDER BY coalesce(m.real_name, person.name), m.user_id LIMIT 500`.execute(db);
  return rows;
}

export async function addSharedUsers(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  gatewayId: number,
  { userIds, by, at }: { userIds: readonly number[]; by: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO gateway_user (gateway_id, user_id, shared_by, shared_at)
    SELECT ${gatewayId}, id, ${by}, ${at} FROM unnest(${[...userIds]}::int[]) AS chosen(id)
    ON CONFLICT DO NOTHING`.execute(transaction);
}

/** Returns whether the gateway had been shared with the user. */
export async function removeSharedUser(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  gatewayId: number,
  userId: number,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('gateway_user')
    .where('gateway_id', '=', gatewayId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return gone.length > 0;
}

/** Gateways that go to another company are no longer shared with the people of the old one. */
export async function endSharing(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...gatewayIds]}::int[]`;
  await sql`DELETE FROM gateway_user WHERE gateway_id = ANY(${ids})`.execute(transaction);
  await sql`UPDATE gateway SET sharing = 'project', created_by = NULL WHERE id = ANY(${ids})`.execute(transaction);
}
