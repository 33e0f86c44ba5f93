import { commonErrors, projectErrors } from '@watchpost/contract';
import { inOneWrite, logged } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { listSubsystems, updateProject } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/**
 * Shows or hides boards in several projects, in all of them or in none.
 *
 * @returns how many were different before
 * @throws Refusal for a project or subsystem that does not exist or is not open to the caller, and where a board that is to be
 *   hidden has devices, which would be out of sight
 */
export async function setApplications(
  deps: ProjectDeps,
  context: ProjectContext,
  {
    projectIds,
    subsystemIds,
    shown,
  }: { projectIds: readonly number[]; subsystemIds: readonly number[]; shown: boolean },
): Promise<number> {
  const { caller, language } = context;
  const tenant = needCompany(caller);
  if (projectIds.some((id) => !caller.grants?.projects.has(id))) throw new Refusal(commonErrors.notYourProject);
  const named = new Set(subsystemIds);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const changedIds: number[] = [];
    for (const project of await needProjects(tenant, transaction, projectIds)) {
      const catalogue = await listSubsystems(tenant, transaction, project.id, caller.tenant);
      const known = new Set(catalogue.map(({ id }) => id));
      if ([...named].some((id) => !known.has(id))) throw new Refusal(projectErrors.unknownSubsystem);
      const used = catalogue.filter(({ device_count }) => device_count > 0);
      const lost = shown ? [] : used.filter(({ id }) => named.has(id));
      if (lost.length > 0)
        throw new Refusal(projectErrors.subsystemInUse, {
          names: lost
            .map(({ name_zh, name_en }) => inLanguage(name_zh, name_en, language))
            .join(language === 'zh' ? '、' : ', '),
        });
      const before = project.subsystem_ids;
      const after = shown ? [...new Set([...before, ...named])] : before.filter((id) => !named.has(id));
      if (after.length === before.length) continue;
      // A choice names those with devices, too; chosen none means just them.
      const chosen = after.length === 0 ? after : [...new Set([...after, ...used.map(({ id }) => id)])];
      const values = { subsystem_ids: chosen.sort((a, b) => a - b) };
      await updateProject(tenant, transaction, project.id, values);
      changedIds.push(project.id);
      log({
        companyId: tenant.companyId,
        projectId: project.id,
        subject: { kind: 'project', id: project.id, name: project.name },
        ...logged(project, values),
      });
    }
    if (changedIds.length === 0) unchanged();
    else await emitProjectsChanged(write, deps.events, tenant.companyId, changedIds, { access: false });
    return changedIds.length;
  });
}
