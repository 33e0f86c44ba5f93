import { projectErrors } from '@watchpost/contract';
import { type Caller, type CompanyTenant, needInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { emitPlacesChanged } from './emitPlacesChanged.ts';
import { needCompany, needToConfigure } from './needProject.ts';
import { maxAreaDepth, maxPartitionDepth, PartitionTree } from './PartitionTree.ts';
import {
  findPlace,
  findTakenName,
  insertPlace,
  levelsOf,
  listPartitions,
  lockPlaces,
  type Place,
  projectOfArea,
} from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/** Adds a partition, or below a project or an area an area. @returns its id */
export function addSubarea(
  deps: ProjectDeps,
  context: ProjectContext,
  { name, nameEn, parentId }: { name: string; nameEn: string | null; parentId: number | null },
): Promise<number> {
  const { caller } = context;
  const tenant = needCompany(caller);
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    await lockPlaces(tenant, transaction);
    const { kind, projectId } = await needParentForSubarea(caller, tenant, transaction, parentId);
    if (kind === 'partition' && parentId !== null) {
      const depth = new PartitionTree(await listPartitions(tenant, transaction)).pathOf(parentId).length + 1;
      if (depth > maxPartitionDepth) throw new Refusal(projectErrors.tooDeep, { depth: maxPartitionDepth });
    }
    if (kind === 'area') await needRoomForArea(tenant, transaction, parentId!, 1);
    await needFreeName(tenant, transaction, { kind, name, nameEn, parentId });
    const at = new Date(deps.clock.now());
    const id = await insertPlace(tenant, transaction, { parentId, kind, name, nameEn, at });
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind, id, name },
      after: { name, nameEn, parentId },
    });
    afterCommit(() => emitPlacesChanged(deps.events, tenant.companyId, kind, [id]));
    return id;
  });
}

/** Refuses when an area with so many levels would stand too deep below this parent. */
export async function needRoomForArea(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  parentId: number,
  height: number,
): Promise<void> {
  const { depth } = await levelsOf(tenant, db, parentId);
  if (depth + height > maxAreaDepth) throw new Refusal(projectErrors.areasTooDeep, { depth: maxAreaDepth });
}

/** What comes of something below this parent, and the project it is in; refuses whom it is not for. */
async function needParentForSubarea(
  caller: Pick<Caller, 'grants'>,
  tenant: CompanyTenant,
  db: DbOrTransaction,
  parentId: number | null,
): Promise<{ kind: 'partition' | 'area'; projectId: number | null }> {
  const parent = parentId === null ? null : await findPlace(tenant, db, parentId);
  if (parent === null || parent?.kind === 'partition') {
    needInCompany(caller, ['projectsEdit']);
    return { kind: 'partition', projectId: null };
  }
  const projectId = await needProjectOfPlace(caller, tenant, db, parent);
  return { kind: 'area', projectId };
}

/** The project of an area, or the project itself, when the caller may set it up. */
export async function needProjectOfPlace(
  caller: Pick<Caller, 'grants'>,
  tenant: CompanyTenant,
  db: DbOrTransaction,
  place: Place | undefined,
): Promise<number> {
  const projectId =
    place === undefined ? null : place.kind === 'project' ? place.id : await projectOfArea(tenant, db, place.id);
  // Of another company, or gone: needToConfigure says so to who may know.
  return (await needToConfigure(caller, db, projectId ?? 0)).id;
}

const takenErrors = {
  partition: projectErrors.partitionNameTaken,
  project: projectErrors.projectNameTaken,
  area: projectErrors.areaNameTaken,
} as const;

/**
 * Refuses a name that another place has in either language: readers of one of them could not tell the two apart. The
 * company's places are locked, so what is free now stays free until the commit.
 */
export async function needFreeName(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  {
    name,
    nameEn,
    ...place
  }: { kind: Place['kind']; name: string; nameEn: string | null; parentId: number | null; exceptId?: number },
): Promise<void> {
  const taken = await findTakenName(tenant, db, { ...place, names: nameEn === null ? [name] : [name, nameEn] });
  if (taken !== null) throw new Refusal(takenErrors[place.kind], { name: taken });
}
