import { commonErrors, type PermissionName } from '@watchpost/contract';
import { type Caller, type CompanyTenant, mayInCompany, needInProject } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findProjects, type ManagedProject } from './manage.store.ts';

type Holder = Pick<Caller, 'grants'>;

/** The company of the call as a tenant; who belongs to none has no places. */
export function needCompany({ grants }: Holder): CompanyTenant {
  if (!grants) throw new Refusal(commonErrors.notYourCompany);
  return grants;
}

/** With the company-wide permission every project of the company is found, otherwise only the caller's own. */
const need = async (
  caller: Holder,
  db: DbOrTransaction,
  projectId: number,
  ofCompany: readonly PermissionName[],
  ofProject: readonly PermissionName[] | null,
): Promise<ManagedProject> => {
  const tenant = needCompany(caller);
  if (!mayInCompany(caller, ofCompany)) {
    if (ofProject) needInProject(caller, projectId, ofProject);
    else if (!caller.grants?.projects.has(projectId)) throw new Refusal(commonErrors.notYourProject);
  }
  const [project] = await findProjects(tenant, db, [projectId]);
  if (!project) throw new Refusal(commonErrors.notFound);
  return project;
};

/** A project whose basic information the caller may read: their own, or any of the company for managers of projects. */
export const needToSee = (caller: Holder, db: DbOrTransaction, projectId: number): Promise<ManagedProject> =>
  need(caller, db, projectId, ['projectsView', 'projectsEdit'], null);

/** A project the caller may set up. */
export const needToConfigure = (caller: Holder, db: DbOrTransaction, projectId: number): Promise<ManagedProject> =>
  need(caller, db, projectId, ['projectsEdit'], ['projectConfig']);

/** Projects of the company that are not deleted, all of them or a refusal, in the order of their ids. */
export async function needProjects(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<ManagedProject[]> {
  const projects = await findProjects(tenant, db, ids);
  if (projects.length < new Set(ids).size) throw new Refusal(commonErrors.notFound);
  return projects;
}
