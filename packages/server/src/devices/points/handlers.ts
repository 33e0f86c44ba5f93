import type { devicePointCalls, Language } from '@watchpost/contract';
import { type UserTenant, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { endOfLocal, epochOfLocal } from '../../platform/zonedTime.ts';
import { createPresentLive, findPoints } from '../../points/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { presentType } from '../list/present.ts';
import { pointTypesOf } from '../list/store.ts';
import { deviceStates } from '../states/deviceStates.ts';
import { presentDevicePoint, presentNamed, presentOfDevice, presentShown } from './present.ts';
import { setShown } from './setShown.ts';
import {
  type DevicePoint,
  type DevicePointFilter,
  namedPoints,
  pageDevicePoints,
  pairsInOrder,
  pairsOf,
  pointsOfDevice,
} from './store.ts';

export type DevicePointQuestion = Omit<
  Parameters<Handlers<typeof devicePointCalls>['queryPointRead']>[1]['body'],
  'PageIndex' | 'PageSize'
>;

/** A dropdown of more is not chosen from but searched. */
const maxToChoose = 1_000;

type Deps = Omit<DeviceDeps, 'events' | 'fileUrls' | 'history'>;
interface Asker {
  readonly tenant: UserTenant;
  readonly language: Language;
}

/** Points with their devices and present values: one page of what a question finds. */
export async function listDevicePoints(
  deps: Deps,
  who: Asker,
  body: DevicePointQuestion,
  range: { offset: number; limit: number },
) {
  const { filter, order } = await inOurWords(deps, who.tenant, body);
  const { rows, total } = await pageDevicePoints(who.tenant, deps.db, filter, order, range);
  return { Data: await withValues(deps, who, rows), TotalCount: total };
}

/** Everything that a question finds, in pieces. */
export async function* allDevicePoints(deps: Deps, who: Asker, body: DevicePointQuestion, rowsAtOnce: number) {
  const { filter, order } = await inOurWords(deps, who.tenant, body);
  const pairs = await pairsOf(who.tenant, deps.db, filter, order);
  for (let from = 0; from < pairs.length; from += rowsAtOnce) {
    const rows = await pairsInOrder(who.tenant, deps.db, pairs.slice(from, from + rowsAtOnce));
    yield* await withValues(deps, who, rows);
  }
}

async function inOurWords(deps: Deps, tenant: UserTenant, body: DevicePointQuestion) {
  const { db, live, points } = deps;
  const named = body.ProjectId === undefined ? body.ProjectIdList : [body.ProjectId];
  const projectIds = named ? tenant.projectIds.filter((id) => named.includes(id)) : tenant.projectIds;
  const asksStatus = body.PointStatusList !== undefined || body.SortType === 'status';
  const states = await deviceStates(deps, tenant, asksStatus ? projectIds : []);
  const asksTime = body.stime !== undefined || body.etime !== undefined;
  const zone = await zoneOf(tenant, db, body.ProjectId ?? null);
  const from = (body.stime && epochOfLocal(body.stime, zone)) || Number.NEGATIVE_INFINITY;
  const to = (body.etime && endOfLocal(body.etime, zone)) || Number.POSITIVE_INFINITY;
  const measured = (pointId: number) => {
    const at = live.get(pointId)?.measuredAt;
    return at !== undefined && at >= from && at <= to;
  };
  const wanted = new Set(projectIds);
  const filter: DevicePointFilter = {
    projectIds,
    deviceIds: body.mtid === undefined ? body.mtidList : [body.mtid],
    subsystemId: body.BigTypeId,
    areas: body.area,
    text: body.name,
    typeText: body.typeCn,
    typeIds: body.PointTypeIdList,
    levels: body.LevelList,
    statuses: body.PointStatusList && { wanted: body.PointStatusList, by: states },
    alarmLevels: body.alarmLevel,
    isWritable: body.ReadWrite && body.ReadWrite === 'readWrite',
    isWatched: body.IsSetAlarm,
    pointIds: asksTime
      ? [...points.all()].flatMap(({ id, project_id }) => (wanted.has(project_id) && measured(id) ? [id] : []))
      : undefined,
  };
  return { filter, order: { by: body.SortType, ascending: body.IsAsc, states } };
}

async function withValues(deps: Deps, { tenant, language }: Asker, rows: readonly DevicePoint[]) {
  const shown = new Set(rows.map(({ point_id }) => point_id));
  const places = [...new Set(rows.map(({ project_id }) => project_id))];
  const states = await deviceStates(deps, tenant, places, ({ id }) => shown.has(id));
  const presentLive = createPresentLive(deps);
  const values = new Map<number, Awaited<ReturnType<typeof presentLive>>[number]>();
  for (const [projectId, ofProject] of Map.groupBy(rows, ({ project_id }) => project_id)) {
    const ids = [...new Set(ofProject.map(({ point_id }) => point_id))];
    const found = await findPoints(tenant, deps.db, ids);
    for (const value of await presentLive(tenant, projectId, found, language)) values.set(value.PointId, value);
  }
  return rows.flatMap((row) => {
    const value = values.get(row.point_id);
    return value ? [presentDevicePoint(row, value, states, language)] : [];
  });
}

export function devicePointHandlers(deps: DeviceDeps): Handlers<typeof devicePointCalls> {
  const { db } = deps;
  const filterOf = (body: {
    ProjectId?: number | undefined;
    ModelTreeIdList?: readonly number[] | undefined;
    BigTypeId?: number | undefined;
    SmallTypeId?: number | undefined;
  }) => ({
    projectIds: body.ProjectId === undefined ? undefined : [body.ProjectId],
    deviceIds: body.ModelTreeIdList,
    subsystemId: body.BigTypeId,
    classIds: body.SmallTypeId === undefined ? undefined : [body.SmallTypeId],
  });
  return {
    queryPointRead: ({ caller, language }, { body: { PageIndex, PageSize, ...body } }) =>
      listDevicePoints(deps, { tenant: caller.tenant, language }, body, rowRange({ PageIndex, PageSize })),

    async queryPoint({ caller, language }, { body }) {
      const how = { typeIds: body.PointTypeIdList, text: body.PointName, limit: maxToChoose };
      const points = await namedPoints(caller.tenant, db, filterOf(body), how);
      return points.map((point) => presentNamed(point, language));
    },

    async getDmpList({ caller, language }, { query }) {
      const points = await pointsOfDevice(caller.tenant, db, query.modelTreeId);
      return points.map((point) => presentOfDevice(point, language));
    },

    async queryPointTypeInDmpListDropdownList({ caller, language }, { body }) {
      const types = await pointTypesOf(caller.tenant, db, filterOf(body), language);
      return types.map((type) => presentType(type, language));
    },

    async getModelTreeShowPoint({ caller, language }, { query }) {
      const points = await pointsOfDevice(caller.tenant, db, query.modelTreeId);
      return points.map((point) => presentShown(point, language));
    },

    async editModelTreeShowPoint(context, { query, body }) {
      await setShown(deps, context, query.modelTreeId, { pointIds: body, mainId: query.mainPointId ?? null });
      return null;
    },
  };
}
