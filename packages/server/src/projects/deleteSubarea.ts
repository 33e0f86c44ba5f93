import { commonErrors, projectErrors } from '@watchpost/contract';
import { type Caller, type CompanyTenant, needInCompany } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { needProjectOfPlace } from './addSubarea.ts';
import { emitPlacesChanged } from './emitPlacesChanged.ts';
import { type Belongings, countBelongings, countDevicesInAreas } from './manage.store.ts';
import { needCompany, needProjects } from './needProject.ts';
import { PartitionTree } from './PartitionTree.ts';
import {
  areasBelow,
  countProjectsIn,
  deletePlaces,
  findPlace,
  listPartitions,
  lockPlaces,
  type Place,
} from './places.store.ts';
import type { ProjectContext, ProjectDeps } from './projectDeps.ts';

/** Deletes a partition with the empty ones below it, or an area with those below it; devices stay in the project. */
export function deleteSubarea(deps: ProjectDeps, context: ProjectContext, subareaId: number): Promise<Effect> {
  const { caller } = context;
  const tenant = needCompany(caller);
  return inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
    await lockPlaces(tenant, transaction);
    const branch = await needBranch(caller, tenant, transaction, subareaId);
    const { place, ids, projectId, effect } = branch;
    if (place.kind === 'project') throw new Refusal(projectErrors.notAPartition);
    if (effect.projects > 0)
      throw new Refusal(projectErrors.partitionNotEmpty, { name: place.name, count: effect.projects });
    await deletePlaces(tenant, transaction, ids);
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: place.kind, id: place.id, name: place.name },
      before: {
        name: place.name,
        parentId: place.parent_id,
        ...(place.kind === 'partition'
          ? { partitions: effect.partitions }
          : { areas: effect.areas, devices: effect.devices }),
      },
    });
    afterCommit(() => emitPlacesChanged(deps.events, tenant.companyId, place.kind, ids));
    return effect;
  });
}

/** What goes, or stays behind without its area, when something is deleted or handed over. */
export interface Effect extends Belongings {
  partitions: number;
  projects: number;
  areas: number;
}

const nothing: Effect = {
  partitions: 0,
  projects: 0,
  areas: 0,
  gateways: 0,
  devices: 0,
  points: 0,
  alarms: 0,
  members: 0,
  invitations: 0,
};

/**
 * A partition or an area with all below it, for whom it is; a project is answered as itself. Of the devices in it those are
 * counted that the caller may know of.
 */
async function needBranch(
  caller: Pick<Caller, 'grants' | 'tenant'>,
  tenant: CompanyTenant,
  db: DbOrTransaction,
  subareaId: number,
): Promise<{ place: Place; ids: number[]; projectId: number | null; effect: Effect }> {
  const place = await findPlace(tenant, db, subareaId);
  if (place?.kind === 'area') {
    const projectId = await needProjectOfPlace(caller, tenant, db, place);
    const ids = await areasBelow(tenant, db, [place.id]);
    const devices = await countDevicesInAreas(tenant, db, ids, caller.tenant);
    return { place, ids, projectId, effect: { ...nothing, devices, areas: ids.length } };
  }
  needInCompany(caller, ['projectsEdit', 'projectsView']);
  if (!place) throw new Refusal(commonErrors.notFound);
  if (place.kind === 'project') return { place, ids: [place.id], projectId: place.id, effect: nothing };
  needInCompany(caller, ['projectsEdit']);
  const ids = [...new PartitionTree(await listPartitions(tenant, db)).branchOf(place.id)];
  const projects = await countProjectsIn(tenant, db, ids);
  return { place, ids, projectId: null, effect: { ...nothing, partitions: ids.length, projects } };
}

/** What deleting one partition or area, or deleting or handing over projects, would take along. */
export async function whatGoesWith(
  { db, clock }: ProjectDeps,
  caller: Pick<Caller, 'grants' | 'tenant'>,
  ids: readonly number[],
): Promise<Effect> {
  const tenant = needCompany(caller);
  const [only] = ids;
  const place = ids.length === 1 ? await findPlace(tenant, db, only!) : undefined;
  if (place && place.kind !== 'project') return (await needBranch(caller, tenant, db, place.id)).effect;
  needInCompany(caller, ['projectsEdit', 'projectsView']);
  return effectOf(
    tenant,
    db,
    (await needProjects(tenant, db, ids)).map(({ id }) => id),
    clock.now(),
  );
}

/** Counts everything of these projects. */
export async function effectOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  nowMs: number,
): Promise<Effect> {
  const belongings = await countBelongings(tenant, db, projectIds, new Date(nowMs));
  const areas = await areasBelow(tenant, db, projectIds);
  return { ...nothing, ...belongings, projects: projectIds.length, areas: areas.length };
}
