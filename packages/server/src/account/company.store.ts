import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Whether the company runs this installation: it decides about others that apply, and reads the test inbox. */
export const isOperator = async (_system: SystemTenant, db: DbOrTransaction, companyId: number): Promise<boolean> =>
  (await db
    .selectFrom('company')
    .where('id', '=', companyId)
    .where('is_operator', '=', true)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** The address of its own data screen, with places to fill in; null: it has none. */
export const dataScreenOf = async (
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
): Promise<string | null> =>
  (await db.selectFrom('company').where('id', '=', companyId).select('data_screen_url').executeTakeFirst())
    ?.data_screen_url ?? null;

/** A new company, without roles and members. */
export async function insertCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: { name: string; industry: number },
): Promise<number> {
  const row = await db.insertInto('company').values(company).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Its first member, for the whole company. */
export async function insertFirstMember(
  _system: SystemTenant,
  db: DbOrTransaction,
  member: { companyId: number; userId: number; roleId: number; name: string },
): Promise<void> {
  const { companyId: company_id, userId: user_id, name: real_name } = member;
  await db.insertInto('membership').values({ company_id, user_id, real_name }).execute();
  await db.insertInto('role_entry').values({ company_id, user_id, role_id: member.roleId, project_id: -1 }).execute();
}
