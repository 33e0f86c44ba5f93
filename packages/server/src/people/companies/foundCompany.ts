import { type SystemTenant, system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { addDefaultRoles } from '../defaultRoles.ts';
import { companyWide } from '../mayGive.ts';
import { insertEntries } from '../members/entries.store.ts';
import { insertMemberships } from '../members/store.ts';
import { insertCompany } from './store.ts';

/** A new company with the roles that every company begins with, and its first member, who may do everything. @returns its id */
export async function foundCompany(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: { name: string; industry: number },
  administrator: { userId: number; name: string },
): Promise<number> {
  const companyId = await insertCompany(system, db, company);
  const tenant = { companyId };
  const roles = await addDefaultRoles(tenant, db);
  const { userId, name } = administrator;
  await insertMemberships(tenant, db, [{ userId, name, department: null, external: false, storageSpace: [] }]);
  await insertEntries(tenant, db, [{ userId, roleId: roles.companyAdministrator, projectId: companyWide }]);
  return companyId;
}
