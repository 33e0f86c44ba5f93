import { commonErrors, type deviceCalls, type Language } from '@watchpost/contract';
import type { Tenant } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { History } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type LiveValues, type PointLimits, pointsOfDevices, presentPoint } from '../points/index.ts';
import { presentClasses, presentDevice, presentGateway, presentTotals, presentTrend } from './present.ts';
import { countByClass, countByStatus, type DeviceRow, findDevice, gatewaysOfDevice, pageDevices } from './store.ts';

export interface DeviceDeps {
  db: Db;
  clock: Clock;
  live: LiveValues;
  history: History;
  limitsOfPoint(pointId: number): PointLimits | null;
}

/** Wide enough for a shape, narrow enough for a card: 36 buckets over six hours. */
const trendBucketMinutes = 10;

export function deviceHandlers({ db, clock, live, history, limitsOfPoint }: DeviceDeps): Handlers<typeof deviceCalls> {
  const withPoints = async (tenant: Tenant, devices: DeviceRow[], language: Language) => {
    const points = await pointsOfDevices(
      tenant,
      db,
      devices.map(({ id }) => id),
    );
    const byDevice = Map.groupBy(points, (point) => point.device_id);
    return devices.map((device) => {
      const own = byDevice.get(device.id) ?? [];
      const values = own.map((point) => presentPoint(point, live.get(point.id), limitsOfPoint(point.id), language));
      return presentDevice(device, values, own.find((point) => point.main)?.id ?? null, language);
    });
  };

  return {
    async getTableListRead({ caller, language }, { body }) {
      const filter = {
        projectId: body.ProjectId,
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
      return { Data: await withPoints(caller.tenant, rows, language), TotalCount: total };
    },

    async getCard({ caller }, { body }) {
      const { rows } = await pageDevices(
        caller.tenant,
        db,
        { projectId: body.ProjectId },
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
      const device = await findDevice(caller.tenant, db, query.ProjectId, query.modelTreeId);
      if (!device) throw new Refusal(commonErrors.notFound);
      const [presented] = await withPoints(caller.tenant, [device], language);
      const gateways = await gatewaysOfDevice(caller.tenant, db, device.id);
      return { ...presented!, Brand: device.brand, Model: device.model, Gateways: gateways.map(presentGateway) };
    },

    async getBigSmallType({ caller, language }) {
      return presentClasses(await countByClass(caller.tenant, db, caller.projectId), language);
    },

    async getModelTreeStatusTotal({ caller }, { body }) {
      return presentTotals(
        await countByStatus(caller.tenant, db, { projectId: body.ProjectId, subsystemId: body.BigTypeId }),
      );
    },
  };
}
