import { commonErrors, type Language, pointErrors, type pointListCalls } from '@watchpost/contract';
import { needInProject } from '../../../access/index.ts';
import type { Handlers } from '../../../handlers.ts';
import { inOneWrite } from '../../../logs/index.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { inLanguage } from '../../../platform/inLanguage.ts';
import type { PointDeps } from '../../PointDeps.ts';
import { tellChanged } from '../../tellPoints.ts';
import { addDevices } from '../addDevices.ts';
import { needPoints, projectOf } from '../needPoints.ts';
import {
  existingLinks,
  findDevices,
  findLinked,
  linkAreas,
  listAreas,
  listClasses,
  listDevices,
  type Named,
  type NamedArea,
  unlinkAreas,
} from '../places.store.ts';

type ChosenPlace = number | string | { readonly Id: number; readonly Type: number };
interface KnownPlaces {
  readonly devices: readonly Named[];
  readonly areas: readonly NamedArea[];
}

/**
 * Devices and areas of a list that may name some of them by their numbers, which devices and areas have each of their own, or by their
 * names alone.
 *
 * @throws Refusal `placeAmbiguous`, `placeUnknown`
 */
function placesOf(
  chosen: readonly ChosenPlace[],
  { devices, areas }: KnownPlaces,
  language: Language,
): { deviceIds: number[]; areaIds: number[] } {
  const [deviceIds, areaIds] = [new Set<number>(), new Set<number>()];
  for (const place of chosen) {
    if (typeof place === 'object') {
      (place.Type === 1 ? deviceIds : areaIds).add(place.Id);
      continue;
    }
    const is = ({ id, name, name_en }: Named): boolean =>
      typeof place === 'number' ? id === place : place === name || place === name_en;
    const own = (area: NamedArea): boolean => place === area.own_name || place === area.own_name_en;
    const [device, ...otherDevices] = devices.filter(is);
    const [area, ...otherAreas] = areas.filter((each) => is(each) || own(each));
    if (!device && !area) throw new Refusal(pointErrors.placeUnknown);
    if (device && area)
      throw new Refusal(pointErrors.placeAmbiguous, {
        place,
        device: inLanguage(device.name, device.name_en, language),
        area: inLanguage(area.name, area.name_en, language),
      });
    if (otherDevices.length + otherAreas.length > 0) throw new Refusal(pointErrors.placeSeveral, { name: place });
    if (device) deviceIds.add(device.id);
    if (area) areaIds.add(area.id);
  }
  return { deviceIds: [...deviceIds], areaIds: [...areaIds] };
}

/** Which devices and areas points serve. */
export function linkHandlers(
  deps: PointDeps,
): Pick<
  Handlers<typeof pointListCalls>,
  | 'getPointModelTreeSysInfo'
  | 'pointRelevanceModelTreeAndLocation'
  | 'pointCancelRelevanceModelTreeOrLocation'
  | 'pointCancelRelevance'
  | 'batchAddModelTree'
> {
  const { db, events, deviceWriter } = deps;
  return {
    async getPointModelTreeSysInfo({ caller, language }, { query }) {
      const [point] = await findLinked(caller.tenant, db, [query.pointId], 'look');
      if (!point || point.project_id !== (query.projectId ?? point.project_id))
        throw new Refusal(commonErrors.notFound);
      const devices = await listDevices(caller.tenant, db, point.project_id, query.pointId);
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
      const chosen = body.ModelTreeOrLocationIdList;
      if (chosen.length === 0) throw new Refusal(pointErrors.choosePlace);
      const count = await inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const points = await needPoints(context, transaction, body.PointIdList);
        const projectId = projectOf(points);
        const known = {
          devices: await findDevices(tenant, transaction, projectId, {
            ids: chosen.flatMap((place) =>
              typeof place === 'object' ? place.Id : typeof place === 'number' ? place : [],
            ),
            names: chosen.filter((place) => typeof place === 'string'),
          }),
          areas: await listAreas(tenant, transaction, projectId),
        };
        const { deviceIds, areaIds } = placesOf(chosen, known, language);
        const devices = known.devices.filter(({ id }) => deviceIds.includes(id));
        const areas = known.areas.filter(({ id }) => areaIds.includes(id));
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
        const [device] = await findDevices(tenant, transaction, projectId, { ids: [query.modelTreeId] });
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
