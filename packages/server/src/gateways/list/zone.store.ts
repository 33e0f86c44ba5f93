import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** The clock the company lives by. */
export const zoneOfCompany = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<string> =>
  (
    await db
      .selectFrom('company_zone')
      .where('company_id', '=', tenant.companyId)
      .select('time_zone')
      .executeTakeFirstOrThrow()
  ).time_zone!;
