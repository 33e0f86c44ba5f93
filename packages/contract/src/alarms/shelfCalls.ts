import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { bigId, chosenIds, day, epochMs, flag, id, idFilter, integer, localTime, page, pageOf } from '../scalars.ts';
import { shelfKindNames } from './kinds.ts';

const reason = z.string().trim().min(1).max(200);

/** Repeated weekly, by the clock of the project. An end at or before the start is on the next day. */
export const WeeklyWindow = z.object({
  Weekdays: z
    .array(integer.pipe(z.number().min(1).max(7)))
    .min(1)
    .max(7)
    .describe('1 Monday to 7 Sunday'),
  From: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  Until: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/),
});
export type WeeklyWindow = z.infer<typeof WeeklyWindow>;

export const shelfStates = ['planned', 'inForce', 'over'] as const;

export const ShelfRow = z.object({
  ShelfId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Kind: z.enum(shelfKindNames),
  /** `alarm`: one alarm of its point, slave or gateway. */
  Target: z.enum(['alarm', 'point', 'device', 'area', 'project']),
  TargetName: z.string(),
  /** Only of a shelved alarm: it hides this level and less severe ones. */
  Level: z.number().int().nullable(),
  Reason: z.string(),
  /** `planned`: its time is to come, now or in the next week; `inForce`: it hides at this moment. */
  State: z.enum(shelfStates),
  FromEPOCH: epochMs,
  /** Null: until somebody ends it. */
  UntilEPOCH: epochMs.nullable(),
  Weekly: WeeklyWindow.nullable(),
  /** The day on which somebody looks whether it is still right; `Overdue` when that day has come. */
  ReviewDate: day.nullable(),
  Overdue: z.boolean(),
  UserName: z.string().nullable(),
  CreateEPOCH: epochMs,
  EndEPOCH: epochMs.nullable(),
  EndUserName: z.string().nullable(),
  /** Active alarms it hides now, as far as the caller may see them. */
  HiddenCount: z.number().int(),
});
export type ShelfRow = z.infer<typeof ShelfRow>;

export const OutOfServiceForm = z.object({
  PointId: id.optional(),
  DeviceId: id.optional(),
  Reason: reason,
  ReviewDate: day.describe('by then somebody looks whether it is still right'),
});

export const MaintenanceForm = z.object({
  ProjectId: id,
  AreaId: id.optional().describe('with areas below it'),
  DeviceId: id.optional(),
  /** By the clock of the project. */
  StartTime: localTime,
  EndTime: localTime,
  Weekly: WeeklyWindow.optional(),
  Reason: reason,
});

/**
 * What hides alarms: shelving, out of service, maintenance windows. What is hidden goes on being evaluated; it is neither
 * listed as current nor announced, and when the time is over and it is still active, people are told once.
 */
export const shelfCalls = defineCalls({
  /** For so many hours, at most as the level allows (`longestShelvingHours`). One that becomes more severe shows all the same. */
  shelveAlarm: {
    method: 'POST',
    path: '/AlarmActive/ShelveAlarm',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '搁置报警', en: 'Shelve alarms' },
    body: z.object({
      IdList: z.array(bigId).min(1).max(500),
      Minutes: integer.pipe(z.number().min(5).max(10_080)),
      Reason: reason,
    }),
    data: z.object({ Count: z.number().int() }),
  },
  setOutOfService: {
    method: 'POST',
    path: '/AlarmActive/SetOutOfService',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '退出服务', en: 'Take a point or a device out of service' },
    body: OutOfServiceForm,
    data: z.object({ ShelfId: z.number().int() }),
  },
  addMaintenanceWindow: {
    method: 'POST',
    path: '/AlarmActive/AddMaintenanceWindow',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '新增检修窗口', en: 'Plan a maintenance window' },
    body: MaintenanceForm,
    data: z.object({ ShelfId: z.number().int() }),
  },
  /** Before a window is planned: how much it would cover, as far as the caller sees it. */
  getMaintenanceReach: {
    method: 'POST',
    path: '/AlarmActive/GetMaintenanceReach',
    effect: 'read',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '检修窗口会隐藏多少', en: 'How much a maintenance window would cover' },
    body: MaintenanceForm.pick({ ProjectId: true, AreaId: true, DeviceId: true }),
    data: z.object({
      DeviceCount: z.number().int(),
      AlarmCount: z.number().int().describe('active and shown now'),
    }),
  },
  /** What it hides stays; only what is sent changes. One that is over is planned anew instead. */
  updateMaintenanceWindow: {
    method: 'POST',
    path: '/AlarmActive/UpdateMaintenanceWindow',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '修改检修窗口', en: 'Change the times of a maintenance window' },
    body: z.object({
      ShelfId: id,
      StartTime: localTime.optional(),
      EndTime: localTime.optional(),
      Weekly: WeeklyWindow.nullable().optional().describe('null: it does not repeat'),
      Reason: reason.optional(),
    }),
    data: z.null(),
  },
  /** Unshelves, puts back into service, ends or takes back a window. */
  endAlarmShelf: {
    method: 'POST',
    path: '/AlarmActive/EndAlarmShelf',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '结束隐藏', en: 'End shelving, out of service or maintenance windows' },
    body: z.object({ ShelfIdList: chosenIds }),
    data: z.object({ Count: z.number().int() }),
  },
  getAlarmShelfPage: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmShelfPage',
    effect: 'read',
    access: ['alarmManage'],
    encoding: 'json',
    summary: { zh: '搁置、退出服务与检修窗口', en: 'Shelving, out of service and maintenance windows' },
    body: z.object({
      ProjectId: id.optional(),
      subareaList: idFilter,
      KindList: z.array(z.enum(shelfKindNames)).max(3).optional(),
      IsOver: flag.default(false).describe('false: in force and to come; true: those that are over'),
      ...page,
    }),
    data: pageOf(ShelfRow),
  },
});
