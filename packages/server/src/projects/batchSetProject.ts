import { maxLabels, type ProjectSettings, projectErrors } from '@watchpost/contract';
import type { z } from 'zod';
import { needInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { needPartition } from './editSubarea.ts';
import { type ManagedProject, type ProjectValues, updateProject } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import { lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { differing, logged, needOrderedService, projectValues } from './projectValues.ts';
import { tellProjects } from './tellProjects.ts';

type Settings = Omit<z.output<typeof ProjectSettings>, 'CompanyId'>;

/** Gives several projects the same settings, all of them or none. @returns how many were different before */
export async function batchSetProject(
  deps: ProjectDeps,
  context: ProjectContext,
  { ProjectIdList, ...settings }: Settings,
): Promise<number> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = needCompany(caller);
  const wantsNothing =
    Object.keys(projectValues(settings)).length === 0 &&
    settings.ParentId === undefined &&
    settings.Disabled === undefined;
  if (wantsNothing) throw new Refusal(projectErrors.nothingToSet);

  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockPlaces(tenant, transaction);
    if (settings.ParentId !== undefined) await needPartition(tenant, transaction, settings.ParentId);
    const now = new Date(deps.clock.now());
    const changedIds: number[] = [];
    for (const project of await needProjects(tenant, transaction, ProjectIdList)) {
      const { place, values } = changesOf(project, settings, now);
      const changed = { ...place, ...values };
      if (Object.keys(changed).length === 0) continue;
      needOrderedService(project, values);
      if (place.parent_id !== undefined)
        await needFreeName(tenant, transaction, {
          kind: 'project',
          name: project.name,
          parentId: place.parent_id,
          exceptId: project.id,
        });
      await updatePlaces(tenant, transaction, [project.id], place);
      await updateProject(tenant, transaction, project.id, values);
      changedIds.push(project.id);
      log({
        companyId: tenant.companyId,
        projectId: project.id,
        subject: { kind: 'project', id: project.id, name: project.name },
        ...logged(project, changed),
      });
    }
    if (changedIds.length === 0) unchanged();
    else await tellProjects(write, deps.events, tenant.companyId, changedIds);
    return changedIds.length;
  });
}

function changesOf(project: ManagedProject, settings: Omit<Settings, 'ProjectIdList'>, now: Date) {
  const { TagList, TagMode, Disabled, ParentId, ...plain } = settings;
  const place: { parent_id?: number | null } = differing(
    { parent_id: project.parent_id },
    ParentId === undefined ? {} : { parent_id: ParentId },
  );
  const wanted: ProjectValues = {
    ...projectValues(plain),
    ...(TagList !== undefined && { labels: labelsAfter(project, TagList, TagMode) }),
    // Disabling what is disabled keeps the moment since when it is.
    ...(Disabled !== undefined && { disabled_at: Disabled ? (project.disabled_at ?? now) : null }),
  };
  return { place, values: differing<ProjectValues>(project, wanted) as ProjectValues };
}

function labelsAfter({ labels, name }: ManagedProject, chosen: readonly string[], mode: Settings['TagMode']): string[] {
  if (mode === 'replace') return [...chosen];
  if (mode === 'remove') return labels.filter((label) => !chosen.includes(label));
  const all = [...new Set([...labels, ...chosen])];
  if (all.length > maxLabels) throw new Refusal(projectErrors.tooManyLabels, { name, max: maxLabels });
  return all;
}
