import { commonErrors, type planCalls, planErrors } from '@watchpost/contract';
import { type Caller, mayInProject, needInProject } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { type FileUrls, needOwnFile } from '../files/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { presentPlan, presentRow } from './present.ts';
import {
  airPointsOf,
  countPlaceable,
  deletePlans,
  findPlans,
  insertPlan,
  isNameTaken,
  itemsOf,
  lockNames,
  lockPlans,
  type PlanFacts,
  type PlanValues,
  placeOf,
  replaceItems,
  updatePlan,
} from './store.ts';

interface PlanDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  fileUrls: FileUrls;
}

const readers = ['monitorView', 'monitorEdit', 'planEdit'] as const;

/** @throws Refusal in the words of the specification for who may not draw plans */
function needEditor(caller: Caller, projectId: number): void {
  needInProject(caller, projectId, readers);
  if (!mayInProject(caller.grants, projectId, ['planEdit'])) throw new Refusal(planErrors.mayNotCreate);
}

/** The uploaded picture that is to be a base map. */
async function needBaseMap(caller: Caller, { transaction }: OneWrite, sent: string): Promise<string> {
  if (sent === '') throw new Refusal(planErrors.baseMapMissing);
  try {
    return await needOwnFile(caller.tenant, transaction, sent);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(planErrors.baseMapMissing) : error;
  }
}

/** The area of a location; null: the whole site. */
async function needLocation(
  caller: Caller,
  { transaction }: OneWrite,
  projectId: number,
  locationId: number | null | undefined,
): Promise<{ areaId: number | null; name: string }> {
  if (locationId === null || locationId === undefined) throw new Refusal(planErrors.locationFirst);
  const place = await placeOf(caller.tenant, transaction, projectId, locationId);
  if (!place) throw new Refusal(planErrors.notOfProject);
  return { areaId: locationId === projectId ? null : locationId, name: place.name };
}

export function planHandlers(deps: PlanDeps): Handlers<typeof planCalls> {
  const { db, clock, events, fileUrls } = deps;
  const tell = ({ afterCommit }: OneWrite, companyId: number) =>
    afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['plan'] }));
  const needFreeName = async (
    caller: Caller,
    { transaction }: OneWrite,
    projectId: number,
    { name, area_id: areaId }: Pick<PlanValues, 'name' | 'area_id'>,
    exceptId: number,
  ) => {
    if (await isNameTaken(caller.tenant, transaction, { projectId, areaId, name, exceptId }))
      throw new Refusal(planErrors.nameTaken);
  };
  const needPlan = async (caller: Caller, { transaction }: OneWrite, planId: number): Promise<PlanFacts> => {
    const [plan] = await lockPlans(caller.tenant, transaction, [planId]);
    if (!plan) throw new Refusal(commonErrors.notFound);
    needEditor(caller, plan.project_id);
    return plan;
  };

  return {
    async getPlanList({ caller, language }, { query }) {
      needInProject(caller, query.projectId, readers);
      const rows = await findPlans(caller.tenant, db, { projectId: query.projectId, deviceId: query.modelTreeId });
      return rows.map((row) => presentRow(row, language));
    },

    async getPlan({ caller, language }, { query }) {
      const [plan] = await findPlans(caller.tenant, db, { planId: query.planId });
      if (!plan) throw new Refusal(commonErrors.notFound);
      const items = await itemsOf(caller.tenant, db, plan.id);
      const air = await airPointsOf(caller.tenant, db, plan.id);
      const isWhole = !caller.tenant.listedProjectIds.includes(plan.project_id);
      return presentPlan(plan, items, air, { language, fileUrl: fileUrls.fileUrl, isWhole });
    },

    addPlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        needEditor(caller, body.ProjectId);
        const { areaId, name: location } = await needLocation(caller, write, body.ProjectId, body.LocationId);
        const values: PlanValues = {
          name: body.PlanName,
          area_id: areaId,
          base_file_id: await needBaseMap(caller, write, body.BaseMap),
          metres_wide: body.MetresWide ?? null,
        };
        await lockNames(caller.tenant, write.transaction, body.ProjectId);
        await needFreeName(caller, write, body.ProjectId, values, 0);
        const row = { ...values, project_id: body.ProjectId };
        const id = await insertPlan(caller.tenant, write.transaction, row, new Date(clock.now()));
        write.log({
          companyId: caller.tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'floorPlan', id, name: body.PlanName },
          after: { planLocation: location, metresWide: values.metres_wide },
        });
        tell(write, caller.tenant.companyId);
        return { PlanId: id };
      }),

    editPlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const before = await needPlan(caller, write, body.PlanId);
        const { project_id: projectId } = before;
        const wanted: Partial<PlanValues> = {};
        if (body.PlanName !== undefined) wanted.name = body.PlanName;
        if (body.LocationId !== undefined)
          wanted.area_id = (await needLocation(caller, write, projectId, body.LocationId)).areaId;
        if (body.BaseMap !== undefined) wanted.base_file_id = await needBaseMap(caller, write, body.BaseMap);
        if (body.MetresWide !== undefined) wanted.metres_wide = body.MetresWide;
        const changed = differing<PlanValues>(before, wanted);
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        const after = { ...before, ...changed };
        await lockNames(caller.tenant, write.transaction, projectId);
        await needFreeName(caller, write, projectId, after, before.id);
        await updatePlan(caller.tenant, write.transaction, before.id, changed, new Date(clock.now()));
        const words = async (plan: PlanFacts) => ({
          name: plan.name,
          planLocation: (await placeOf(caller.tenant, write.transaction, projectId, plan.area_id ?? projectId))?.name,
          baseMap: plan.base_file_id,
          metresWide: plan.metres_wide,
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId,
          subject: { kind: 'floorPlan', id: before.id, name: after.name },
          before: await words(before),
          after: await words(after),
        });
        tell(write, caller.tenant.companyId);
        return null;
      }),

    savePlanContent: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const plan = await needPlan(caller, write, body.PlanId);
        if (plan.revision !== body.Revision) throw new Refusal(planErrors.changedMeanwhile);
        const items = body.ItemList.map(({ Mtid, PointId, X, Y }) => ({
          device_id: Mtid,
          point_id: PointId,
          x: X,
          y: Y,
        }));
        const { tenant } = caller;
        const known = await countPlaceable(tenant, write.transaction, plan.project_id, items);
        if (known < items.length) throw new Refusal(planErrors.notOfProject);
        const zones = body.ZoneList.map(({ ZoneName, Corners }) => ({ name: ZoneName, corners: Corners }));
        const standing = await itemsOf(tenant, write.transaction, plan.id);
        await replaceItems(tenant, write.transaction, plan.id, items);
        const values = { revision: plan.revision + 1, zones: JSON.stringify(zones) };
        await updatePlan(tenant, write.transaction, plan.id, values, new Date(clock.now()));
        write.log({
          companyId: tenant.companyId,
          projectId: plan.project_id,
          subject: { kind: 'floorPlan', id: plan.id, name: plan.name },
          before: { placedDevices: standing.length, planZones: plan.zones.length },
          after: { placedDevices: items.length, planZones: zones.length },
        });
        tell(write, tenant.companyId);
        return { Revision: values.revision };
      }),

    deletePlan: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const wanted = [...new Set(body.PlanIdList)];
        const rows = await lockPlans(caller.tenant, write.transaction, wanted);
        if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
        for (const { project_id } of rows) needEditor(caller, project_id);
        await deletePlans(caller.tenant, write.transaction, wanted);
        for (const { id, name, project_id: projectId } of rows)
          write.log({
            companyId: caller.tenant.companyId,
            projectId,
            subject: { kind: 'floorPlan', id, name },
            before: { name },
          });
        tell(write, caller.tenant.companyId);
        return { Deleted: rows.length };
      }),
  };
}
