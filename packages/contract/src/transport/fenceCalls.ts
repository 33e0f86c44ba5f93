import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { chosenIds, epochMs, flag, id, idFilter, nameOf, page, pageOf, searchText } from '../scalars.ts';
import { cornersMax, cornersMin, fenceKinds, fenceRadius, stopKinds } from './kinds.ts';

const sees = ['monitorView', 'monitorEdit', 'waybillEdit'] as const;

const latitude = decimal.refine((value) => Math.abs(value) <= 90, {
  error: say({ zh: '纬度须在 −90 到 90 之间', en: 'Latitude is between −90 and 90' }),
});
const longitude = decimal.refine((value) => Math.abs(value) <= 180, {
  error: say({ zh: '经度须在 −180 到 180 之间', en: 'Longitude is between −180 and 180' }),
});
const radius = decimal.refine((value) => value >= fenceRadius.min && value <= fenceRadius.max, {
  error: say({
    zh: `半径须为 ${fenceRadius.min}–${fenceRadius.max} 米`,
    en: `A radius has ${fenceRadius.min} to ${fenceRadius.max} metres`,
  }),
});

export const FenceForm = z
  .object({
    GeofenceId: id.optional().describe('none: a new one'),
    ProjectId: id.describe('of one that exists it stays as it is'),
    GeofenceName: nameOf({ zh: '围栏名称', en: 'The name of a geofence' }, 1, 20),
    StopKind: z.enum(stopKinds),
    Kind: z.enum(fenceKinds),
    Latitude: orNone(latitude).describe('middle of a circle, WGS-84'),
    Longitude: orNone(longitude),
    RadiusMetres: orNone(radius),
    CornerList: z
      .array(z.object({ Latitude: latitude, Longitude: longitude }))
      .max(cornersMax)
      .default([])
      .describe('of a polygon, in order; the last is joined with the first'),
  })
  .superRefine(({ Kind, Latitude, Longitude, RadiusMetres, CornerList }, context) => {
    const refuse = (field: string, zh: string, en: string) =>
      context.addIssue({ code: 'custom', path: [field], ...say({ zh, en }) } as never);
    if (Kind === 'polygon') {
      if (CornerList.length < cornersMin)
        refuse('CornerList', '多边形至少有 3 个顶点', 'A polygon has three corners at least');
      return;
    }
    if (Latitude == null) refuse('Latitude', '请填写圆心纬度', 'Enter the latitude of the centre');
    if (Longitude == null) refuse('Longitude', '请填写圆心经度', 'Enter the longitude of the centre');
    if (RadiusMetres == null) refuse('RadiusMetres', '请填写半径', 'Give the radius');
  });

const place = { Latitude: z.number(), Longitude: z.number() };
export const FenceArea = z.object({
  GeofenceId: z.number().int(),
  GeofenceName: z.string(),
  StopKind: z.enum(stopKinds),
  Kind: z.enum(fenceKinds),
  ...place,
  RadiusMetres: z.number().describe('of a polygon from its middle to its farthest corner'),
  CornerList: z.array(z.object(place)).describe('empty: a circle'),
});
export type FenceArea = z.infer<typeof FenceArea>;

export const FenceRow = z.object({
  ...FenceArea.shape,
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  WaybillCount: z.number().int().describe('open ones that go there or come from there'),
  CreateEpoch: epochMs,
  MayEdit: z.boolean(),
});
export type FenceRow = z.infer<typeof FenceRow>;

export const fenceCalls = defineCalls({
  getGeofencePage: {
    method: 'POST',
    path: '/Geofence/GetPage',
    effect: 'read',
    access: sees,
    summary: { zh: '电子围栏', en: 'Geofences' },
    body: z.object({
      ProjectId: id.optional().describe('none: of every project of the caller'),
      Text: searchText.describe('part of the name'),
      StopKindList: z.array(z.enum(stopKinds)).optional(),
      GeofenceIdList: idFilter,
      SortType: z.enum(['name', 'kind', 'create']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(FenceRow),
  },
  saveGeofence: {
    method: 'POST',
    path: '/Geofence/Save',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '保存电子围栏', en: 'Add or change a geofence; stays of the past are those of its new area' },
    body: FenceForm,
    data: z.object({ GeofenceId: z.number().int() }),
  },
  deleteGeofence: {
    method: 'POST',
    path: '/Geofence/Delete',
    effect: 'write',
    access: ['waybillEdit'],
    summary: { zh: '删除电子围栏', en: 'Delete geofences that no open waybill goes to' },
    body: z.object({ GeofenceIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
