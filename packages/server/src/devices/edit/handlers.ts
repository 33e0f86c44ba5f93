import { commonErrors, type deviceEditCalls } from '@watchpost/contract';
import { needInProject, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { freeName } from '../../platform/freeName.ts';
import { given } from '../../platform/given.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { deviceIds, pageDevices } from '../list/store.ts';
import { propertiesOfDevices, templatesOfClass } from '../properties/store.ts';
import { deviceStates } from '../states/deviceStates.ts';
import { batchSetDevices } from './batchSetDevices.ts';
import { copyDevice } from './copyDevice.ts';
import { deleteDevices } from './deleteDevices.ts';
import { mergeDevices } from './mergeDevices.ts';
import { maySetUp, needDevices, settingUp } from './needDevices.ts';
import { presentDetail, presentEffect, presentTaken } from './present.ts';
import { saveDevice } from './saveDevice.ts';
import { countServing, deviceOfName, effectOfDeleting, namesBeginning, pointsServing } from './store.ts';

export function deviceEditHandlers(deps: DeviceDeps): Handlers<typeof deviceEditCalls> {
  const { db, events, fileUrls } = deps;
  return {
    async getModelTreeDetail({ caller, language }, { query }) {
      const { tenant } = caller;
      const order = { by: 'name', ascending: true } as const;
      const { rows } = await pageDevices(tenant, db, { deviceIds: [query.modelTreeId] }, order, {
        offset: 0,
        limit: 1,
      });
      const [row] = rows;
      if (!row) throw new Refusal(commonErrors.notFound);
      const [states, properties, templates, zone] = await Promise.all([
        deviceStates(deps, tenant, [row.project_id]),
        propertiesOfDevices(tenant, db, [row.id]),
        templatesOfClass(tenant, db, row.class_id),
        zoneOf(tenant, db),
      ]);
      return presentDetail(
        row,
        { language, zone, fileUrl: fileUrls.fileUrl, stateOf: states.of },
        { properties: properties.get(row.id) ?? [], templates, mayEdit: maySetUp(caller, row.project_id) },
      );
    },

    async addOrUpdateModelTree(context, { body }) {
      const id = await saveDevice(deps, context, {
        projectId: body.ProjectId,
        id: body.ModelTreeId,
        values: given({
          name: body.ModelTreeName,
          name_en: body.ModelTreeNameEn,
          class_id: body.SmallTypeId,
          area_id: body.LocationId,
          serial_number: body.SN,
          brand: body.Brand,
          model: body.Model,
          specification: body.Specification,
          production_date: body.ProductionDate,
          labels: body.TagList,
        }),
        cover: body.Cover,
        properties: body.StaticPropertyList?.map(({ PropertyId, Value }) => ({ propertyId: PropertyId, value: Value })),
      });
      return { ModelTreeId: id };
    },

    async getModelTreeNameConflict({ caller, language }, { query }) {
      const { tenant } = caller;
      needInProject(caller, query.projectId, settingUp);
      const { projectId, modelTreeName: name, modelTreeNameEn: nameEn, modelTreeId } = query;
      const exceptId = modelTreeId ?? null;
      const names = nameEn === undefined ? [name] : [name, nameEn];
      const taken = await deviceOfName(tenant, db, { projectId, names, exceptId });
      const besideTaken = async (wanted: string): Promise<string> => {
        if (!(await deviceOfName(tenant, db, { projectId, names: [wanted], exceptId }))) return wanted;
        // Names as long as may be are cut before a number is put behind them.
        const start = [...wanted].slice(0, 40).join('');
        return freeName(wanted, await namesBeginning(tenant, db, { projectId, start }));
      };
      return {
        Taken: taken?.is_visible ? presentTaken(taken, language) : null,
        FreeName: await besideTaken(name),
        FreeNameEn: nameEn === undefined ? null : await besideTaken(nameEn),
      };
    },

    async mergeModelTree(context, { body }) {
      const what = { projectId: body.ProjectId, id: body.ModelTreeId, otherIds: body.MergeModelTreeIdList };
      return { Points: await mergeDevices(deps, context, what) };
    },

    async copyModelTree(context, { body }) {
      const what = { projectId: body.ProjectId, id: body.ModelTreeId, names: body.ModelTreeNameList };
      return { ModelTreeIdList: await copyDevice(deps, context, what) };
    },

    async batchUpdateModelTree(context, { body }) {
      const values = given({
        class_id: body.SmallTypeId,
        area_id: body.LocationId,
        brand: body.Brand,
        model: body.Model,
      });
      const labels = body.TagList && { labels: { chosen: body.TagList, mode: body.TagMode } };
      const which = { projectId: body.ProjectId, ids: body.ModelTreeIdList };
      return { Changed: await batchSetDevices(deps, context, which, { values, ...labels }) };
    },

    getWhatGoesWithModelTree: ({ caller }, { query }) =>
      db.transaction().execute(async (transaction) => {
        await needDevices(caller.tenant, transaction, query.modelTreeIdList);
        return presentEffect(await effectOfDeleting(caller.tenant, transaction, query.modelTreeIdList));
      }),

    deleteModelTree: async (context, { body }) =>
      presentEffect(await deleteDevices(deps, context, [...new Set(body.ModelTreeIdList)])),

    async refreshDeviceModelTree({ caller }, { query }) {
      const { tenant } = caller;
      const ids = await deviceIds(tenant, db, { projectIds: [query.projectId] });
      const [counts, pointIds] = await Promise.all([
        countServing(tenant, db, query.projectId),
        pointsServing(tenant, db, ids),
      ]);
      const { companyId } = tenant;
      if (ids.length > 0) events.emit('configurationChanged', { companyId, kind: 'device', ids });
      if (pointIds.length > 0) events.emit('configurationChanged', { companyId, kind: 'point', ids: pointIds });
      return { Devices: counts.devices, Points: counts.points, FreePoints: counts.free };
    },
  };
}
