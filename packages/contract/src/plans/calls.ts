import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { chosenIds, epochMs, id, nameOf } from '../scalars.ts';

/** Of one plan. */
export const mostPlacements = 1000;
export const mostZones = 200;

const planFields = {
  PlanName: nameOf({ zh: '平面图名称', en: 'A plan name' }, 1, 50),
  LocationId: orNone(id).describe('an area of the project, or the project itself; asked for before the base map'),
  BaseMap: z.string().trim().max(2000).default('').describe('`FileId`, `Path` or `Url` of an uploaded picture'),
  MetresWide: orNone(decimal.pipe(z.number().min(1).max(5000))).describe('what the picture is across, m'),
};
export const NewPlan = z.object({ ProjectId: id, ...planFields });
export const PlanChange = z.object({ PlanId: id, ...partsOf(planFields) });

/** Of the width or height of the base map: no pixels, so that a picture of another size keeps what was placed. */
const share = z.number().min(0).max(1);
export const PlanItem = z.object({
  Mtid: id,
  PointId: id.nullable().describe('the point that is shown; null: the main point of the device'),
  X: share,
  Y: share,
});
export type PlanItem = z.infer<typeof PlanItem>;
export const PlanZone = z.object({
  ZoneName: nameOf({ zh: '分区名称', en: 'A zone name' }, 1, 30),
  Corners: z
    .array(z.tuple([share, share]))
    .min(3)
    .max(60),
});
export type PlanZone = z.infer<typeof PlanZone>;

export const PlanRow = z.object({
  PlanId: z.number().int(),
  PlanName: z.string(),
  ProjectId: z.number().int(),
  LocationId: z.number().int(),
  LocationName: z.string(),
  DeviceCount: z.number().int().describe('devices on it that the caller sees'),
  UpdateEpoch: epochMs,
});
export type PlanRow = z.infer<typeof PlanRow>;

export const Plan = PlanRow.extend({
  BaseMapUrl: z.string(),
  MetresWide: z.number().nullable(),
  Revision: z.number().int().describe('sent back with what is placed: who began from an older one is refused'),
  ItemList: z.array(PlanItem).describe('those that the caller sees'),
  AirPointList: z
    .array(z.number().int())
    .describe(
      'points that measure the air around its devices, by their role; a heat map takes no others of these devices',
    ),
  ZoneList: z.array(PlanZone).describe('for who sees only some devices: those in which one of them stands'),
});
export type Plan = z.infer<typeof Plan>;

const readers = ['monitorView', 'monitorEdit', 'planEdit'] as const;
/** Creating is refused in words of its own (spec §6), so these reach the handler. */
const editors = readers;

export const planCalls = defineCalls({
  getPlanList: {
    method: 'GET',
    path: '/Plan/GetPlanList',
    effect: 'read',
    access: readers,
    summary: { zh: '平面图列表', en: 'Floor plans of a project' },
    query: z.object({
      projectId: id,
      modelTreeId: id.optional().describe('only those on which this device stands'),
    }),
    data: z.array(PlanRow),
  },
  getPlan: {
    method: 'GET',
    path: '/Plan/GetPlan',
    effect: 'read',
    access: readers,
    summary: { zh: '平面图', en: 'A floor plan with what is placed on it' },
    query: z.object({ planId: id }),
    data: Plan,
  },
  addPlan: {
    method: 'POST',
    path: '/Plan/AddPlan',
    effect: 'write',
    access: editors,
    summary: { zh: '新建平面图', en: 'Create a floor plan: location first, then its base map' },
    body: NewPlan,
    data: z.object({ PlanId: z.number().int() }),
  },
  editPlan: {
    method: 'POST',
    path: '/Plan/EditPlan',
    effect: 'write',
    access: editors,
    summary: { zh: '修改平面图', en: 'Change name, location, base map or scale; what is placed stays' },
    body: PlanChange,
    data: z.null(),
  },
  savePlanContent: {
    method: 'POST',
    path: '/Plan/SavePlanContent',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '保存平面图内容', en: 'Keep the devices and zones of a floor plan' },
    body: z.object({
      PlanId: id,
      Revision: z.number().int().min(1),
      ItemList: z.array(PlanItem).max(mostPlacements),
      ZoneList: z.array(PlanZone).max(mostZones),
    }),
    data: z.object({ Revision: z.number().int() }),
  },
  deletePlan: {
    method: 'POST',
    path: '/Plan/DeletePlan',
    effect: 'write',
    access: editors,
    summary: { zh: '删除平面图', en: 'Delete floor plans' },
    body: z.object({ PlanIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
