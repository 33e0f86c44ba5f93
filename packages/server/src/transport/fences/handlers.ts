import {
  type AllCalls,
  commonErrors,
  type fenceCalls,
  fenceRadius,
  fencesOfProject,
  type ParsedInput,
  transportErrors,
} from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { differing, inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import type { TransportDeps } from '../deps.ts';
import { tellTransport } from '../tellTransport.ts';
import { needToEdit } from '../waybills/saveWaybill.wire.ts';
import {
  deleteFences,
  type FenceRow,
  type FenceValues,
  fenceNames,
  fencesInUse,
  findFences,
  insertFence,
  lockFences,
  pageFences,
  updateFence,
} from './fence.store.ts';
import { crossesItself, middleOf } from './fenceShape.ts';
import { presentFence } from './present.ts';

type Form = ParsedInput<AllCalls['saveGeofence']>['body'];

/** What a form says. @throws Refusal `fenceCrossed`, `fenceTooLarge` */
function valuesOf(form: Form): FenceValues {
  const base = { name: form.GeofenceName, stop_kind: form.StopKind, kind: form.Kind };
  if (form.Kind === 'circle')
    return {
      ...base,
      latitude: form.Latitude!,
      longitude: form.Longitude!,
      radius_metres: form.RadiusMetres!,
      corners: null,
    };
  const corners = form.CornerList.map(({ Latitude, Longitude }) => ({ latitude: Latitude, longitude: Longitude }));
  if (crossesItself(corners)) throw new Refusal(transportErrors.fenceCrossed);
  const { latitude, longitude, reachMetres } = middleOf({ kind: 'polygon', corners });
  if (reachMetres > fenceRadius.max) throw new Refusal(transportErrors.fenceTooLarge, { metres: fenceRadius.max });
  return {
    ...base,
    ...{ latitude, longitude },
    radius_metres: Math.round(reachMetres),
    corners: corners.map((corner) => [corner.latitude, corner.longitude]),
  };
}

const inLog = ({ name, stop_kind, kind, latitude, longitude, radius_metres, corners }: FenceValues) => ({
  name,
  stopKind: stop_kind,
  fenceKind: kind,
  ...(corners === null
    ? { fenceMiddle: `${latitude}, ${longitude}`, fenceRadius: radius_metres }
    : { corners: corners.map((corner) => corner.join(' ')).join(', ') }),
});

const about = ({ company_id, project_id, id, name }: Pick<FenceRow, 'company_id' | 'project_id' | 'id' | 'name'>) => ({
  companyId: company_id,
  projectId: project_id,
  subject: { kind: 'geofence' as const, id, name },
});

export function fenceHandlers(deps: TransportDeps): Handlers<typeof fenceCalls> {
  const { db, clock } = deps;
  return {
    async getGeofencePage({ caller, language }, { body }) {
      const { rows, total } = await pageFences(
        caller.tenant,
        db,
        { projectId: body.ProjectId, text: body.Text, stopKinds: body.StopKindList, ids: body.GeofenceIdList },
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentFence(row, { caller, language })), TotalCount: total };
    },

    async saveGeofence(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const [before] =
          body.GeofenceId === undefined ? [] : await findFences(tenant, transaction, [body.GeofenceId], 'lock');
        if (body.GeofenceId !== undefined && !before) throw new Refusal(commonErrors.notFound);
        const projectId = before?.project_id ?? body.ProjectId;
        needToEdit(caller, projectId);
        const values = valuesOf(body);
        await lockFences(tenant, transaction, projectId);
        const names = await fenceNames(tenant, transaction, projectId);
        if (names.some(({ id, name }) => id !== before?.id && name === values.name.toLowerCase()))
          throw new Refusal(transportErrors.fenceTaken);
        if (before) {
          if (Object.keys(differing<FenceValues>(before, values)).length === 0) unchanged();
          else {
            await updateFence(tenant, transaction, before.id, values);
            log({ ...about({ ...before, name: values.name }), before: inLog(before), after: inLog(values) });
            tellTransport(write, deps.events, tenant.companyId);
          }
          return { GeofenceId: before.id };
        }
        if (names.length >= fencesOfProject)
          throw new Refusal(transportErrors.fencesTooMany, { count: fencesOfProject });
        const id = await insertFence(tenant, transaction, projectId, values, new Date(clock.now()));
        const row = { id, company_id: tenant.companyId, project_id: projectId, name: values.name };
        log({ ...about(row), after: inLog(values) });
        tellTransport(write, deps.events, tenant.companyId);
        return { GeofenceId: id };
      });
    },

    async deleteGeofence(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      const ids = [...new Set(body.GeofenceIdList)];
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const rows = await findFences(tenant, transaction, ids, 'lock');
        if (rows.length < ids.length) throw new Refusal(commonErrors.notFound);
        for (const { project_id } of rows) needToEdit(caller, project_id);
        const inUse = await fencesInUse(tenant, transaction, ids);
        const used = rows.filter(({ id }) => inUse.has(id));
        if (used.length > 0)
          throw new Refusal(
            transportErrors.fenceUsed,
            { names: used.map(({ name }) => name).join(', ') },
            used.map(({ id }) => id),
          );
        await deleteFences(tenant, transaction, ids);
        for (const row of rows) log({ ...about(row), before: inLog(row) });
        tellTransport(write, deps.events, tenant.companyId);
        return { Deleted: rows.length };
      });
    },
  };
}
