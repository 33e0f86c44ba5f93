import { commonErrors, type subareaCalls } from '@watchpost/contract';
import { type Caller, type CompanyTenant, mayInCompany, needInCompany, type UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addSubarea, needProjectOfPlace } from '../addSubarea.ts';
import { deleteSubarea, whatGoesWith } from '../deleteSubarea.ts';
import { editSubarea } from '../editSubarea.ts';
import { findCompany } from '../manage.store.ts';
import { needCompany, needToConfigure } from '../needProject.ts';
import { PartitionTree } from '../PartitionTree.ts';
import {
  findPlace,
  findTakenName,
  listPartitions,
  type Place,
  pageSubareas,
  projectsByPartition,
} from '../places.store.ts';
import { type Presenting, presentEffect, presentFlat, presentSubareaRow, presentTree } from '../present.ts';
import type { ProjectContext, ProjectDeps } from '../projectDeps.ts';
import { areasOfProject, listSubareas, placesOfCompany, withService } from '../store.ts';

/** The tree of places: looked at, searched, changed. */
export function subareaHandlers(
  deps: ProjectDeps,
  presenting: (context: Pick<ProjectContext, 'language'>) => Presenting,
): Handlers<typeof subareaCalls> {
  const { db } = deps;

  const ownTree = async (tenant: UserTenant, context: ProjectContext, areas: boolean) =>
    presentTree(await listSubareas(tenant, db, { areas }), presenting(context));

  /** The areas of a project are for who manages projects or sets this one up. */
  const needAreasOf = async (caller: Caller, tenant: CompanyTenant, place: Place | undefined): Promise<void> => {
    if (!mayInCompany(caller, ['projectsView'])) await needProjectOfPlace(caller, tenant, db, place);
  };

  return {
    getSubareaTree: (context) => ownTree(context.caller.tenant, context, true),

    getUserOwnSubareaTree: (context) => ownTree(context.caller.tenant, context, false),

    async getAllSubareaTree(context, { query }) {
      const { caller } = context;
      const tenant = needCompany(caller);
      if (query.projectId !== undefined) {
        const project = await findPlace(tenant, db, query.projectId);
        await needAreasOf(caller, tenant, project);
        if (project?.kind !== 'project') throw new Refusal(commonErrors.notFound);
        const areas = await areasOfProject(tenant, db, project.id);
        return presentTree(await withService(tenant, db, areas), presenting(context));
      }
      needInCompany(caller, seesAllPlaces);
      const places = await placesOfCompany(tenant, db, ['partition', 'project']);
      return presentTree(await withService(tenant, db, places), presenting(context));
    },

    async getAllSubarea(context, { query }) {
      needInCompany(context.caller, seesAllPlaces);
      const tenant = needCompany(context.caller);
      const places = await placesOfCompany(tenant, db, query.kind ? [query.kind] : ['partition', 'project']);
      const text = query.subareaName?.toLowerCase() ?? '';
      const found = places.filter(({ name, name_en }) => `${name}\n${name_en ?? ''}`.toLowerCase().includes(text));
      return presentFlat(await withService(tenant, db, found), presenting(context));
    },

    async getUserSubareaList(context, { query }) {
      const rows = await listSubareas(context.caller.tenant, db, { areas: true });
      const flat = presentFlat(rows, presenting(context));
      return flat.filter(
        ({ Kind, ProjectId }) =>
          (query.kind === undefined || Kind === query.kind) &&
          (query.projectId === undefined || ProjectId === query.projectId),
      );
    },

    async getSubareaPage({ caller }, { query }) {
      const tenant = needCompany(caller);
      const parentId = query.parentId ?? null;
      const parent = parentId === null ? null : await findPlace(tenant, db, parentId);
      const ofCompany = parent === null || parent?.kind === 'partition';
      if (ofCompany) needInCompany(caller, ['projectsView', 'projectsEdit']);
      else await needAreasOf(caller, tenant, parent);
      if (parent === undefined) throw new Refusal(commonErrors.notFound);
      const kind = ofCompany ? 'partition' : 'area';
      const page = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } = await pageSubareas(
        tenant,
        db,
        { kind, parentId, text: query.subareaName, seenBy: caller.tenant },
        page,
      );
      const tree = new PartitionTree(ofCompany ? await listPartitions(tenant, db) : []);
      const inPartition = ofCompany ? await projectsByPartition(tenant, db) : new Map<number, number>();
      const { time_zone } = await findCompany(tenant, db);
      const projectsIn = (id: number) =>
        tree.branchOf(id).reduce((sum, partition) => sum + (inPartition.get(partition) ?? 0), 0);
      return { Data: rows.map((row) => presentSubareaRow(row, projectsIn(row.id), time_zone)), TotalCount: total };
    },

    async isSubareaExist({ caller }, { query }) {
      const tenant = needCompany(caller);
      const parentId = query.parentId ?? null;
      if (query.kind === 'area') {
        const parent = parentId === null ? undefined : await findPlace(tenant, db, parentId);
        await needProjectOfPlace(caller, tenant, db, parent);
      } else if (query.kind === 'partition') needInCompany(caller, ['projectsView', 'projectsEdit']);
      // Its own people may rename their project, to a name that is free in the company.
      else if (!mayInCompany(caller, ['projectsView', 'projectsEdit']))
        await needToConfigure(caller, db, query.subareaId ?? 0);
      const { kind, subareaName: name, subareaId: exceptId } = query;
      return (await findTakenName(tenant, db, { kind, names: [name], parentId, exceptId })) !== null;
    },

    async addSubarea(context, { body }) {
      const place = { name: body.SubareaName, nameEn: body.SubareaNameEn ?? null, parentId: body.parentId ?? null };
      return { SubareaId: await addSubarea(deps, context, place) };
    },

    editSubarea: (context, { body }) =>
      editSubarea(
        deps,
        context,
        body.SubareaId,
        given({
          name: body.SubareaName,
          nameEn: body.SubareaNameEn,
          parentId: body.parentId,
          beforeId: body.BeforeId,
        }),
      ),

    deleteSubarea: async (context, { query }) => presentEffect(await deleteSubarea(deps, context, query.subareaId)),

    getWhatGoesWith: async ({ caller }, { query }) =>
      presentEffect(await whatGoesWith(deps, caller, query.subareaIdList)),
  };
}

/** Members are added to projects, so who manages members has to find all of them. */
const seesAllPlaces = ['projectsView', 'projectsEdit', 'membersView', 'membersEdit'] as const;
