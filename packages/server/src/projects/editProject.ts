import { commonErrors } from '@watchpost/contract';
import { mayInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { type ManagedProject, type ProjectValues, updateProject } from './manage.store.ts';
import { needCompany, needToConfigure } from './needProject.ts';
import { lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import {
  coverValue,
  differing,
  logged,
  needOrderedService,
  type ProjectForm,
  subsystemsValue,
} from './projectValues.ts';
import { tellProjects } from './tellProjects.ts';

/** What the company has agreed on with its customer and how it grades him is not for the project's own people to change. */
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
    const names = differing<Pick<ManagedProject, 'name' | 'name_en'>>(project, {
      ...(form.name !== undefined && { name: form.name }),
      ...(form.nameEn !== undefined && { name_en: form.nameEn }),
    });
    const values: ProjectValues = differing<ProjectValues>(project, {
      ...form.values,
      ...(await coverValue(caller.tenant, transaction, form.cover, project.cover_file_id)),
      ...(await subsystemsValue(tenant, transaction, form.subsystemIds, project.id, language)),
    });
    const changed = { ...names, ...values };
    if (Object.keys(changed).length === 0) {
      unchanged();
      return;
    }
    if (ofCompany.some((key) => key in values) && !mayInCompany(caller, ['projectsEdit']))
      throw new Refusal(commonErrors.noPermission);
    needOrderedService(project, values);
    if (names.name !== undefined) {
      const place = { kind: 'project', name: names.name, parentId: project.parent_id, exceptId: project.id } as const;
      await needFreeName(tenant, transaction, place);
    }
    await updatePlaces(tenant, transaction, [project.id], names);
    await updateProject(tenant, transaction, project.id, values);
    log({
      companyId: tenant.companyId,
      projectId: project.id,
      subject: { kind: 'project', id: project.id, name: names.name ?? project.name },
      ...logged(project, changed),
    });
    await tellProjects(write, deps.events, tenant.companyId, [project.id]);
  });
  return null;
}
