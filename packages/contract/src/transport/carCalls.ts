import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { PointValue } from '../points/wire.ts';
import { epochMs, freeText, id, localMoment } from '../scalars.ts';
import { FenceArea } from './fenceCalls.ts';

const sees = ['monitorView', 'monitorEdit'] as const;

/** Where something was. WGS-84, degrees. */
const position = { Latitude: z.number(), Longitude: z.number() };

export const carStates = ['driving', 'stopped', 'silent', 'unknown'] as const;
export type CarState = (typeof carStates)[number];

/** What a vehicle is doing now, as far as it is known. */
export const CarInfo = z.object({
  CarId: z.number().int(),
  CarName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  PlateNumber: z.string().nullable(),
  CarSn: z.string().nullable().describe('of the gateway in it'),
  State: z.enum(carStates).describe('silent: its position is older than ten minutes; unknown: it never had one'),
  Position: z.object({ ...position, Time: epochMs }).nullable(),
  Speed: z.number().nullable().describe('km/h'),
  PointList: z.array(PointValue),
  TagList: z
    .array(z.object({ SensorId: z.number().int(), TagSn: z.string(), TagName: z.string(), WaybillNumber: z.string() }))
    .describe('bound to open waybills of the vehicle'),
  WaybillList: z.array(
    z.object({ WaybillId: z.number().int(), WaybillNumber: z.string(), TransportStatus: z.number().int() }),
  ),
});
export type CarInfo = z.infer<typeof CarInfo>;

export const CarTrack = z.object({
  CarId: z.number().int(),
  CarName: z.string(),
  FromEpoch: epochMs,
  ToEpoch: epochMs,
  DistanceMetres: z.number().int(),
  OdometerMetres: z
    .number()
    .int()
    .nullable()
    .describe('what its odometer counted; null: it has none, or it said nothing'),
  DrivingMs: z.number().int(),
  StopList: z
    .array(
      z.object({
        FromEpoch: epochMs,
        ToEpoch: epochMs,
        ...position,
        DoorOpenMs: z.number().int().nullable().describe('null: it has no door contact'),
        HighestTemperature: z.number().nullable(),
        IsOpen: z.boolean().describe('it goes on at the end of the range'),
      }),
    )
    .describe('within 100 m for three minutes or longer'),
  TripList: z
    .array(
      z.object({
        FromEpoch: epochMs,
        ToEpoch: epochMs,
        DistanceMetres: z.number().int(),
        HighestTemperature: z.number().nullable(),
        IsOpen: z.boolean().describe('it goes on at the end of the range'),
      }),
    )
    .describe('between stops of five minutes and gaps, of 500 m and five minutes at least'),
  GapList: z.array(z.object({ FromEpoch: epochMs, ToEpoch: epochMs })).describe('no position for more than an hour'),
  Path: z
    .array(
      z.object({
        Time: epochMs,
        ...position,
        Speed: z.number().nullable(),
        Temperature: z.number().nullable(),
        IsAfterGap: z.boolean(),
      }),
    )
    .describe('simplified: what is left out lies within ten metres of the line, of more than two days within thirty'),
  FixCount: z.number().int().describe('positions that the path was made of'),
  DroppedCount: z.number().int().describe('positions that cannot be true'),
  FenceList: z.array(FenceArea).describe('that the path comes near to'),
  VisitList: z
    .array(
      z.object({
        GeofenceId: z.number().int(),
        GeofenceName: z.string(),
        FromEpoch: epochMs,
        ToEpoch: epochMs,
        IsArrivalKnown: z
          .boolean()
          .describe('false: it was inside at the first position, or the first after a silence'),
        IsDepartureKnown: z.boolean().describe('false: its last position inside, before a silence or the end'),
        IsOpen: z.boolean().describe('it goes on at the end of the range'),
        DoorOpenMs: z.number().int().nullable().describe('null: it has no door contact'),
        HighestTemperature: z.number().nullable(),
      }),
    )
    .describe('stays within geofences, by time'),
  TemperaturePoint: z
    .object({
      PointId: z.number().int(),
      PointName: z.string(),
      Low: z.number().nullable(),
      High: z.number().nullable(),
    })
    .nullable()
    .describe('whose value the path carries, with the limits of its alarms'),
  DoorPoint: z
    .object({ PointId: z.number().int(), PointName: z.string() })
    .nullable()
    .describe('its door contact; null: it has none'),
});
export type CarTrack = z.infer<typeof CarTrack>;

export const carCalls = defineCalls({
  getCarTagDropdownList: {
    method: 'GET',
    path: '/Device/GetCarTagDropdownList',
    effect: 'read',
    access: sees,
    summary: { zh: '车辆下拉列表', en: 'Vehicles to choose from' },
    query: z.object({ projectId: id.optional().describe('none: of every project of the caller') }),
    data: z.array(z.object({ Key: z.number().int(), Value: z.string(), ProjectId: z.number().int() })),
  },
  getProjectForCarList: {
    method: 'GET',
    path: '/Device/GetProjectForCarList',
    effect: 'read',
    access: sees,
    summary: { zh: '有车辆的项目', en: 'Projects with vehicles that the caller sees' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(z.object({ ProjectId: z.number().int(), ProjectName: z.string(), CarCount: z.number().int() })),
  },
  batchAddCarTag: {
    method: 'POST',
    path: '/Device/BatchAddCarTag',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '绑定车载网关', en: 'Say which gateway is in which vehicle; all or none' },
    query: z.object({ projectId: id.optional(), CompanyId: id.optional() }),
    body: z
      .array(
        z.object({
          CarId: id,
          CarSn: z.string().trim().max(64).describe('serial number of the gateway; empty: it is taken out'),
          PlateNumber: freeText(20).optional(),
        }),
      )
      .min(1)
      .max(100),
    data: z.object({ CarIdList: z.array(z.number().int()) }),
  },
  getCarSnPointInfo: {
    method: 'GET',
    path: '/Device/GetCarSnPointInfo',
    effect: 'read',
    access: sees,
    summary: { zh: '按车载网关查车辆', en: 'The vehicle that a gateway is in, with its values' },
    query: z.object({ carSn: z.string().trim().min(1).max(64) }),
    data: CarInfo,
  },
  getCarPointInfo: {
    method: 'GET',
    path: '/Device/GetCarPointInfo',
    effect: 'read',
    access: sees,
    summary: { zh: '车辆实时信息', en: 'A vehicle with its values and where it is' },
    query: z.object({ carId: id }),
    data: CarInfo,
  },
  getCarTrack: {
    method: 'GET',
    path: '/Device/GetCarTrack',
    effect: 'read',
    access: sees,
    summary: { zh: '车辆轨迹', en: 'Where a vehicle was: path, stops, gaps, distance' },
    query: z.object({ carId: id, start: localMoment, end: localMoment }),
    data: CarTrack,
  },
  getGatewayTrack: {
    method: 'GET',
    path: '/Device/GetGatewayTrack',
    effect: 'read',
    access: ['terminals', 'terminalsEdit', 'companyTerminals'],
    summary: { zh: '终端轨迹', en: 'A gateway over time: when it was reachable, and where, if it is in a vehicle' },
    query: z.object({ deviceId: id, start: localMoment, end: localMoment }),
    data: z.object({
      DeviceId: z.number().int(),
      DeviceName: z.string(),
      FromEpoch: epochMs,
      ToEpoch: epochMs,
      OnlineList: z
        .array(z.object({ FromEpoch: epochMs, ToEpoch: epochMs, IsOnline: z.boolean() }))
        .describe('without a gap; what is not known is left out'),
      Track: CarTrack.nullable().describe('null: no vehicle with a position stands behind it'),
    }),
  },
});
