import { type boardCalls, commonErrors, type Language } from '@watchpost/contract';
import type { Tenant, UserTenant } from '../../access/index.ts';
import { gatewayTenantOf } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { createPresentLive, pointsOfDevices } from '../../points/index.ts';
import { showsLive } from '../../projects/index.ts';
import { presentReturn, returnsAhead } from '../../writing/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { presentClasses as presentNodes, presentTotals } from '../list/present.ts';
import { deviceIds, placedDevices } from '../list/store.ts';
import { count, deviceStates, noDevices } from '../states/deviceStates.ts';
import { type BoardDevice, type BoardQuestion, boardIds, boardPage } from './boardDevices.ts';
import {
  presentClasses,
  presentCompared,
  presentDevice,
  presentFacets,
  presentGateway,
  presentTab,
  presentTrend,
} from './present.ts';
import { countByClass, facetsOf, gatewaysOfDevice, hiddenPoints, orderedDevices } from './store.ts';

type TableQuestion = Parameters<Handlers<typeof boardCalls>['getTableListRead']>[1]['body'];

/** Wide enough for a shape, narrow enough for a card: 36 buckets over six hours. */
const trendBucketMinutes = 10;

export function boardHandlers(deps: DeviceDeps): Handlers<typeof boardCalls> {
  const { db, clock, history, historyShare } = deps;
  const presentLive = createPresentLive(deps);
  const withPoints = async (tenant: Tenant, projectId: number, devices: BoardDevice[], language: Language) => {
    const deviceIds = devices.map(({ id }) => id);
    const hidden = await hiddenPoints(tenant, db, deviceIds);
    const points = (await pointsOfDevices(tenant, db, deviceIds)).filter(
      ({ id, device_id }) => !hidden.has(`${device_id}:${id}`),
    );
    const values = await presentLive(tenant, projectId, points, language);
    const rows = points.map((point, index) => ({ point, value: values[index]! }));
    const byDevice = Map.groupBy(rows, ({ point }) => point.device_id);
    return devices.map((device) => {
      const own = byDevice.get(device.id) ?? [];
      const main = own.find(({ point }) => point.main)?.point.id ?? null;
      return presentDevice(
        device,
        own.map(({ value }) => value),
        main,
        language,
      );
    });
  };

  const tableQuestion = async (tenant: UserTenant, body: TableQuestion): Promise<BoardQuestion> => ({
    projectId: body.ProjectId,
    filter: {
      subsystemId: body.BigTypeId,
      subsystem: body.subsystem,
      classIds: body.SmallTypeId === undefined ? undefined : [body.SmallTypeId],
      areaIds: body.LocationIdList,
      deviceIds: body.ModelTreeIdList,
      name: body.ModelTreeName,
      pointName: body.PointName,
      points: body.PointStatusList && {
        statuses: body.PointStatusList,
        by: await deviceStates(deps, tenant, [body.ProjectId]),
      },
      pointTypeIds: body.PointTypeList,
      isWritable: body.ReadWrite && body.ReadWrite === 'readWrite',
      isWatched: body.IsSetAlarm,
    },
    statuses: body.ConnectStatusList,
    sort: body.SortType ?? 'default',
    ascending: body.IsAsc ?? true,
  });

  return {
    async getTableListRead({ caller, language }, { body }) {
      const question = await tableQuestion(caller.tenant, body);
      const range = rowRange(body);
      const { rows, total } = await boardPage(deps, caller.tenant, question, range);
      return { Data: await withPoints(caller.tenant, body.ProjectId, rows, language), TotalCount: total };
    },

    async getTableListReadScreen({ caller, language }, { body }) {
      const { ids, states } = await boardIds(deps, caller.tenant, await tableQuestion(caller.tenant, body));
      return presentFacets(await facetsOf(caller.tenant, db, ids), ids.map(states.of), language);
    },

    async getTableList({ caller, language }, { body }) {
      const { rows, total } = await boardPage(
        deps,
        caller.tenant,
        {
          projectId: body.ProjectId,
          filter: {
            classIds: body.SmallTypeId === undefined ? undefined : [body.SmallTypeId],
            name: body.ModelTreeName,
          },
          sort: 'name',
          ascending: true,
        },
        rowRange(body),
      );
      return { ...presentCompared(await withPoints(caller.tenant, body.ProjectId, rows, language)), TotalCount: total };
    },

    async getTab({ caller, language }, { query }) {
      const filter = { projectIds: [query.projectId] };
      const [devices, states] = await Promise.all([
        placedDevices(caller.tenant, db, filter),
        deviceStates(deps, caller.tenant, filter.projectIds),
      ]);
      return [...Map.groupBy(devices, ({ subsystem_id }) => subsystem_id).values()].map((ofSubsystem) => {
        const totals = noDevices();
        for (const { id } of ofSubsystem) count(totals, states.of(id));
        return presentTab(ofSubsystem[0]!, totals, language);
      });
    },

    async getChild({ caller, language }, { query }) {
      const filter = { projectIds: [query.projectId], subsystem: query.subsystem };
      return presentNodes(await placedDevices(caller.tenant, db, filter), language, { withDevices: true });
    },

    async getCard({ caller, signal }, { body }) {
      if (!(await showsLive(caller.tenant, db, body.ProjectId, clock.now()))) return [];
      const shown = await orderedDevices(
        caller.tenant,
        db,
        { projectIds: [body.ProjectId], deviceIds: body.ModelTreeIdList },
        'default',
      );
      const mains = (await pointsOfDevices(caller.tenant, db, shown)).filter(
        ({ main, value_type }) => main && value_type === 'analog',
      );
      const asked = mains.map((point) => ({
        pointId: point.id,
        samplingIntervalMs: point.sampling_interval_seconds * 1000,
        kind: 'analog' as const,
      }));
      const series = await historyShare.short.run(caller.userId, signal, () => {
        const to = clock.now();
        return history.buckets(asked, to - body.Hours * 3_600_000, to, trendBucketMinutes, 0, signal);
      });
      return mains.map((point, index) => presentTrend(point.device_id, series[index]!));
    },

    async getModelTreeBaseInfo({ caller, language }, { query }) {
      const { rows } = await boardPage(
        deps,
        caller.tenant,
        { projectId: query.ProjectId, filter: { deviceIds: [query.modelTreeId] }, sort: 'name', ascending: true },
        { offset: 0, limit: 1 },
      );
      const [device] = rows;
      if (!device) throw new Refusal(commonErrors.notFound);
      const [presented] = await withPoints(caller.tenant, query.ProjectId, [device], language);
      const gateways = await gatewaysOfDevice(gatewayTenantOf(caller), db, device.id);
      const returns = await returnsAhead(
        caller.tenant,
        db,
        presented!.Points.map(({ PointId }) => PointId),
      );
      return {
        ...presented!,
        Brand: device.brand,
        Model: device.model,
        Gateways: gateways.map((gateway) => presentGateway(gateway, language)),
        Returns: [...returns].map(([PointId, ahead]) => ({ PointId, ...presentReturn(ahead)! })),
      };
    },

    async getBigSmallType({ caller, language }) {
      return presentClasses(await countByClass(caller.tenant, db, caller.projectId), language);
    },

    async getModelTreeStatusTotal({ caller }, { body }) {
      const projectIds = [body.ProjectId];
      const [ids, states] = await Promise.all([
        deviceIds(caller.tenant, db, { projectIds, subsystemId: body.BigTypeId }),
        deviceStates(deps, caller.tenant, projectIds),
      ]);
      const totals = noDevices();
      for (const id of ids) count(totals, states.of(id));
      return presentTotals(totals);
    },
  };
}
