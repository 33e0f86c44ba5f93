import { commonErrors, projectErrors } from '@watchpost/contract';
import { type CompanyTenant, needInCompany } from '../access/index.ts';
import { differing, inOneWrite, logged } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needFreeName, needProjectOfPlace, needRoomForArea } from './addSubarea.ts';
import { emitPlacesChanged } from './emitPlacesChanged.ts';
import { needCompany } from './needProject.ts';
import { maxPartitionDepth, PartitionTree } from './PartitionTree.ts';
import {
  areasBelow,
  findPlace,
  levelsOf,
  listPartitions,
  lockPlaces,
  orderAmongSiblings,
  type Place,
  projectOfArea,
  updatePlaces,
} from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/** What changes about a place; what is not mentioned stays as it is. */
export interface PlaceChange {
  readonly name?: string;
  readonly nameEn?: string | null;
  readonly parentId?: number | null;
  /** The sibling before which it comes to stand; null: the last of them. */
  readonly beforeId?: number | null;
}

/** Renames a partition, an area or a project, moves it to another parent and puts it in order among its siblings. */
export async function editSubarea(
  deps: ProjectDeps,
  context: ProjectContext,
  placeId: number,
  change: PlaceChange,
): Promise<null> {
  const { caller } = context;
  const tenant = needCompany(caller);
  await inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    await lockPlaces(tenant, transaction);
    const place = await findPlace(tenant, transaction, placeId);
    let projectId: number | null = null;
    if (place?.kind === 'area') projectId = await needProjectOfPlace(caller, tenant, transaction, place);
    else {
      // Where a partition or a project stands is the company's affair.
      needInCompany(caller, ['projectsEdit']);
      if (place?.kind === 'project') projectId = place.id;
    }
    if (!place) throw new Refusal(commonErrors.notFound);

    const parentId = change.parentId === undefined ? place.parent_id : change.parentId;
    if (parentId !== place.parent_id) await needParent(tenant, transaction, place, parentId);
    const wanted = {
      ...(change.name !== undefined && { name: change.name }),
      ...(change.nameEn !== undefined && { name_en: change.nameEn }),
      parent_id: parentId,
    };
    const changed = differing<Pick<Place, 'name' | 'name_en' | 'parent_id'>>(place, wanted);
    const { name = place.name, name_en: nameEn = place.name_en } = changed;
    if (Object.keys(changed).length > 0)
      await needFreeName(tenant, transaction, { kind: place.kind, name, nameEn, parentId, exceptId: place.id });
    await updatePlaces(tenant, transaction, [place.id], changed);
    if (change.beforeId !== undefined) {
      const before = change.beforeId === null ? null : await findPlace(tenant, transaction, change.beforeId);
      if (before !== null && before?.parent_id !== parentId) throw new Refusal(commonErrors.notFound);
      await orderAmongSiblings(tenant, transaction, { id: place.id, parentId }, change.beforeId);
    }
    if (Object.keys(changed).length === 0 && change.beforeId === undefined) {
      unchanged();
      return;
    }
    const told = logged(place, changed);
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: place.kind, id: place.id, name },
      before: told.before,
      after: { ...told.after, ...(change.beforeId !== undefined && { beforeId: change.beforeId }) },
    });
    // Its name and where it stands open it to nobody else.
    afterCommit(() => emitPlacesChanged(deps.events, tenant.companyId, place.kind, [place.id]));
  });
  return null;
}

/** Whether a place may stand below this one. */
async function needParent(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  place: Place,
  parentId: number | null,
): Promise<void> {
  const parent = parentId === null ? null : await findPlace(tenant, db, parentId);
  if (parent === undefined) throw new Refusal(commonErrors.notFound);
  if (place.kind === 'area') {
    if (parent === null || parent.kind === 'partition') throw new Refusal(projectErrors.wrongParent);
    const below = await areasBelow(tenant, db, [place.id]);
    if (below.includes(parent.id)) throw new Refusal(projectErrors.withinItself);
    const [from, to] = await Promise.all(
      [place, parent].map(({ id, kind }) => (kind === 'project' ? id : projectOfArea(tenant, db, id))),
    );
    // Its devices belong to the project, so it cannot take them along.
    if (from !== to) throw new Refusal(projectErrors.areaStaysInProject);
    await needRoomForArea(tenant, db, parent.id, (await levelsOf(tenant, db, place.id)).height);
    return;
  }
  await needPartition(tenant, db, parent);
  if (place.kind === 'project' || parent === null) return;
  const tree = new PartitionTree(await listPartitions(tenant, db));
  if (tree.branchOf(place.id).includes(parent.id)) throw new Refusal(projectErrors.withinItself);
  if (tree.pathOf(parent.id).length + tree.heightOf(place.id) > maxPartitionDepth)
    throw new Refusal(projectErrors.tooDeep, { depth: maxPartitionDepth });
}

/** Only the company itself (null) and partitions hold projects. */
export async function needPartition(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  parent: Place | number | null | undefined,
): Promise<void> {
  const place = typeof parent === 'number' ? await findPlace(tenant, db, parent) : parent;
  if (place === undefined) throw new Refusal(commonErrors.notFound);
  if (place !== null && place.kind !== 'partition') throw new Refusal(projectErrors.wrongParent);
}
