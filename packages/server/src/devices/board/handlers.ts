import { type boardCalls, commonErrors, type Language } from '@watchpost/contract';
import type { Tenant, UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createPresentLive, pointsOfDevices, unknownPoints } from '../../points/index.ts';
import { showsLive } from '../../projects/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { presentClasses as presentNodes } from '../list/present.ts';
import { placedDevices } from '../list/store.ts';
import { count, deviceStates, noDevices } from '../states/deviceStates.ts';
import {
  presentClasses,
  presentCompared,
  presentDevice,
  presentFacets,
  presentGateway,
  presentTab,
  presentTotals,
  presentTrend,
} from './present.ts';
import {
  countByClass,
  countByStatus,
  type DeviceFilter,
  type DeviceRow,
  facetsOf,
  findDevice,
  gatewaysOfDevice,
  hiddenPoints,
  pageDevices,
} from './store.ts';

type TableQuestion = Parameters<Handlers<typeof boardCalls>['getTableListRead']>[1]['body'];

/** As many as a project may have; beyond that its filter panel counts the first of them. */
const mostDevices = 20_000;

/** Wide enough for a shape, narrow enough for a card: 36 buckets over six hours. */
const trendBucketMinutes = 10;

export function boardHandlers(deps: DeviceDeps): Handlers<typeof boardCalls> {
  const { db, clock, history } = deps;
  const presentLive = createPresentLive(deps);
  /** A project as it stands now: what of it nobody knows. */
  const inProject = async (projectId: number) => ({
    projectId,
    unknown: await unknownPoints(deps, projectId, clock.now()),
  });

  const withPoints = async (tenant: Tenant, projectId: number, devices: DeviceRow[], language: Language) => {
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

  const tableFilter = async (tenant: UserTenant, body: TableQuestion): Promise<DeviceFilter> => ({
    ...(await inProject(body.ProjectId)),
    subsystemId: body.BigTypeId,
    classId: body.SmallTypeId,
    areaIds: body.LocationIdList,
    name: body.ModelTreeName,
    pointName: body.PointName,
    statuses: body.ConnectStatusList,
    points: body.PointStatusList && {
      statuses: body.PointStatusList,
      by: await deviceStates(deps, tenant, [body.ProjectId]),
    },
    pointTypeIds: body.PointTypeList,
    isWritable: body.ReadWrite && body.ReadWrite === 'readWrite',
    isWatched: body.IsSetAlarm,
  });

  return {
    async getTableListRead({ caller, language }, { body }) {
      const filter = await tableFilter(caller.tenant, body);
      const order = { sort: body.SortType ?? 'default', ascending: body.IsAsc ?? true } as const;
      const range = { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize };
      const { rows, total } = await pageDevices(caller.tenant, db, filter, order, range);
      return { Data: await withPoints(caller.tenant, body.ProjectId, rows, language), TotalCount: total };
    },

    async getTableListReadScreen({ caller, language }, { body }) {
      const order = { sort: 'default', ascending: true } as const;
      const range = { offset: 0, limit: mostDevices };
      const { rows } = await pageDevices(caller.tenant, db, await tableFilter(caller.tenant, body), order, range);
      const facets = await facetsOf(
        caller.tenant,
        db,
        rows.map(({ id }) => id),
      );
      return presentFacets(facets, rows, language);
    },

    async getTableList({ caller, language }, { body }) {
      const filter = {
        ...(await inProject(body.ProjectId)),
        classId: body.SmallTypeId,
        name: body.ModelTreeName,
      };
      const range = { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize };
      const { rows, total } = await pageDevices(caller.tenant, db, filter, { sort: 'name', ascending: true }, range);
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
      const filter = { projectIds: [query.projectId], subsystemId: query.subsystem };
      return presentNodes(await placedDevices(caller.tenant, db, filter), language, { withDevices: true });
    },

    async getCard({ caller }, { body }) {
      if (!(await showsLive(caller.tenant, db, body.ProjectId, clock.now()))) return [];
      const { rows } = await pageDevices(
        caller.tenant,
        db,
        await inProject(body.ProjectId),
        { sort: 'default', ascending: true },
        { offset: 0, limit: 10_000 },
      );
      const wanted = body.ModelTreeIdList ? new Set(body.ModelTreeIdList) : null;
      const deviceIds = rows.map(({ id }) => id).filter((id) => wanted === null || wanted.has(id));
      const mains = (await pointsOfDevices(caller.tenant, db, deviceIds)).filter(
        ({ main, value_type }) => main && value_type === 'analog',
      );
      const to = clock.now();
      const series = await history.buckets(
        mains.map((point) => ({
          pointId: point.id,
          samplingIntervalMs: point.sampling_interval_seconds * 1000,
          kind: 'analog' as const,
        })),
        to - body.Hours * 3_600_000,
        to,
        trendBucketMinutes,
      );
      return mains.map((point, index) => presentTrend(point.device_id, series[index]!));
    },

    async getModelTreeBaseInfo({ caller, language }, { query }) {
      const device = await findDevice(caller.tenant, db, {
        ...(await inProject(query.ProjectId)),
        deviceId: query.modelTreeId,
      });
      if (!device) throw new Refusal(commonErrors.notFound);
      const [presented] = await withPoints(caller.tenant, query.ProjectId, [device], language);
      const gateways = await gatewaysOfDevice(caller.tenant, db, device.id);
      return {
        ...presented!,
        Brand: device.brand,
        Model: device.model,
        Gateways: gateways.map((gateway) => presentGateway(gateway, language)),
      };
    },

    async getBigSmallType({ caller, language }) {
      return presentClasses(await countByClass(caller.tenant, db, caller.projectId), language);
    },

    async getModelTreeStatusTotal({ caller }, { body }) {
      return presentTotals(
        await countByStatus(caller.tenant, db, { ...(await inProject(body.ProjectId)), subsystemId: body.BigTypeId }),
      );
    },
  };
}
