import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { day, epochMs, id, integer, nameOf } from '../scalars.ts';
import { contracts, sees } from './access.ts';

const clockTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
  error: say({ zh: '时间格式为 08:00，一天结束为 24:00', en: 'Times are written 08:00; the end of a day is 24:00.' }),
});
const ServiceWindow = z.object({
  Weekday: integer.pipe(z.number().min(1).max(8)).describe('1 Monday to 7 Sunday, 8 a holiday'),
  From: clockTime,
  To: clockTime,
});
export type ServiceWindow = z.infer<typeof ServiceWindow>;

const inOrder = (windows: readonly ServiceWindow[]): ServiceWindow[] =>
  [...windows].sort((a, b) => a.Weekday - b.Weekday || a.From.localeCompare(b.From));

export const ServiceCalendarForm = z.object({
  CalendarId: id.optional().describe('left out: a new one'),
  CalendarName: nameOf({ zh: '日历名称', en: 'A calendar name' }, 1, 20),
  WindowList: z
    .array(ServiceWindow)
    .max(80)
    .refine((windows) => windows.some(({ Weekday }) => Weekday < 8), {
      error: say({ zh: '至少设置一个工作日的服务时段', en: 'Set hours of at least one weekday.' }),
    })
    .refine((windows) => windows.every(({ From, To }) => From < To), {
      error: say({ zh: '服务时段的结束须晚于开始', en: 'Hours end after they begin.' }),
    })
    .refine(
      (windows) =>
        inOrder(windows).every(({ Weekday, From }, place, all) => {
          const before = all[place - 1];
          return before === undefined || before.Weekday !== Weekday || before.To <= From;
        }),
      { error: say({ zh: '同一天的服务时段不能重叠', en: 'Hours of one day must not overlap.' }) },
    )
    .transform(inOrder),
  HolidayList: z
    .array(day)
    .max(100)
    .default([])
    .transform((days) => [...new Set(days)].sort())
    .describe('beside those of the project’s calendar'),
});

export const ServiceCalendarRow = z.object({
  CalendarId: z.number().int(),
  CalendarName: z.string(),
  WindowList: z.array(ServiceWindow),
  HolidayList: z.array(day),
  UpdateEpoch: epochMs,
});
export type ServiceCalendarRow = z.infer<typeof ServiceCalendarRow>;

/** Calendars of service, for the targets of contracts. A contract keeps the hours of its last change. */
export const serviceCalendarCalls = defineCalls({
  getServiceCalendars: {
    method: 'GET',
    path: '/Contract/GetServiceCalendars',
    effect: 'read',
    access: sees,
    summary: { zh: '服务日历', en: 'Service calendars of the company, by name' },
    query: z.object({}),
    data: z.array(ServiceCalendarRow),
  },
  saveServiceCalendar: {
    method: 'POST',
    path: '/Contract/SaveServiceCalendar',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: { zh: '保存服务日历', en: 'Add or change a service calendar; contracts keep what they agreed on' },
    body: ServiceCalendarForm,
    data: z.object({ CalendarId: z.number().int() }),
  },
  deleteServiceCalendar: {
    method: 'POST',
    path: '/Contract/DeleteServiceCalendar',
    effect: 'write',
    access: contracts,
    summary: { zh: '删除服务日历', en: 'Delete a service calendar; contracts keep what they agreed on' },
    body: z.object({ CalendarId: id }),
    data: z.null(),
  },
});
