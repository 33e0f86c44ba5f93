import { commonErrors, isCycle, type Language, pointErrors, type pointListCalls } from '@watchpost/contract';
import { needInProject, type UserTenant } from '../../access/index.ts';
import { gatewayTenantOf, needLineToSetUp } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { showsLive } from '../../projects/index.ts';
import type { PointContext, PointDeps } from '../PointDeps.ts';
import { lockPoints } from '../setUp/setUp.store.ts';
import { tellChanged } from '../tellPoints.ts';
import { findTypes } from '../types/store.ts';
import { addDevices } from './addDevices.ts';
import { type ReplacedName, replacedNames } from './batchUpdate.ts';
import {
  idsOfProject,
  type ListedPoint,
  type PointFilter,
  type PointOrder,
  pageOfProject,
  pointsInOrder,
} from './list.store.ts';
import {
  existingLinks,
  findDevices,
  findLinked,
  type LinkedPoint,
  linkAreas,
  listAreas,
  listChoices,
  listClasses,
  listDevices,
  type Named,
  type PointColumns,
  relatedPoints,
  renamePoints,
  setRelated,
  unlinkAreas,
  updatePoints,
} from './places.store.ts';
import { presentListed } from './present.ts';

/** So many changed names are shown before they are. */
const mostExamples = 20;

type PointQuestion = Parameters<Handlers<typeof pointListCalls>['getPointPage']>[1]['body'];

/** A page of a project's points. */
export async function listPoints(
  deps: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  who: Asker,
  body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>,
  range: { offset: number; limit: number },
) {
  const { filter, order } = inOurWords(body, who.language);
  const { rows, total } = await pageOfProject(who.tenant, deps.db, filter, order, range);
  return { Data: await withValues(deps, who, body.ProjectId, rows), TotalCount: total };
}

/** Every point of the list, in pieces. */
export async function* allPoints(
  deps: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  who: Asker,
  body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>,
  rowsAtOnce: number,
) {
  const { filter, order } = inOurWords(body, who.language);
  const ids = await idsOfProject(who.tenant, deps.db, filter, order);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await pointsInOrder(who.tenant, deps.db, ids.slice(from, from + rowsAtOnce));
    yield* await withValues(deps, who, body.ProjectId, rows);
  }
}

interface Asker {
  readonly tenant: UserTenant;
  readonly language: Language;
}

async function withValues(
  { db, clock, live }: Pick<PointDeps, 'db' | 'clock' | 'live'>,
  { tenant, language }: Asker,
  projectId: number,
  rows: readonly ListedPoint[],
) {
  const isShown = await showsLive(tenant, db, projectId, clock.now());
  return rows.map((row) => presentListed(row, isShown ? live.get(row.id) : null, language));
}

function inOurWords(body: Omit<PointQuestion, 'PageIndex' | 'PageSize'>, language: Language) {
  const filter: PointFilter = {
    projectId: body.ProjectId,
    name: body.PointName,
    kinds: body.KindList,
    typeIds: body.PointTypeIdList,
    gatewayIds: body.GatewayIdList,
    slaveIds: body.SlaveIdList,
    deviceIds: body.ModelTreeIdList,
    areaIds: body.LocationIdList,
    subsystemId: body.BigTypeId,
    levels: body.LevelList,
    writable: body.IsWrite,
    watched: body.IsSetAlarm,
    placed: body.IsRelevance,
  };
  const order: PointOrder = { by: body.SortType ?? 'name', ascending: body.IsAsc ?? true, language };
  return { filter, order };
}

export function placeHandlers(deps: PointDeps): Handlers<typeof pointListCalls> {
  const { db, events, deviceWriter } = deps;

  /** Points of projects that the caller may configure: all of them or a refusal. */
  async function needPoints(
    { caller }: PointContext,
    transaction: Parameters<typeof findLinked>[1],
    pointIds: readonly number[],
    lock: 'lock' | 'look' = 'lock',
  ): Promise<LinkedPoint[]> {
    const ids = [...new Set(pointIds)];
    const points = await findLinked(caller.tenant, transaction, ids, lock);
    if (points.length < ids.length) throw new Refusal(commonErrors.notFound);
    for (const projectId of new Set(points.map(({ project_id }) => project_id)))
      needInProject(caller, projectId, ['projectConfig']);
    return points;
  }

  /** All points are of one project: a device of another one cannot have them. */
  const projectOf = (points: readonly LinkedPoint[]): number => {
    const ids = new Set(points.map(({ project_id }) => project_id));
    const [projectId] = ids;
    if (projectId === undefined || ids.size > 1) throw new Refusal(pointErrors.placeUnknown);
    return projectId;
  };

  const choiceOf =
    (language: 'zh' | 'en') =>
    ({ id, name, name_en }: Named) => ({ Key: id, Value: inLanguage(name, name_en, language) });

  return {
    getPointPage: ({ caller, language }, { body }) =>
      listPoints(deps, { tenant: caller.tenant, language }, body, {
        offset: (body.PageIndex - 1) * body.PageSize,
        limit: body.PageSize,
      }),

    async getPointPageDropdownList({ caller, language }, { query }) {
      const { types, gateways, slaves } = await listChoices(gatewayTenantOf(caller), db, query.projectId);
      const devices = await listDevices(caller.tenant, db, query.projectId, null);
      const areas = await listAreas(caller.tenant, db, query.projectId);
      const choice = choiceOf(language);
      const subsystems = new Map(
        devices.map((row) => [row.subsystem_id, language === 'en' ? row.subsystem_en : row.subsystem_zh]),
      );
      return {
        PointTypeList: types.map((type) => ({
          ...choice(type),
          PointType: type.value_type === 'status' ? 1 : 0,
          UnitList: type.units,
        })),
        GatewayList: gateways.map((gateway) => ({ ...choice(gateway), Protocol: gateway.protocol })),
        SlaveList: slaves.map((slave) => ({ ...choice(slave), GatewayId: slave.gateway_id, Address: slave.address })),
        ModelTreeList: devices.map((device) => ({ ...choice(device), BigTypeId: device.subsystem_id })),
        LocationList: areas.map(choice),
        SubsystemList: [...subsystems].map(([Key, Value]) => ({ Key, Value })),
      };
    },

    async getSubsystemAndModelTreeDropdownList({ caller, language: ofHeader }, { query }) {
      const language = query.language ?? ofHeader;
      const devices = await listDevices(caller.tenant, db, query.projectId, null);
      return [...Map.groupBy(devices, ({ subsystem_id }) => subsystem_id).values()].map((rows) => ({
        BigTypeId: rows[0]!.subsystem_id,
        BigTypeName: language === 'en' ? rows[0]!.subsystem_en : rows[0]!.subsystem_zh,
        ModelTreeList: rows.map(choiceOf(language)),
      }));
    },

    async getPointModelTreeSysInfo({ caller, language }, { query }) {
      const [point] = await findLinked(caller.tenant, db, [query.pointId], 'look');
      if (!point || point.project_id !== query.projectId) throw new Refusal(commonErrors.notFound);
      const devices = await listDevices(caller.tenant, db, query.projectId, query.pointId);
      return devices.map((row) => ({
        ModelTreeId: row.id,
        ModelTreeName: inLanguage(row.name, row.name_en, language),
        BigTypeId: row.subsystem_id,
        BigTypeName: language === 'en' ? row.subsystem_en : row.subsystem_zh,
        SmallTypeId: row.class_id,
        SmallTypeName: language === 'en' ? row.class_en : row.class_zh,
        LocationId: row.area_id,
        LocationName: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
      }));
    },

    async pointRelevanceModelTreeAndLocation(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      const idsOf = (type: number) => [
        ...new Set(body.ModelTreeOrLocationIdList.filter(({ Type }) => Type === type).map(({ Id }) => Id)),
      ];
      const [deviceIds, areaIds] = [idsOf(1), idsOf(2)];
      if (deviceIds.length + areaIds.length === 0) throw new Refusal(pointErrors.choosePlace);
      const count = await inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const points = await needPoints(context, transaction, body.PointIdList);
        const projectId = projectOf(points);
        const devices = await findDevices(tenant, transaction, projectId, deviceIds);
        const areas = (await listAreas(tenant, transaction, projectId)).filter(({ id }) => areaIds.includes(id));
        if (devices.length < deviceIds.length || areas.length < areaIds.length)
          throw new Refusal(pointErrors.placeUnknown);
        const pointIds = points.map(({ id }) => id);
        const linked = new Set(
          (await existingLinks(tenant, transaction, pointIds, deviceIds)).map(({ point_id }) => point_id),
        );
        if (linked.size > 0) {
          const names = points
            .filter(({ id }) => linked.has(id))
            .map((point) => inLanguage(point.name, point.name_en, language));
          throw new Refusal(pointErrors.alreadyLinked, {
            names: names.slice(0, 10).join(language === 'en' ? ', ' : '、'),
          });
        }
        // In the order in which they were chosen.
        const inOrder = [...new Set(body.PointIdList)];
        const added =
          (await deviceWriter.linkDevices(tenant, transaction, projectId, inOrder, deviceIds)) +
          (await linkAreas(tenant, transaction, projectId, pointIds, areaIds));
        const after = { devices: devices.map(({ name }) => name), areas: areas.map(({ name }) => name) };
        for (const { id, name } of points)
          log({ companyId: tenant.companyId, projectId, subject: { kind: 'point', id, name }, after });
        tellChanged(write, events, tenant.companyId, 'point', pointIds);
        return added;
      });
      return { Changed: count };
    },

    async pointCancelRelevanceModelTreeOrLocation(context, { query, body }) {
      const { tenant } = context.caller;
      const count = await inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const points = await needPoints(context, transaction, body);
        const ids = points.map(({ id }) => id);
        const fromDevices =
          query.cancelType === '2' ? [] : await deviceWriter.unlinkDevices(tenant, transaction, ids, null);
        const fromAreas = query.cancelType === '1' ? [] : await unlinkAreas(tenant, transaction, ids);
        const touched = new Set([...fromDevices, ...fromAreas].map(({ point_id }) => point_id));
        if (touched.size === 0) unchanged();
        for (const { id, name, project_id } of points.filter((point) => touched.has(point.id))) {
          const devices = fromDevices.filter(({ point_id }) => point_id === id).length;
          const areas = fromAreas.filter(({ point_id }) => point_id === id).length;
          const before = { ...(devices > 0 ? { devices } : {}), ...(areas > 0 ? { areas } : {}) };
          log({ companyId: tenant.companyId, projectId: project_id, subject: { kind: 'point', id, name }, before });
        }
        tellChanged(write, events, tenant.companyId, 'point', [...touched]);
        return fromDevices.length + fromAreas.length;
      });
      return { Changed: count };
    },

    async pointCancelRelevance(context, { query, body }) {
      const { tenant } = context.caller;
      const count = await inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const points = await needPoints(context, transaction, body);
        const projectId = projectOf(points);
        const [device] = await findDevices(tenant, transaction, projectId, [query.modelTreeId]);
        if (!device) throw new Refusal(pointErrors.placeUnknown);
        const ids = points.map(({ id }) => id);
        const gone = new Set(
          (await deviceWriter.unlinkDevices(tenant, transaction, ids, device.id)).map(({ point_id }) => point_id),
        );
        if (gone.size === 0) unchanged();
        for (const { id, name } of points.filter((point) => gone.has(point.id))) {
          const before = { devices: [device.name] };
          log({ companyId: tenant.companyId, projectId, subject: { kind: 'point', id, name }, before });
        }
        tellChanged(write, events, tenant.companyId, 'point', [...gone]);
        return gone.size;
      });
      return { Changed: count };
    },

    async batchUpdatePoint(context, { body }) {
      const { caller, language } = context;
      const { tenant } = caller;
      needInProject(caller, body.ProjectId, ['projectConfig', 'terminalsEdit']);
      const required = (field: string) => InvalidInput.inField(field, { zh: '必填', en: 'Required' }, language);

      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const ids = [...new Set(body.PointIdList)];
        await lockPoints(tenant, transaction, body.ProjectId);
        const points = await findLinked(tenant, transaction, ids, 'lock');
        if (points.length < ids.length || points.some(({ project_id }) => project_id !== body.ProjectId))
          throw new Refusal(commonErrors.notFound);
        // What a point is called is the project's affair. How it is read, and whether it is written, is how its line is set up.
        if (body.UpdatePointType !== 'name' && body.UpdatePointType !== 'level')
          await needLineToSetUp(caller, transaction, points);

        let renamed: ReadonlyMap<number, ReplacedName> = new Map();
        const columns: PointColumns = {};
        switch (body.UpdatePointType) {
          case 'name': {
            if (body.PointName === undefined) throw required('PointName');
            const find = body.FindPointName === undefined || body.FindPointName === '' ? null : body.FindPointName;
            if (find === null && points.length > 1) throw required('FindPointName');
            const replacement = body.PointName;
            renamed = await replacedNames(tenant, transaction, points, { find, replacement, language });
            break;
          }
          case 'type': {
            if (body.PointTypeId === undefined) throw required('PointTypeId');
            const [type] = await findTypes(tenant, transaction, [body.PointTypeId]);
            if (!type) throw InvalidInput.inField('PointTypeId', pointErrors.typeUnknown, language);
            columns.point_type_id = type.id;
            columns.unit = type.value_type === 'status' ? '' : (body.Unit ?? type.units[0] ?? '');
            break;
          }
          case 'unit':
            if (body.Unit === undefined) throw required('Unit');
            columns.unit = body.Unit;
            break;
          case 'level':
            if (body.Level === undefined) throw required('Level');
            columns.level = body.Level;
            break;
          case 'write':
            if (body.IsWrite === undefined) throw required('IsWrite');
            if (body.IsWrite) needWritable(points);
            columns.writable = body.IsWrite;
            break;
          case 'cycle':
            if (body.Cycle === undefined) throw required('Cycle');
            if (!isCycle(body.Cycle))
              throw InvalidInput.inField(
                'Cycle',
                {
                  zh: '采集周期须为 10、30、60、120 秒，或 60 的倍数',
                  en: 'The cycle is 10, 30, 60 or 120 seconds, or a multiple of 60',
                },
                language,
              );
            columns.sampling_interval_seconds = body.Cycle;
        }
        if (columns.unit !== undefined) await needUnit(context, transaction, points, columns);
        if (body.StorageSpaceExtendList) columns.storage_space = JSON.stringify(body.StorageSpaceExtendList);

        const changed = points.filter(
          (point) =>
            renamed.has(point.id) ||
            Object.entries(columns).some(([column, value]) => point[column as keyof LinkedPoint] !== value),
        );
        const answer = {
          Changed: changed.length,
          Examples: changed.slice(0, mostExamples).flatMap(({ id }) => {
            const name = renamed.get(id);
            return name === undefined ? [] : [{ PointId: id, Before: name.before, After: name.after }];
          }),
        };
        if (body.IsDryRun || changed.length === 0) {
          unchanged();
          return answer;
        }
        if (renamed.size > 0) await renamePoints(tenant, transaction, renamed);
        if (Object.keys(columns).length > 0)
          await updatePoints(
            tenant,
            transaction,
            changed.map(({ id }) => id),
            columns,
          );
        for (const point of changed) {
          const given = renamed.get(point.id);
          const name = given?.column === 'name' ? given.after : point.name;
          const word = given?.column === 'name_en' ? 'nameEn' : 'name';
          const before = {
            ...(given ? { [word]: given.before } : {}),
            ...Object.fromEntries(Object.keys(columns).map((key) => [key, point[key as keyof LinkedPoint] ?? null])),
          };
          const after = { ...(given ? { [word]: given.after } : {}), ...columns };
          log({
            companyId: tenant.companyId,
            projectId: point.project_id,
            subject: { kind: 'point', id: point.id, name },
            before,
            after,
          });
        }
        tellChanged(
          write,
          events,
          tenant.companyId,
          'point',
          changed.map(({ id }) => id),
        );
        return answer;
      });
    },

    async addPointRelevance(context, { body }) {
      const { tenant } = context.caller;
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const others = [...new Map(body.PointRelevanceList.map((each) => [each.PointIdB, each])).values()];
        if (others.some(({ PointIdB }) => PointIdB === body.PointIdA)) throw new Refusal(pointErrors.relevanceItself);
        const points = await needPoints(context, transaction, [
          body.PointIdA,
          ...others.map(({ PointIdB }) => PointIdB),
        ]);
        const projectId = projectOf(points);
        const deviceIds = [body.ModelTreeIdA, ...others.map(({ ModelTreeIdB }) => ModelTreeIdB)].filter(
          (id) => id !== undefined,
        );
        const wanted = new Set(deviceIds);
        if ((await findDevices(tenant, transaction, projectId, [...wanted])).length < wanted.size)
          throw new Refusal(pointErrors.placeUnknown);
        const of = { projectId, pointId: body.PointIdA, deviceId: body.ModelTreeIdA ?? null };
        await setRelated(
          tenant,
          transaction,
          of,
          others.map(({ PointIdB, ModelTreeIdB }) => ({ pointId: PointIdB, deviceId: ModelTreeIdB ?? null })),
        );
        const byId = new Map(points.map((point) => [point.id, point.name]));
        const subject = { kind: 'point', id: body.PointIdA, name: byId.get(body.PointIdA)! } as const;
        const after = { relatedPoints: others.map(({ PointIdB }) => byId.get(PointIdB)) };
        log({ companyId: tenant.companyId, projectId, subject, after });
      });
      return null;
    },

    async getPointRelevance({ caller, language }, { query }) {
      const [point] = await findLinked(caller.tenant, db, [query.pointId], 'look');
      if (!point) throw new Refusal(commonErrors.notFound);
      const rows = await relatedPoints(caller.tenant, db, query.pointId, query.modelTreeId ?? null);
      return rows.map((row) => ({
        PointIdB: row.id,
        PointName: inLanguage(row.name, row.name_en, language),
        PointType: row.value_type === 'status' ? 1 : 0,
        Unit: row.unit,
        ModelTreeIdB: row.device_id,
        ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
      }));
    },

    async batchAddModelTree(context, { body }) {
      const { tenant } = context.caller;
      needInProject(context.caller, body.ProjectId, ['projectConfig']);
      const made = await inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const isOfSubsystem = (await listClasses(tenant, transaction)).some(
          ({ id, subsystem_id }) => id === body.SmallTypeId && subsystem_id === body.BigTypeId,
        );
        if (!isOfSubsystem) throw new Refusal(pointErrors.classUnknown);
        const areaId = body.LocationId ?? null;
        if (areaId !== null && !(await listAreas(tenant, transaction, body.ProjectId)).some(({ id }) => id === areaId))
          throw new Refusal(pointErrors.placeUnknown);
        const pointIds = [...new Set(body.ModelTreeInfoList.flatMap(({ PointIdList }) => PointIdList))];
        const points = await needPoints(context, transaction, pointIds);
        if (points.some(({ project_id }) => project_id !== body.ProjectId)) throw new Refusal(pointErrors.placeUnknown);
        return addDevices(tenant, write, deps, {
          projectId: body.ProjectId,
          onSameName: body.OperateType,
          devices: body.ModelTreeInfoList.map(({ ModelTreeName, PointIdList }) => ({
            name: ModelTreeName,
            classId: body.SmallTypeId,
            areaId,
            pointIds: [...new Set(PointIdList)],
          })),
        });
      });
      return {
        ModelTreeList: made.map(({ id, name, isNew }) => ({ ModelTreeId: id, ModelTreeName: name, IsNew: isNew })),
      };
    },
  };
}

/** What the rules of spec §5.1 say of writing, for points that exist. */
function needWritable(points: readonly LinkedPoint[]): void {
  const isFit = ({ kind, modbus }: LinkedPoint): boolean => {
    if (kind === 'computed') return false;
    if (kind !== 'modbus') return true;
    const { functionCode, format, scaling } = (modbus ?? {}) as {
      functionCode?: number;
      format?: string;
      scaling?: { engLow: number; engHigh: number } | null;
    };
    const turnsBack = !scaling || scaling.engLow !== scaling.engHigh;
    return (functionCode === 1 || functionCode === 3) && format !== 'bits16' && turnsBack;
  };
  if (!points.every(isFit)) throw new Refusal(pointErrors.notWritable);
}

/** A unit is one of the type that each point has, or gets. */
async function needUnit(
  { caller, language }: PointContext,
  db: Parameters<typeof findTypes>[1],
  points: readonly LinkedPoint[],
  { unit, point_type_id }: PointColumns,
): Promise<void> {
  const typeIds = point_type_id === undefined ? points.map((point) => point.point_type_id) : [point_type_id];
  for (const type of await findTypes(caller.tenant, db, [...new Set(typeIds)])) {
    const fits =
      type.value_type === 'status' ? unit === '' : type.units.length === 0 || type.units.includes(unit ?? '');
    if (fits) continue;
    const words = {
      zh: `单位「${unit}」不属于点类型「${type.name_zh}」`,
      en: `“${unit}” is not a unit of the point type “${type.name_en}”.`,
    };
    throw InvalidInput.inField('Unit', words, language);
  }
}
