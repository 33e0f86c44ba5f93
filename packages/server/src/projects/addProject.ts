import { needInCompany } from '../access/index.ts';
import { inOneWrite, logged } from '../logs/index.ts';
import { needFreeName } from './addSubarea.ts';
import { needPartition } from './editSubarea.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { findCompany, insertProject } from './manage.store.ts';
import { needCompany } from './needProject.ts';
import { insertPlace, lockPlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { coverValue, type ProjectForm, subsystemsValue } from './projectValues.ts';

/** Adds a project; where the form says nothing, its industry and time zone are the company's. @returns its id */
export function addProject(
  deps: ProjectDeps,
  context: ProjectContext,
  { name, parentId, ...form }: ProjectForm & { name: string; parentId: number | null },
): Promise<number> {
  const { caller, language } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = needCompany(caller);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log } = write;
    await lockPlaces(tenant, transaction);
    await needPartition(tenant, transaction, parentId);
    const place = { kind: 'project', name, nameEn: form.nameEn ?? null, parentId } as const;
    await needFreeName(tenant, transaction, place);
    const company = await findCompany(tenant, transaction);
    const values = {
      industry: company.industry,
      time_zone: company.time_zone,
      ...form.values,
      ...(await coverValue(caller.tenant, transaction, form.cover, null)),
      ...(await subsystemsValue(tenant, transaction, form.subsystemIds, null, language)),
    };
    const id = await insertPlace(tenant, transaction, { ...place, at: new Date(deps.clock.now()) });
    await insertProject(tenant, transaction, id, { ...values, created_by: caller.userId });
    log({
      companyId: tenant.companyId,
      projectId: id,
      subject: { kind: 'project', id, name },
      after: { name, nameEn: place.nameEn, parentId, ...logged({}, values).after },
    });
    await emitProjectsChanged(write, deps.events, tenant.companyId, [id], { access: true });
    return id;
  });
}
