import { commonErrors } from '@watchpost/contract';
import type { CompanyTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** A project of the company that is not deleted; it stays where it is until the transaction ends. */
export async function needOwnProject(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  projectId: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('project')
    .where('id', '=', projectId)
    .where('company_id', '=', tenant.companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new Refusal(commonErrors.notFound);
}
