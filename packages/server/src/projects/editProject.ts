import { commonErrors, type ProjectChange } from '@watchpost/contract';
import type { z } from 'zod';
import { mayInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { type ManagedProject, type ProjectValues, updateProject } from './manage.store.ts';
import { needCompany, needToConfigure } from './needProject.ts';
import { lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { coverValue, differing, logged, needOrderedService, projectValues, subsystemsValue } from './projectValues.ts';
import { tellProjects } from './tellProjects.ts';

/** What the company has agreed on with its customer and how it grades him is not for the project's own people to change. */
const ofCompany: readonly (keyof ProjectValues)[] = ['service_start', 'service_end', 'level'];

/** Changes the basic information of a project: of what was sent, only what is different. */
export async function editProject(
  deps: ProjectDeps,
  context: ProjectContext,
  body: z.output<typeof ProjectChange>,
): Promise<null> {
  const { caller, language } = context;
  const tenant = needCompany(caller);
  await inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockPlaces(tenant, transaction);
    const project = await needToConfigure(caller, transaction, body.SubareaId);
    const names = differing<Pick<ManagedProject, 'name' | 'name_en'>>(project, {
      ...(body.ProjectName !== undefined && { name: body.ProjectName }),
      ...(body.ProjectNameEn !== undefined && { name_en: body.ProjectNameEn }),
    });
    const values: ProjectValues = differing<ProjectValues>(project, {
      ...projectValues(body),
      ...(await coverValue(caller.tenant, transaction, body.Cover, project.cover_file_id)),
      ...(await subsystemsValue(tenant, transaction, body.BigTypeIdList, project.id, language)),
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
