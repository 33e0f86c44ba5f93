import { commonErrors, type deviceCalls, type Language } from '@watchpost/contract';
import type { Tenant } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { History } from '../history/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import {
  createPresentLive,
  type LivePointDeps,
  type PointCatalogue,
  pointsOfDevices,
  unknownPoints,
} from '../points/index.ts';
import { showsLive } from '../projects/index.ts';
import { presentClasses, presentDevice, presentGateway, presentTotals, presentTrend } from './present.ts';
import { countByClass, countByStatus, type DeviceRow, findDevice, gatewaysOfDevice, pageDevices } from './store.ts';

export interface DeviceDeps extends LivePointDeps {
  history: History;
  points: PointCatalogue;
}

/** Wide enough for a shape, narrow enough for a card: 36 buckets over six hours. */
const trendBucketMinutes = 10;

export function deviceHandlers(deps: DeviceDeps): Handlers<typeof deviceCalls> {
  const { db, clock, history } = deps;
  const presentLive = createPresentLive(deps);
  /** A project as it stands now: what of it nobody knows. */
  const inProject = async (projectId: number) => ({
    projectId,
    unknown: await unknownPoints(deps, projectId, clock.now()),
  });

  const withPoints = async (tenant: Tenant, projectId: number, devices: DeviceRow[], language: Language) => {
    const deviceIds = devices.map(({ id }) => id);
    const points = await pointsOfDevices(tenant, db, deviceIds);
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

  return {
    async getTableListRead({ caller, language }, { body }) {
      const filter = {
        ...(await inProject(body.ProjectId)),
        subsystemId: body.BigTypeId,
        classId: body.SmallTypeId,
        areaIds: body.LocationIdList,
        name: body.ModelTreeName,
        pointName: body.PointName,
        statuses: body.ConnectStatusList,
      };
      const order = { sort: body.SortType ?? 'default', ascending: body.IsAsc ?? true } as const;
      const range = { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize };
      const { rows, total } = await pageDevices(caller.tenant, db, filter, order, range);
      return { Data: await withPoints(caller.tenant, body.ProjectId, rows, language), TotalCount: total };
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
