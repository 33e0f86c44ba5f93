import { maxLabels, projectErrors } from '@watchpost/contract';
import { needInCompany } from '../access/index.ts';
import { differing, inOneWrite, logged } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { needPartition } from './editSubarea.ts';
import { changesAccess, emitProjectsChanged } from './emitProjectsChanged.ts';
import { type ManagedProject, type ProjectValues, updateProject } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import { lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';
import { needOrderedService } from './projectValues.ts';

/** What several projects get; what is not mentioned stays as it is. */
export interface ProjectSettings {
  readonly parentId?: number | null;
  readonly values: ProjectValues;
  readonly labels?: { readonly chosen: readonly string[]; readonly mode: 'replace' | 'add' | 'remove' };
  readonly disabled?: boolean;
}

/** Gives several projects the same settings, all of them or none. @returns how many were different before */
export async function batchSetProject(
  deps: ProjectDeps,
  context: ProjectContext,
  projectIds: readonly number[],
  settings: ProjectSettings,
): Promise<number> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = needCompany(caller);
  const { parentId, values: wanted, labels, disabled } = settings;
  const wantsNothing = [parentId, labels, disabled, ...Object.keys(wanted)].every((setting) => setting === undefined);
  if (wantsNothing) throw new Refusal(projectErrors.nothingToSet);

  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockPlaces(tenant, transaction);
    if (parentId !== undefined) await needPartition(tenant, transaction, parentId);
    const now = new Date(deps.clock.now());
    const changedIds: number[] = [];
    let access = false;
    for (const project of await needProjects(tenant, transaction, projectIds)) {
      const { place, values } = changesOf(project, settings, now);
      const changed = { ...place, ...values };
      if (Object.keys(changed).length === 0) continue;
      needOrderedService(project, values);
      if (place.parent_id !== undefined)
        await needFreeName(tenant, transaction, {
          kind: 'project',
          name: project.name,
          nameEn: project.name_en,
          parentId: place.parent_id,
          exceptId: project.id,
        });
      await updatePlaces(tenant, transaction, [project.id], place);
      await updateProject(tenant, transaction, project.id, values);
      changedIds.push(project.id);
      access ||= changesAccess(values);
      log({
        companyId: tenant.companyId,
        projectId: project.id,
        subject: { kind: 'project', id: project.id, name: project.name },
        ...logged(project, changed),
      });
    }
    if (changedIds.length === 0) unchanged();
    else await emitProjectsChanged(write, deps.events, tenant.companyId, changedIds, { access });
    return changedIds.length;
  });
}

function changesOf(project: ManagedProject, { parentId, values, labels, disabled }: ProjectSettings, now: Date) {
  const place: { parent_id?: number | null } = differing(
    { parent_id: project.parent_id },
    parentId === undefined ? {} : { parent_id: parentId },
  );
  const wanted: ProjectValues = {
    ...values,
    ...(labels && { labels: labelsAfter(project, labels) }),
    // Disabling what is disabled keeps the moment since when it is.
    ...(disabled !== undefined && { disabled_at: disabled ? (project.disabled_at ?? now) : null }),
  };
  return { place, values: differing<ProjectValues>(project, wanted) };
}

function labelsAfter(
  { labels, name }: ManagedProject,
  { chosen, mode }: NonNullable<ProjectSettings['labels']>,
): string[] {
  if (mode === 'replace') return [...chosen];
  if (mode === 'remove') return labels.filter((label) => !chosen.includes(label));
  const all = [...new Set([...labels, ...chosen])];
  if (all.length > maxLabels) throw new Refusal(projectErrors.tooManyLabels, { name, max: maxLabels });
  return all;
}
