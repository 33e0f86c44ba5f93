import { z } from 'zod';
import { shelfKindNames } from '../alarms/kinds.ts';
import { PointValue } from '../points/wire.ts';
import { epochMs } from '../scalars.ts';
import { dataStates } from './dataState.ts';

/** ConnectStatus of a device: 0 offline (nothing of it can be read), 1 online, 2 in alarm. What is missing is told by `DataState`. */
export const connectStatus = { offline: 0, online: 1, alarm: 2 } as const;

export const DeviceRow = z.object({
  Mtid: z.number().int(),
  MName: z.string(),
  ProjectId: z.number().int(),
  BigTypeId: z.number().int(),
  BigTypeName: z.string(),
  BigTypeCode: z.string(),
  SmallTypeId: z.number().int(),
  SmallTypeName: z.string(),
  SmallTypeCode: z.string(),
  LocationId: z.number().int().nullable(),
  LocationName: z.string().nullable(),
  ConnectStatus: z.number().int().describe('0 offline, 1 online, 2 in alarm'),
  /** How much of it is known at the time of the answer; our own, beside ConnectStatus, because a device in alarm may be silent, too. */
  DataState: z.enum(dataStates).describe('complete, incomplete: a part is not known, offline: nothing is'),
  /** Since when nothing of it can be read, epoch milliseconds, 0: nothing ever could; null: something can. */
  OfflineSinceEPOCH: z.number().int().nullable(),
  AlarmLevel: z
    .number()
    .int()
    .nullable()
    .describe('of the most severe of its active alarms, 1 urgent … 4 record; null: none is active'),
  AlarmCount: z
    .number()
    .int()
    .describe('its active alarms: how it stands now, whether or not cleared ones have been acknowledged'),
  /** A maintenance window is in force: its alarms are judged, but neither shown nor announced. Null: none. */
  Maintenance: z.object({ UntilEPOCH: epochMs.nullable().describe('null: it repeats weekly') }).nullable(),
  HiddenList: z
    .array(
      z.object({
        PointId: z.number().int().nullable().describe('null: the alarm is of a gateway or slave'),
        Level: z.number().int(),
        Kind: z.enum(shelfKindNames),
        UntilEPOCH: epochMs.nullable().describe('null: until somebody ends it'),
      }),
    )
    .describe('active alarms that are judged and not shown, the most severe first; of a moment of the past none'),
  /** The big number of the card. */
  MainPointId: z.number().int().nullable(),
  /** Those that are to be shown, in their order. */
  Points: z.array(PointValue),
});
export type DeviceRow = z.infer<typeof DeviceRow>;

/** What a static property can be. `option`: one of a list. */
export const propertyKinds = ['text', 'number', 'date', 'option'] as const;
export type PropertyKind = (typeof propertyKinds)[number];

/** A static property of a device class. */
export const PropertyRow = z.object({
  PropertyId: z.number().int(),
  SmallTypeId: z.number().int(),
  PropertyName: z.string().describe('as entered; of the catalogue in the caller’s language'),
  PropertyNameEn: z.string().nullable(),
  Kind: z.enum(propertyKinds),
  Unit: z.string().describe('of a number; else empty'),
  Options: z.array(z.string()),
  IsOwn: z.boolean().describe('of the company; false: of the catalogue, the same for everybody'),
  Position: z.number().int(),
});
export type PropertyRow = z.infer<typeof PropertyRow>;

export const StaticProperty = PropertyRow.extend({
  Value: z.string().nullable().describe('a number as it was written, a date as YYYY-MM-DD; null: nothing is said'),
});
export type StaticProperty = z.infer<typeof StaticProperty>;

/** A device as lists of set-up have it: everything of its form, and how it stands. */
export const DeviceListRow = z.object({
  ModelTreeId: z.number().int(),
  ModelTreeName: z.string().describe('in the caller’s language'),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  BigTypeId: z.number().int(),
  BigTypeName: z.string(),
  SmallTypeId: z.number().int(),
  SmallTypeName: z.string(),
  LocationId: z.number().int().nullable(),
  LocationName: z.string().nullable(),
  SN: z.string(),
  Brand: z.string(),
  Model: z.string(),
  Specification: z.string(),
  ProductionDate: z.string().nullable().describe('YYYY-MM-DD'),
  TagList: z.array(z.string()),
  Cover: z.string().nullable().describe('address of a picture'),
  IsSetAlarm: z.boolean().describe('an enabled strategy watches one of its points'),
  IsMonitor: z.boolean().describe('it has points'),
  ModelTreeStatus: z.number().int().describe('0 offline, 1 online, 2 in alarm'),
  DataState: z.enum(dataStates),
  AlarmLevel: z.number().int().nullable(),
  AlarmCount: z.number().int(),
  ReadWrite: z.enum(['read', 'readWrite']).describe('readWrite: one of its points can be written'),
  PointLevel: z.number().int().nullable().describe('of its most important point; null: it has none'),
  PointCount: z.number().int(),
  CreateTime: z.string().describe('YYYY-MM-DD HH:mm:ss in the company’s time zone'),
  /** When they were asked for. */
  StaticPropertyList: z.array(StaticProperty).optional(),
});
export type DeviceListRow = z.infer<typeof DeviceListRow>;

/** Value and word of a choice, as the original spells it. */
export const Choice = z.object({ Key: z.number().int(), Value: z.string() });
export type Choice = z.infer<typeof Choice>;

/** A place in the tree subsystem → class → device, or area → device. */
export interface DeviceNode {
  Kind: 'subsystem' | 'class' | 'area' | 'device';
  Id: number;
  Name: string;
  DeviceCount: number;
  Children: DeviceNode[];
}
export const DeviceNode: z.ZodType<DeviceNode> = z.lazy(() =>
  z.object({
    Kind: z.enum(['subsystem', 'class', 'area', 'device']),
    Id: z.number().int(),
    Name: z.string(),
    DeviceCount: z.number().int(),
    Children: z.array(DeviceNode),
  }),
);

/** A point together with the device it serves; a point that serves two stands there twice, one that serves none once. */
export const DevicePointRow = PointValue.extend({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Mtid: z.number().int().nullable(),
  MName: z.string().nullable(),
  BigTypeId: z.number().int().nullable(),
  BigTypeName: z.string().nullable(),
  SmallTypeName: z.string().nullable(),
  LocationName: z.string().nullable(),
  Level: z.number().int(),
  IsSetAlarm: z.boolean().describe('an enabled strategy watches it'),
  PointStatus: z.number().int().describe('0 no data, 1 normal, 2 in alarm, 3 bad data'),
});
export type DevicePointRow = z.infer<typeof DevicePointRow>;

/** How many devices stand how. */
export const StatusCounts = z.object({
  Total: z.number().int(),
  Online: z.number().int(),
  Offline: z.number().int(),
  Alarm: z.number().int(),
  /** Devices of which a part is not known, in any status. */
  Incomplete: z.number().int(),
});
