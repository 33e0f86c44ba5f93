import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, idFilter, pageOf, queryPage } from '../scalars.ts';
import { alarmActCalls } from './actCalls.ts';
import { alarmListCalls } from './listCalls.ts';
import { shelfCalls } from './shelfCalls.ts';

const messageCalls = defineCalls({
  /** Message centre: open alarms, newest first, of the projects in which the caller may see alarms; else none. */
  getAlarmMessageByUserId: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmMessageByUserId',
    effect: 'read',
    access: 'session',
    summary: { zh: '消息中心报警', en: 'Alarms of the message centre' },
    query: z.object({ companyId: id.optional(), subareaIdList: idFilter, ...queryPage }),
    data: pageOf(
      z.object({
        AlarmId: z.number().int(),
        ProjectID: z.number().int(),
        ProjectName: z.string(),
        ALARM_LEVEL: z.number().int(),
        ALARM_DESCRIBE: z.string(),
        MName: z.string(),
        PointName: z.string(),
        ALARM_EPOCH: epochMs,
      }),
    ),
  },
  /** Current alarms by level, of one project or of all, as far as the caller may see alarms there; else none. */
  getAlarmOverNum: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmOverNum',
    effect: 'read',
    access: 'session',
    encoding: 'json',
    summary: { zh: '报警数量', en: 'Number of open alarms by level' },
    query: z.object({ companyId: id.optional() }),
    body: z.object({ ProjectId: id.optional() }).default({}),
    data: z.object({
      Total: z.number().int(),
      Unconfirmed: z.number().int(),
      Levels: z.array(
        z.object({
          Level: z.number().int(),
          Count: z.number().int(),
          Unconfirmed: z.number().int(),
          Returned: z.number().int().describe('of the unconfirmed, those that are over'),
          OldestEPOCH: epochMs.nullable(),
        }),
      ),
      /** Active and hidden; in none of the numbers above. */
      Hidden: z.number().int(),
    }),
  },
});

export const alarmCalls = { ...alarmActCalls, ...alarmListCalls, ...messageCalls, ...shelfCalls };
