import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, integer, pageOf } from '../scalars.ts';
import { AlarmFilter } from './filter.ts';
import { AlarmRow } from './rows.ts';

const alarmReaders = ['alarmManage', 'monitorView', 'monitorEdit'] as const;
const alarmManagers = ['alarmManage'] as const;

const statusQuery = z.object({
  status: integer.pipe(z.union([z.literal(0), z.literal(1)])).optional(),
  companyId: id.optional(),
});
const ofCompany = z.object({ companyId: id.optional() });

const list = { method: 'POST', effect: 'read', encoding: 'json', body: AlarmFilter } as const;

const People = z.array(z.object({ Key: z.number().int(), Value: z.string() }));

/** The lists of alarms, each with its file. What is hidden now is shown by `getAlarmHidden`, and by those of the past. */
export const alarmListCalls = defineCalls({
  /** status 0: not confirmed yet, active or not; 1: confirmed and still active; none: both. */
  getAlarmAct: {
    ...list,
    path: '/AlarmActive/GetAlarmAct',
    access: alarmReaders,
    summary: { zh: '当前报警', en: 'Current alarms' },
    query: statusQuery,
    fileBy: 'exportAlarmAct',
    data: pageOf(AlarmRow),
  },
  exportAlarmAct: {
    ...list,
    path: '/AlarmActive/ExportAlarmAct',
    access: alarmManagers,
    summary: { zh: '导出当前报警', en: 'Current alarms as an Excel file' },
    query: statusQuery,
    data: 'file',
  },
  /** Whether they returned or not. Without a time: those still active, and what returned in the last 31 days. */
  getAlarmPendingSolve: {
    ...list,
    path: '/AlarmActive/GetAlarmPendingSolve',
    access: alarmReaders,
    summary: { zh: '未处理报警', en: 'Alarms that nobody has handled yet' },
    query: ofCompany,
    data: pageOf(AlarmRow),
  },
  exportAlarm: {
    ...list,
    path: '/AlarmActive/ExportAlarm',
    access: alarmManagers,
    summary: { zh: '导出未处理报警', en: 'Alarms that nobody has handled yet, as an Excel file' },
    query: ofCompany,
    data: 'file',
  },
  /** Returned to normal, hidden or not. Without a time or a number: what returned in the last 31 days. */
  getAlarmClear: {
    ...list,
    path: '/AlarmActive/GetAlarmClear',
    access: alarmReaders,
    summary: { zh: '历史报警', en: 'Past alarms' },
    query: z.object({ CompanyId: id.optional() }),
    data: pageOf(AlarmRow),
  },
  downloadAlarmClear: {
    ...list,
    path: '/AlarmActive/DownloadAlarmClear',
    access: alarmManagers,
    summary: { zh: '下载历史报警', en: 'Past alarms as an Excel file' },
    query: z.object({ CompanyId: id.optional() }),
    data: 'file',
  },
  /** For a big screen: without a sort the newest first, acknowledged or not. */
  getAlarmActScreen: {
    ...list,
    path: '/AlarmActive/GetAlarmActScreen',
    access: alarmReaders,
    summary: { zh: '大屏当前报警', en: 'Current alarms for a big screen, the newest first' },
    query: ofCompany,
    data: pageOf(AlarmRow),
  },
  /** For a big screen: without a sort the last that returned first. Without a time: what returned in the last 31 days. */
  getAlarmClearScreen: {
    ...list,
    path: '/AlarmActive/GetAlarmClearScreen',
    access: alarmReaders,
    summary: { zh: '大屏历史报警', en: 'Past alarms for a big screen, the last that returned first' },
    query: ofCompany,
    data: pageOf(AlarmRow),
  },
  /** For the filters of the lists: people who acted on an alarm that the caller sees, former members among them. */
  getAlarmPeople: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmPeople',
    effect: 'read',
    access: alarmReaders,
    summary: { zh: '确认过、处理或评论过报警的人员', en: 'People who acknowledged alarms, and who wrote about them' },
    query: z.object({ companyId: id.optional(), ProjectId: id.optional() }),
    data: z.object({
      ConfirmList: People,
      CommentList: People.describe('handled or commented; only where the caller manages or handles alarms'),
    }),
  },
  /** Active, and not shown because somebody or something said so. */
  getAlarmHidden: {
    ...list,
    path: '/AlarmActive/GetAlarmHidden',
    access: alarmManagers,
    summary: { zh: '已隐藏的报警', en: 'Active alarms that are hidden now' },
    data: pageOf(AlarmRow),
  },
});
