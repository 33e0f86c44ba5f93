import { z } from 'zod';
import { notifiedLevels } from '../alarms/kinds.ts';
import { notifiedLevel } from '../alarms/notifiedLevel.ts';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import { day, epochMs, flag, id, integer, nameOf } from '../scalars.ts';
import { DutyShift, isDoubled } from './dutyShift.ts';

export const rotaChannels = ['sms', 'voice', 'email'] as const;
const remarks = z.string().trim().max(100);

const maxShifts = 60;

const rotaShape = {
  RotaName: nameOf({ zh: '值班表名称', en: 'The name of a rota' }, 1, 30),
  Enabled: flag.default(true),
  LevelList: z.array(notifiedLevel).min(1).max(notifiedLevels.length).describe('1 urgent, 2 important, 3 general'),
  ChannelList: z.array(z.enum(rotaChannels)).min(1).max(3),
  Step: integer.pipe(z.number().min(0).max(9)).default(0).describe('0 at once; n: after n escalation intervals'),
  ShiftList: z.array(DutyShift).max(maxShifts),
};
const rotaKey = { ProjectId: id, RotaId: id.optional().describe('none: a new one') };

const plainRota = z.object({ ...rotaKey, ...rotaShape });
const doubled = { error: say({ zh: '同一人的班次时间重叠', en: 'Two shifts of one person run at the same time' }) };

/** A rota as its form has it. What is wrong with a shift is said beside it. */
export const RotaForm = Array.from({ length: maxShifts }).reduce<typeof plainRota>(
  (form, _, at) =>
    form.refine(({ ShiftList }) => at >= ShiftList.length || !isDoubled(ShiftList, at), {
      path: ['ShiftList', at, 'UserId'],
      ...doubled,
    }),
  plainRota,
);
export type RotaFormInput = z.input<typeof RotaForm>;

const absenceShape = {
  UserId: id,
  FromDay: day,
  UntilDay: day.describe('included'),
  SubstituteId: orNone(id).describe('none: nobody is notified instead'),
  Remarks: remarks.default(''),
};
const absenceKey = {
  ProjectId: id.describe(
    'whose people may be chosen; one’s own leave counts in every project, that of others in those that one sets up',
  ),
  AbsenceId: id.optional().describe('none: a new one'),
};

/** Somebody’s leave as its form has it. */
export const AbsenceForm = z
  .object({ ...absenceKey, ...absenceShape })
  .refine(({ FromDay, UntilDay }) => UntilDay >= FromDay, {
    path: ['UntilDay'],
    error: say({ zh: '结束日期不能早于开始日期', en: 'The last day is not before the first' }),
  })
  .refine(({ UserId, SubstituteId }) => SubstituteId !== UserId, {
    path: ['SubstituteId'],
    error: say({ zh: '代班人不能是本人', en: 'Somebody else stands in' }),
  });
export type AbsenceFormInput = z.input<typeof AbsenceForm>;

/** Longer holidays are entered in two. */
const longestHolidayDays = 31;

export const CalendarDaysForm = z
  .object({
    ProjectId: id,
    OfCompany: flag.default(false).describe('true: for every project of the company'),
    FromDay: day,
    UntilDay: day.describe('included'),
    CountsAs: integer.pipe(z.number().min(0).max(8)).describe('0 as the week says, 1–7 like that weekday, 8 a holiday'),
    DayName: z.string().trim().max(30).default(''),
  })
  .refine(({ FromDay, UntilDay }) => UntilDay >= FromDay, {
    path: ['UntilDay'],
    error: say({ zh: '结束日期不能早于开始日期', en: 'The last day is not before the first' }),
  })
  .refine(({ FromDay, UntilDay }) => Date.parse(UntilDay) - Date.parse(FromDay) < longestHolidayDays * 86_400_000, {
    path: ['UntilDay'],
    error: say({ zh: `一次最多 ${longestHolidayDays} 天`, en: `At most ${longestHolidayDays} days at a time` }),
  });

export const DutyPerson = z.object({ UserId: z.number().int(), UserName: z.string() });
export type DutyPerson = z.infer<typeof DutyPerson>;

export const DutyRota = z.object({
  RotaId: z.number().int(),
  RotaName: z.string(),
  Enabled: z.boolean(),
  LevelList: z.array(z.number().int()),
  ChannelList: z.array(z.enum(rotaChannels)),
  Step: z.number().int(),
  ShiftList: z.array(DutyShift),
});
export type DutyRota = z.infer<typeof DutyRota>;

/** Somebody’s turn, or the part of it that lies in one day when another stands in for the rest. */
export const DutyTurn = z.object({
  RotaId: z.number().int(),
  /** On which it begins, by the clock of the project. */
  Day: z.string(),
  FromEPOCH: epochMs,
  UntilEPOCH: epochMs,
  /** By the clock of the project, `HH:mm`; `24:00` the end of the day. */
  From: z.string(),
  Until: z.string(),
  /** Null: the person on duty is on leave, without a stand-in. */
  UserName: z.string().nullable(),
  /** Who has the turn, where somebody else takes it or nobody does. */
  InsteadOf: z.string().nullable(),
  IsNow: z.boolean(),
});
export type DutyTurn = z.infer<typeof DutyTurn>;

export const Absence = z.object({
  AbsenceId: z.number().int(),
  UserId: z.number().int(),
  UserName: z.string(),
  FromDay: z.string(),
  UntilDay: z.string(),
  SubstituteId: z.number().int().nullable(),
  SubstituteName: z.string().nullable(),
  Remarks: z.string(),
  /** Where it counts, as far as the caller knows these projects; null: in every project of the company. */
  ProjectNameList: z.array(z.string()).nullable(),
  /** Whether it does in this one. */
  CountsHere: z.boolean(),
  MayEdit: z.boolean(),
});
export type Absence = z.infer<typeof Absence>;

export const CalendarDay = z.object({
  Day: z.string(),
  /** 1–7 like that weekday, 8 a holiday. */
  CountsAs: z.number().int(),
  DayName: z.string(),
  /** False: set for this project alone. */
  OfCompany: z.boolean(),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const DutyPlan = z.object({
  TimeZone: z.string(),
  /** Monday of the week that was asked for, and today there. */
  Monday: z.string(),
  Today: z.string(),
  RotaList: z.array(DutyRota),
  TurnList: z.array(DutyTurn),
  /** Of people of the project, those that are not over. */
  AbsenceList: z.array(Absence),
  /** From a month ago on. */
  DayList: z.array(CalendarDay),
  /** Who may be put on duty: those who may see alarms here. Everybody who is named elsewhere, too. */
  PersonList: z.array(DutyPerson),
  MayEdit: z.boolean(),
  MayEditCompany: z.boolean(),
});
export type DutyPlan = z.infer<typeof DutyPlan>;

const edit = ['alarmStrategyEdit'] as const;

/** Who is on call, who is away, and which days are not what the week says. */
export const dutyCalls = defineCalls({
  getDutyPlan: {
    method: 'GET',
    path: '/AlarmDuty/GetDutyPlan',
    effect: 'read',
    access: ['alarmManage', 'alarmStrategyEdit'],
    summary: { zh: '值班表、休假与日历', en: 'Rotas, leave and calendar of a project, and who is on duty in a week' },
    query: z.object({ ProjectId: id, Day: day.optional().describe('of the week; none: this week') }),
    data: DutyPlan,
  },
  saveDutyRota: {
    method: 'POST',
    path: '/AlarmDuty/SaveDutyRota',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '新增或修改值班表', en: 'Add a rota, or change what is sent of one' },
    body: z.object({ ...rotaKey, ...partsOf(rotaShape) }),
    data: z.object({ RotaId: z.number().int() }),
  },
  deleteDutyRota: {
    method: 'POST',
    path: '/AlarmDuty/DeleteDutyRota',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '删除值班表', en: 'Delete a rota' },
    body: z.object({ ProjectId: id, RotaId: id }),
    data: z.null(),
  },
  /** One's own needs no right; that of others the right to set up notifications. */
  saveAbsence: {
    method: 'POST',
    path: '/AlarmDuty/SaveAbsence',
    effect: 'write',
    access: ['alarmManage', 'alarmStrategyEdit'],
    encoding: 'json',
    summary: { zh: '新增或修改休假', en: 'Enter somebody’s leave, or change what is sent of it' },
    body: z.object({ ...absenceKey, ...partsOf(absenceShape) }),
    data: z.object({ AbsenceId: z.number().int() }),
  },
  /** Before leave is entered. If no stand-in may see an alarm, the person on leave is notified. */
  getSubstituteGaps: {
    method: 'GET',
    path: '/AlarmDuty/GetSubstituteGaps',
    effect: 'read',
    access: ['alarmManage', 'alarmStrategyEdit'],
    summary: { zh: '代班人看不到报警的项目', en: 'Projects whose alarms somebody who stands in does not see' },
    query: z.object({ ProjectId: id, UserId: id.describe('who is away'), SubstituteId: id }),
    data: z.array(
      z.object({
        ProjectName: z.string(),
        /** Some of its devices or levels; false: nothing of it. */
        SeesPart: z.boolean(),
      }),
    ),
  },
  deleteAbsence: {
    method: 'POST',
    path: '/AlarmDuty/DeleteAbsence',
    effect: 'write',
    access: ['alarmManage', 'alarmStrategyEdit'],
    encoding: 'json',
    summary: { zh: '删除休假', en: 'Take leave back' },
    body: z.object({ ProjectId: id, AbsenceId: id }),
    data: z.null(),
  },
  /** Of the company with the right `companyAlarms`. */
  saveCalendarDays: {
    method: 'POST',
    path: '/AlarmDuty/SaveCalendarDays',
    effect: 'write',
    access: [...edit, 'companyAlarms'],
    encoding: 'json',
    summary: { zh: '设置节假日与调休', en: 'Say what days count as: holidays, and days worked like another' },
    body: CalendarDaysForm,
    data: z.null(),
  },
});
