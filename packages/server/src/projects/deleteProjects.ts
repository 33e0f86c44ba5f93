import { commonErrors, projectErrors } from '@watchpost/contract';
import { needInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName } from './addSubarea.ts';
import { batchSetProject } from './batchSetProject.ts';
import { type Effect, effectOf } from './deleteSubarea.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { findProjects, setDeleted } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import { findPlace, lockPlaces, updatePlaces } from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/** Puts projects into the deleted list: nobody sees them any more, everything of them stays. */
export function deleteProjects(
  deps: ProjectDeps,
  context: ProjectContext,
  projectIds: readonly number[],
): Promise<Effect> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = needCompany(caller);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log } = write;
    await lockPlaces(tenant, transaction);
    const projects = await needProjects(tenant, transaction, projectIds);
    const ids = projects.map(({ id }) => id);
    const deletedAt = new Date(deps.clock.now());
    const effect = await effectOf(tenant, transaction, ids, deps.clock.now());
    await setDeleted(tenant, transaction, ids, { deletedAt, deletedBy: caller.userId });
    for (const { id, name, code, parent_id } of projects) {
      log({
        companyId: tenant.companyId,
        projectId: id,
        subject: { kind: 'project', id, name },
        before: { name, code, parentId: parent_id, deletedAt: null },
        after: { deletedAt },
      });
    }
    await emitProjectsChanged(write, deps.events, tenant.companyId, ids, { access: true });
    return effect;
  });
}

/** Brings deleted projects back, with everything and everybody that was in them; disabled ones work again. */
export async function recoverProjects(
  deps: ProjectDeps,
  context: ProjectContext,
  { projectIds, newName }: { projectIds: readonly number[]; newName: string | undefined },
): Promise<null> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = needCompany(caller);
  if (newName !== undefined && new Set(projectIds).size > 1) throw new Refusal(projectErrors.recoverOneByOne);
  const present = await findProjects(tenant, deps.db, projectIds);
  const isDisabled =
    present.length === new Set(projectIds).size && present.every(({ disabled_at }) => disabled_at !== null);
  // A new name is for one whose old one was taken meanwhile: a disabled project has kept it.
  if (isDisabled && present.every(({ name }) => newName === undefined || newName === name)) {
    await batchSetProject(deps, context, projectIds, { values: {}, disabled: false });
    return null;
  }
  await inOneWrite(deps, context, async (write) => {
    const { transaction, log } = write;
    await lockPlaces(tenant, transaction);
    const projects = await findProjects(tenant, transaction, projectIds, { deleted: true });
    if (projects.length === 0) throw new Refusal(commonErrors.notFound);
    if (projects.length < new Set(projectIds).size) throw new Refusal(projectErrors.notDeleted);
    for (const { id, name: oldName, name_en, parent_id, deleted_at } of projects) {
      const name = newName ?? oldName;
      // Its English name may be the one that was taken.
      const nameEn = newName === undefined ? name_en : null;
      const parent = parent_id === null ? null : await findPlace(tenant, transaction, parent_id);
      const parentId = parent?.id ?? null;
      // One after the other, so that two of the same name meet as well.
      await needFreeName(tenant, transaction, { kind: 'project', name, nameEn, parentId, exceptId: id });
      await updatePlaces(tenant, transaction, [id], { name, name_en: nameEn, parent_id: parentId });
      await setDeleted(tenant, transaction, [id], { deletedAt: null, deletedBy: null });
      log({
        companyId: tenant.companyId,
        projectId: id,
        subject: { kind: 'project', id, name },
        before: { name: oldName, nameEn: name_en, parentId: parent_id, deletedAt: deleted_at },
        after: { name, nameEn, parentId, deletedAt: null },
      });
    }
    await emitProjectsChanged(
      write,
      deps.events,
      tenant.companyId,
      projects.map(({ id }) => id),
      { access: true },
    );
  });
  return null;
}
