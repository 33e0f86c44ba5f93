import { commonErrors } from '@watchpost/contract';
import { mayInCompany } from '../access/index.ts';
import { differing, inOneWrite, logged } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { needPartition } from './editSubarea.ts';
import { changesAccess, emitProjectsChanged } from './emitProjectsChanged.ts';
import { type ManagedProject, type ProjectValues, updateProject } from './manage.store.ts';
import { needCompany, needToConfigure } from './needProject.ts';
import { lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { coverValue, needOrderedService, type ProjectForm, subsystemsValue } from './projectValues.ts';

/** The company's agreement with its customer (service period, grade): not for users of the project alone to change. */
const ofCompany: readonly (keyof ProjectValues)[] = ['service_start', 'service_end', 'level'];

/** Changes the basic information of a project: of what was sent, only what is different. */
export async function editProject(
  deps: ProjectDeps,
  context: ProjectContext,
  projectId: number,
  form: ProjectForm,
): Promise<null> {
  const { caller, language } = context;
  const tenant = needCompany(caller);
  await inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockPlaces(tenant, transaction);
    const project = await needToConfigure(caller, transaction, projectId);
    const place = differing<Pick<ManagedProject, 'name' | 'name_en' | 'parent_id'>>(project, {
      ...(form.name !== undefined && { name: form.name }),
      ...(form.nameEn !== undefined && { name_en: form.nameEn }),
      ...(form.parentId !== undefined && { parent_id: form.parentId }),
    });
    const values: ProjectValues = differing<ProjectValues>(project, {
      ...form.values,
      ...(await coverValue(caller.tenant, transaction, form.cover, project.cover_file_id)),
      ...(await subsystemsValue(tenant, transaction, form.subsystemIds, project.id, language)),
    });
    const changed = { ...place, ...values };
    if (Object.keys(changed).length === 0) {
      unchanged();
      return;
    }
    const isOfCompany = place.parent_id !== undefined || ofCompany.some((key) => key in values);
    if (isOfCompany && !mayInCompany(caller, ['projectsEdit'])) throw new Refusal(commonErrors.noPermission);
    needOrderedService(project, values);
    const { name = project.name, name_en: nameEn = project.name_en, parent_id: parentId = project.parent_id } = place;
    if (place.parent_id !== undefined) await needPartition(tenant, transaction, place.parent_id);
    if (Object.keys(place).length > 0) {
      await needFreeName(tenant, transaction, { kind: 'project', name, nameEn, parentId, exceptId: project.id });
    }
    await updatePlaces(tenant, transaction, [project.id], place);
    await updateProject(tenant, transaction, project.id, values);
    log({
      companyId: tenant.companyId,
      projectId: project.id,
      subject: { kind: 'project', id: project.id, name },
      ...logged(project, changed),
    });
    await emitProjectsChanged(write, deps.events, tenant.companyId, [project.id], { access: changesAccess(values) });
  });
  return null;
}
