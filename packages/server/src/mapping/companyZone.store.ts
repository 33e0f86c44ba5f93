import type { CompanyTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** The time zone in which a company's own times are shown. */
export const findCompanyZone = async (tenant: CompanyTenant, db: DbOrTransaction): Promise<string> =>
  (await db.selectFrom('company').where('id', '=', tenant.companyId).select('time_zone').executeTakeFirstOrThrow())
    .time_zone;
