import {
  type AllCalls,
  type Channel,
  channels,
  notificationErrors,
  outboundChannels,
  type ParsedInput,
  type pushLogCalls,
  type pushStatisticsCalls,
} from '@watchpost/contract';
import { type Caller, readsContacts, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { type SheetColumn, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import type { CallContext, FileReply } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { Available } from '../outbox/reachedBy.ts';
import { presentPush } from './present.ts';
import {
  countByChannel,
  countByDay,
  countByPerson,
  countPushes,
  listPushes,
  type PushLogFilter,
  type PushPersonRow,
  peopleOfPushes,
} from './pushLog.store.ts';
import { dayColumns, personColumns, smsColumns } from './sheets.wire.ts';
import { stretchOf } from './stretchOf.ts';

export interface LedgerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: { readonly available: Available };
}

type LogQuestion = ParsedInput<AllCalls['exportSmsPushInfoList']>['body'];
type PersonQuestion = ParsedInput<AllCalls['exportPushStatisticsList']>['body'];
type DayQuestion = ParsedInput<AllCalls['getAlarmPushStatus']>['query'];

/** A sheet of a call holds so many; more is exported in the background. */
const mostInSheet = 10_000;
const needFits = (count: number): void => {
  if (count > mostInSheet) throw new Refusal(notificationErrors.tooManyForSheet, { count, max: mostInSheet });
};

/** The filter of the push log as the store asks it. */
export async function pushQuestion(
  db: Db,
  caller: Caller,
  channel: Channel,
  body: LogQuestion,
): Promise<PushLogFilter> {
  const timeZone = await zoneOf(caller.tenant, db, body.ProjectId ?? null);
  const stretch =
    body.StartTime !== undefined && body.EndTime !== undefined
      ? stretchOf(body.StartTime, body.EndTime, timeZone)
      : null;
  return {
    channel,
    projectId: body.ProjectId,
    alarmId: body.AlarmId,
    pointId: body.PointId,
    raisedAt: body.AlarmEpoch === undefined ? undefined : new Date(body.AlarmEpoch),
    userIds: body.UserIdList,
    sent: body.SendStatus,
    received: body.ReceiptStatus,
    read: body.IsRead,
    pushTypes: body.PushTypeList,
    from: stretch?.from ?? null,
    until: stretch?.until ?? null,
  };
}

export async function personQuestion(db: Db, caller: Caller, body: PersonQuestion) {
  const timeZone = await zoneOf(caller.tenant, db, body.ProjectId);
  return { ...stretchOf(body.StartTime, body.EndTime, timeZone), userIds: body.UserIdList };
}

export async function dayQuestion(db: Db, caller: Caller, query: DayQuestion) {
  const timeZone = await zoneOf(caller.tenant, db, query.projectId);
  return { ...stretchOf(query.startTime, query.endTime, timeZone), timeZone };
}

export function ledgerHandlers({
  db,
  clock,
  outbox,
}: LedgerDeps): Handlers<typeof pushLogCalls & typeof pushStatisticsCalls> {
  const page = async (
    { caller, language }: CallContext<Caller>,
    channel: Channel,
    body: ParsedInput<AllCalls['getSmsPushLogPage']>['body'],
  ) => {
    const filter = await pushQuestion(db, caller, channel, body);
    const offset = (body.PageIndex - 1) * body.PageSize;
    const rows = await listPushes(caller.tenant, db, filter, { offset, limit: body.PageSize });
    return {
      Data: rows.map((row) => presentPush(row, language, readsContacts(caller))),
      TotalCount: await countPushes(caller.tenant, db, filter),
    };
  };
  const people = async ({ caller }: CallContext<Caller>, channel: Channel, body: LogQuestion) => {
    const filter = await pushQuestion(db, caller, channel, body);
    const rows = await peopleOfPushes(caller.tenant, db, filter);
    return rows.map(({ id, nickname }) => ({ Key: id, Value: nickname }));
  };
  async function sheet<Row>(
    { caller, language }: CallContext<Caller>,
    title: string,
    columns: readonly SheetColumn<Row>[],
    rows: readonly Row[],
    projectId: number | null,
  ): Promise<FileReply> {
    const timeZone = await zoneOf(caller.tenant, db, projectId);
    return {
      name: `${title} ${localOfEpoch(clock.now(), timeZone).slice(0, 10)}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: writeWorkbook({ title, columns, rows, language, timeZone }),
    };
  }

  return {
    getAppPushLogPage: (context, { body }) => page(context, 'app', body),
    getSmsPushLogPage: (context, { body }) => page(context, 'sms', body),
    getCallPushLogPage: (context, { body }) => page(context, 'voice', body),
    getAppPushLogUserDropdownList: (context, { body }) => people(context, 'app', body),
    getSmsPushLogUserDropdownList: (context, { body }) => people(context, 'sms', body),
    getCallPushLogUserDropdownList: (context, { body }) => people(context, 'voice', body),

    async exportSmsPushInfoList(context, { body }) {
      const { caller, language } = context;
      const filter = await pushQuestion(db, caller, 'sms', body);
      needFits(await countPushes(caller.tenant, db, filter));
      const rows = await listPushes(caller.tenant, db, filter, { offset: 0, limit: mostInSheet });
      const shown = rows.map((row) => presentPush(row, language, readsContacts(caller)));
      return sheet(
        context,
        { zh: '短信推送记录', en: 'SMS about alarms' }[language],
        smsColumns,
        shown,
        body.ProjectId ?? null,
      );
    },

    async getAlarmAppPushNum({ caller, language }, { query }) {
      const counted = await countByChannel(caller.tenant, db, await dayQuestion(db, caller, query));
      const isOut = (channel: Channel): channel is keyof Available =>
        outboundChannels.some((outbound) => outbound === channel);
      return (Object.keys(channels) as Channel[]).map((channel) => {
        const row = counted.find((each) => each.channel === channel);
        return {
          Channel: channel,
          ChannelName: channels[channel][language],
          Available: isOut(channel) ? outbox.available[channel] : true,
          Total: row?.total ?? 0,
          Sent: row?.sent ?? 0,
          Delivered: row?.delivered ?? 0,
          Failed: row?.failed ?? 0,
          Skipped: row?.skipped ?? 0,
          Waiting: row?.waiting ?? 0,
        };
      });
    },

    async getAlarmPushStatus({ caller }, { query }) {
      const rows = await countByDay(caller.tenant, db, await dayQuestion(db, caller, query));
      return rows.map((row) => ({
        Day: row.day,
        App: row.app,
        Sms: row.sms,
        Call: row.voice,
        Email: row.email,
        Webhook: row.webhook,
        Failed: row.failed,
        Skipped: row.skipped,
      }));
    },

    async exportAlarmPushStatistical(context, { query }) {
      const { caller, language } = context;
      const rows = await countByDay(caller.tenant, db, await dayQuestion(db, caller, query));
      return sheet(context, { zh: '报警推送情况', en: 'Messages by day' }[language], dayColumns, rows, query.projectId);
    },

    async getPushStatisticsList({ caller }, { body }) {
      const offset = (body.PageIndex - 1) * body.PageSize;
      const question = await personQuestion(db, caller, body);
      const { rows, total } = await countByPerson(caller.tenant, db, question, { offset, limit: body.PageSize });
      return { Data: rows.map(presentPerson), TotalCount: total };
    },

    async exportPushStatisticsList(context, { body }) {
      const { caller, language } = context;
      const question = await personQuestion(db, caller, body);
      const { rows, total } = await countByPerson(caller.tenant, db, question, { offset: 0, limit: mostInSheet });
      needFits(total);
      return sheet(
        context,
        { zh: '人员推送统计', en: 'Messages by person' }[language],
        personColumns,
        rows,
        body.ProjectId,
      );
    },
  };
}

const presentPerson = (row: PushPersonRow) => ({
  UserId: row.user_id,
  UserName: row.user_name,
  App: row.app,
  AppRead: row.app_read,
  Sms: row.sms,
  SmsDelivered: row.sms_delivered,
  SmsFailed: row.sms_failed,
  Call: row.voice,
  CallDelivered: row.voice_delivered,
  CallFailed: row.voice_failed,
  Email: row.email,
  EmailFailed: row.email_failed,
  Skipped: row.skipped,
  Answered: row.answered,
});
