import { accountErrors, type PermissionName, type permissions } from '@watchpost/contract';
import { type Caller, type CompanyGrants, companyIsOperator, needInCompany } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Permissions that mean something only in the company that runs this installation. */
type OfOperator = {
  [P in PermissionName]: (typeof permissions)[P] extends { ofOperator: true } ? P : never;
}[PermissionName];

/** Refuses callers who do not hold this, and everybody outside of the company that runs this installation. */
export async function needOperator(
  caller: Caller,
  db: DbOrTransaction,
  permission: OfOperator,
): Promise<CompanyGrants> {
  needInCompany(caller, [permission]);
  if (!(await companyIsOperator(caller.grants, db))) throw new Refusal(accountErrors.notOperator);
  return caller.grants;
}
