import {
  type CarInfo,
  type CarState,
  type carCalls,
  commonErrors,
  type PointValue,
  positionSilentMs,
  transportErrors,
} from '@watchpost/contract';
import { type Caller, maySee, needInProject } from '../../access/index.ts';
import { gatewayTenantOf, needGateway } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { pointsOfDevices } from '../../points/index.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { rangeOf } from '../rangeOf.ts';
import { tellTransport } from '../tellTransport.ts';
import {
  type CarRow,
  carsOfGateway,
  carsOfSerial,
  comingsOf,
  findCars,
  gatewaysBySerial,
  listCars,
  loadsOf,
  movingKmh,
  setCarGateway,
} from './car.store.ts';
import { readTrack } from './readTrack.wire.ts';
import { vehiclePoints } from './vehiclePoints.ts';

export function carHandlers(deps: TransportDeps): Handlers<typeof carCalls> {
  const { db, clock, presentLive } = deps;

  async function needCar({ tenant }: Pick<Caller, 'tenant'>, id: number): Promise<CarRow> {
    const [car] = await findCars(tenant, db, [id]);
    if (!car) throw new Refusal(commonErrors.notFound);
    return car;
  }

  async function infoOf({ caller, language }: TransportContext, car: CarRow): Promise<CarInfo> {
    const { tenant } = caller;
    const points = await pointsOfDevices(tenant, db, [car.id]);
    const values = await presentLive(tenant, car.project_id, points, language);
    const roles = vehiclePoints(points);
    const of = (point: { id: number } | undefined): PointValue | undefined =>
      values.find(({ PointId }) => PointId === point?.id);
    const [latitude, longitude, speed] = [of(roles.latitude), of(roles.longitude), of(roles.speed)];
    const time = latitude?.Time ?? null;
    const isPlaced = latitude?.Value != null && longitude?.Value != null && time !== null;
    const loads = await loadsOf(tenant, db, car.id);
    const waybills = new Map(loads.map((load) => [load.waybill_id, load]));
    return {
      CarId: car.id,
      CarName: inLanguage(car.name, car.name_en, language),
      ProjectId: car.project_id,
      ProjectName: inLanguage(car.project_name, car.project_name_en, language),
      PlateNumber: car.plate,
      CarSn: car.gateway_serial,
      State: stateOf(isPlaced ? clock.now() - time : null, speed?.Value ?? null),
      Position: isPlaced ? { Latitude: latitude.Value!, Longitude: longitude.Value!, Time: time } : null,
      Speed: speed?.Value ?? null,
      PointList: values,
      TagList: loads.flatMap(({ tag_id, serial_number, name, number }) =>
        tag_id === null
          ? []
          : [{ SensorId: tag_id, TagSn: serial_number ?? '', TagName: name ?? '', WaybillNumber: number }],
      ),
      WaybillList: [...waybills.values()].map(({ waybill_id, number, status }) => ({
        WaybillId: waybill_id,
        WaybillNumber: number,
        TransportStatus: status,
      })),
    };
  }

  return {
    async getCarTagDropdownList({ caller, language }, { query }) {
      const cars = await listCars(caller.tenant, db, query.projectId ?? null);
      return cars.map(({ id, name, name_en, project_id }) => ({
        Key: id,
        Value: inLanguage(name, name_en, language),
        ProjectId: project_id,
      }));
    },

    async getProjectForCarList({ caller, language }) {
      const cars = await listCars(caller.tenant, db, null);
      return [...Map.groupBy(cars, ({ project_id }) => project_id)].map(([ProjectId, ofProject]) => ({
        ProjectId,
        ProjectName: inLanguage(ofProject[0]!.project_name, ofProject[0]!.project_name_en, language),
        CarCount: ofProject.length,
      }));
    },

    async batchAddCarTag(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction, log, unchanged } = write;
        const cars = new Map(
          (
            await findCars(
              tenant,
              transaction,
              body.map(({ CarId }) => CarId),
            )
          ).map((car) => [car.id, car]),
        );
        const serials = body.map(({ CarSn }) => CarSn).filter((serial) => serial !== '');
        const gateways = await gatewaysBySerial(tenant, transaction, serials);
        let changes = 0;
        for (const { CarId, CarSn, PlateNumber } of body) {
          const car = cars.get(CarId);
          if (!car) throw new Refusal(transportErrors.notVehicle);
          needInProject(caller, car.project_id, ['terminalsEdit']);
          if (!maySee(tenant, car.project_id, null)) throw new Refusal(commonErrors.wholeProjectNeeded);
          const gateway = gateways.find(
            ({ serial_number, project_id }) => serial_number === CarSn && project_id === car.project_id,
          );
          if (CarSn !== '' && !gateway) throw new Refusal(transportErrors.gatewayUnknown, { name: CarSn });
          const isElsewhere = gateway?.car_id != null && gateway.car_id !== CarId;
          const isTwice = CarSn !== '' && serials.indexOf(CarSn) !== serials.lastIndexOf(CarSn);
          if (isElsewhere || isTwice) throw new Refusal(transportErrors.gatewayOnOtherCar, { name: CarSn });
          const plate = PlateNumber ?? car.plate;
          await setCarGateway(tenant, transaction, {
            device_id: CarId,
            project_id: car.project_id,
            gateway_id: gateway?.id ?? null,
            plate,
          });
          if (CarSn === (car.gateway_serial ?? '') && plate === car.plate) continue;
          changes++;
          log({
            companyId: tenant.companyId,
            projectId: car.project_id,
            subject: { kind: 'carGateway', id: CarId, name: car.name },
            before: { serialNumber: car.gateway_serial, plate: car.plate },
            after: { serialNumber: CarSn === '' ? null : CarSn, plate },
          });
        }
        if (changes === 0) unchanged();
        else tellTransport(write, deps.events, tenant.companyId);
        return { CarIdList: body.map(({ CarId }) => CarId) };
      });
    },

    async getCarSnPointInfo(context, { query }) {
      const [car] = await carsOfSerial(context.caller.tenant, db, query.carSn);
      if (!car) throw new Refusal(commonErrors.notFound);
      return infoOf(context, car);
    },

    getCarPointInfo: async (context, { query }) => infoOf(context, await needCar(context.caller, query.carId)),

    async getCarTrack({ caller, language, signal }, { query }) {
      const car = await needCar(caller, query.carId);
      const range = await rangeOf(deps, caller, car.project_id, query);
      const track = await readTrack(deps, caller, car, range, language, signal);
      if (!track) throw new Refusal(transportErrors.noPosition);
      return track;
    },

    async getGatewayTrack({ caller, language, signal }, { query }) {
      const gateway = await needGateway(gatewayTenantOf(caller), db, query.deviceId);
      const { from, to } = await rangeOf(deps, caller, gateway.project_id, query);
      const events = await comingsOf(caller.tenant, db, gateway.id, new Date(from), new Date(to));
      const [car] = await carsOfGateway(caller.tenant, db, gateway.id);
      return {
        DeviceId: gateway.id,
        DeviceName: inLanguage(gateway.name, gateway.name_en, language),
        FromEpoch: from,
        ToEpoch: to,
        OnlineList: events.map(({ at, is_up }, i) => ({
          FromEpoch: Math.max(from, at.getTime()),
          ToEpoch: events[i + 1]?.at.getTime() ?? to,
          IsOnline: is_up,
        })),
        Track: car ? await readTrack(deps, caller, car, { from, to }, language, signal) : null,
      };
    },
  };
}

function stateOf(ageMs: number | null, speed: number | null): CarState {
  if (ageMs === null) return 'unknown';
  if (ageMs > positionSilentMs) return 'silent';
  return (speed ?? 0) >= movingKmh ? 'driving' : 'stopped';
}
