import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import { day, epochMs, flag, id, integer, nameOf, page, pageOf } from '../scalars.ts';
import { contracts, sees } from './access.ts';
import { maintenanceCycleNames, planKindNames } from './kinds.ts';

const reason = nameOf({ zh: '原因', en: 'A reason' }, 10, 200);

const planFields = {
  ContractId: id,
  DeviceId: orNone(id).describe('none, of a plan by cycle: each project of the contract as a whole'),
  PlanName: nameOf({ zh: '计划名称', en: 'A plan name' }, 1, 50),
  Kind: z.enum(planKindNames),
  TemplateId: orNone(id).describe('none: the templates of the contract'),
  PointId: orNone(id).describe('of run time: a state of the device, or a point of it that counts hours'),
  StepHours: orNone(integer.pipe(z.number().min(1).max(1_000_000))).describe('of run time: hours between visits'),
  Cycle: orNone(z.enum(maintenanceCycleNames)).describe('of a plan by cycle'),
  CycleCount: orNone(integer.pipe(z.number().min(1).max(10))).describe(
    'of a plan by cycle: how many cycles lie between two visits',
  ),
  FirstDate: orNone(day).describe('of a plan by cycle: its first visit, from which all others are counted'),
  Enabled: flag.default(true),
};
export const NewPlan = z.object(planFields);
const { ContractId: _contract, DeviceId: _device, Kind: _kind, ...planParts } = planFields;
export const PlanChange = z.object({ PlanId: id, ...partsOf(planParts) });
export const PlanRow = z.object({
  PlanId: z.number().int(),
  ContractId: z.number().int(),
  ProjectId: z.number().int().nullable().describe('null: each project of the contract'),
  ProjectName: z.string(),
  DeviceId: z.number().int().nullable(),
  DeviceName: z.string(),
  PlanName: z.string(),
  Kind: z.enum(planKindNames),
  TemplateId: z.number().int().nullable(),
  PointId: z.number().int().nullable(),
  PointName: z.string(),
  StepHours: z.number().int().nullable(),
  Cycle: z.enum(maintenanceCycleNames).nullable(),
  CycleCount: z.number().int().nullable(),
  FirstDate: day.nullable(),
  Enabled: z.boolean(),
  RunHours: z.number().nullable().describe('known to have run since it is counted'),
  UnknownHours: z.number().nullable().describe('may have run besides'),
  NextHours: z.number().nullable().describe('hours of run time at which the next visit is due'),
  NextDate: day
    .nullable()
    .describe('when that probably is, or of a plan by cycle the next day; null: not known yet, or none'),
  CountedFrom: epochMs.nullable(),
});
export type MaintenancePlanRow = z.infer<typeof PlanRow>;

/** Visits by run time, by warnings, and by cycles beside that of the contract. The specification names no calls for maintenance. */
export const planCalls = defineCalls({
  getMaintenancePlanPage: {
    method: 'POST',
    path: '/MaintenancePlan/GetPlanPage',
    effect: 'read',
    access: sees,
    summary: { zh: '合同的维保计划：周期、运行时间、预警', en: 'Plans of a contract: by cycle, run time and warnings' },
    body: z.object({ ContractId: id, ...page }),
    data: pageOf(PlanRow),
  },
  getPlanChoices: {
    method: 'GET',
    path: '/MaintenancePlan/GetChoices',
    effect: 'read',
    access: contracts,
    summary: {
      zh: '计划可选的设备与点位',
      en: 'Devices of a contract, and their points by which run time can be counted',
    },
    query: z.object({ contractId: id }),
    data: z.array(
      z.object({
        DeviceId: z.number().int(),
        DeviceName: z.string(),
        ProjectName: z.string(),
        PointList: z.array(z.object({ PointId: z.number().int(), PointName: z.string() })),
      }),
    ),
  },
  addMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/AddPlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '新增维保计划', en: 'Add a plan by cycle, run time or warnings' },
    body: NewPlan,
    data: z.object({ PlanId: z.number().int() }),
  },
  editMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/EditPlan',
    effect: 'write',
    access: contracts,
    summary: {
      zh: '修改维保计划',
      en: 'Change a plan; another point begins to count anew, of another cycle the visits to come are made anew',
    },
    body: PlanChange,
    data: z.null(),
  },
  restartMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/RestartPlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '重新计时', en: 'Count run time anew, because the machine is another one' },
    body: z.object({ PlanId: id, Reason: reason }),
    data: z.null(),
  },
  deleteMaintenancePlan: {
    method: 'POST',
    path: '/MaintenancePlan/DeletePlan',
    effect: 'write',
    access: contracts,
    summary: { zh: '删除维保计划', en: 'Delete a plan with the visits that nobody has begun' },
    body: z.object({ PlanId: id }),
    data: z.null(),
  },
});
