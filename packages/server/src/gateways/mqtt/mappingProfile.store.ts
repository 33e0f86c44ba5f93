import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Whether the company has this mapping profile; in a transaction it stays until that ends. */
export const ofThisCompany = async (tenant: CompanyTenant, db: DbOrTransaction, profileId: number): Promise<boolean> =>
  (await db
    .selectFrom('mapping_profile')
    .where('id', '=', profileId)
    .where('company_id', '=', tenant.companyId)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()) !== undefined;
