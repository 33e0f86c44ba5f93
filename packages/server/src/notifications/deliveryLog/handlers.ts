import {
  type AllCalls,
  type Channel,
  channels,
  type Language,
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
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { Available } from '../outbox/reachedBy.ts';
import { presentPush } from './present.ts';
import {
  countByChannel,
  countByDay,
  countByPerson,
  countMessages,
  countPushes,
  listPushes,
  type PushLogFilter,
  type PushLogRow,
  type PushPersonRow,
  partlyHidden,
  peopleOfPushes,
  worstOfMessages,
} from './pushLog.store.ts';
import { dayColumns, personColumns, smsColumns } from './sheets.wire.ts';
import { stretchOf } from './stretchOf.ts';

export interface DeliveryLogDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: { readonly available: Available };
}

type LogQuestion = ParsedInput<AllCalls['exportSmsPushInfoList']>['body'];
type PersonQuestion = ParsedInput<AllCalls['exportPushStatisticsList']>['body'];
type DayQuestion = ParsedInput<AllCalls['getAlarmPushStatus']>['query'];

/** A sheet of a call holds so many; more is exported in the background. */
const maxInSheet = 10_000;
const needFits = (count: number): void => {
  if (count > maxInSheet) throw new Refusal(notificationErrors.tooManyForSheet, { count, max: maxInSheet });
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
      ? stretchOf(body.StartTime, body.EndTime, timeZone, 'EndTime')
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
  return { ...stretchOf(body.StartTime, body.EndTime, timeZone, 'EndTime'), userIds: body.UserIdList };
}

export async function dayQuestion(db: Db, caller: Caller, query: DayQuestion) {
  const timeZone = await zoneOf(caller.tenant, db, query.projectId);
  return { ...stretchOf(query.startTime, query.endTime, timeZone, 'endTime'), timeZone };
}

async function presentPushes(
  db: Db,
  caller: Caller,
  rows: readonly PushLogRow[],
  language: Language,
): Promise<ReturnType<typeof presentPush>[]> {
  const hidden = await partlyHidden(caller.tenant, db, [
    ...new Set(rows.flatMap(({ message_id }) => message_id ?? [])),
  ]);
  return rows.map((row) =>
    presentPush(row, language, {
      readsContacts: readsContacts(caller),
      seesAll: row.message_id === null || !hidden.has(row.message_id),
    }),
  );
}

const rowsAtOnce = 1_000;

/** One by one what providers got, the newest first, each by the worst that it told of; what was part of no message by itself. */
export async function* messagesOf(
  db: Db,
  caller: Caller,
  filter: PushLogFilter,
  language: Language,
): AsyncGenerator<ReturnType<typeof presentPush>> {
  const seen = new Set<number>();
  for (let before: number | undefined; ; ) {
    const rows = await listPushes(caller.tenant, db, filter, { before, limit: rowsAtOnce });
    const first = rows.filter(({ message_id }) => {
      if (message_id === null) return true;
      const isNew = !seen.has(message_id);
      seen.add(message_id);
      return isNew;
    });
    const merged = first.flatMap(({ message_id, alarm_count }) => (alarm_count > 1 ? (message_id ?? []) : []));
    const worst = await worstOfMessages(caller.tenant, db, filter, merged);
    const told = first.map((row) => (row.message_id === null ? row : (worst.get(row.message_id) ?? row)));
    yield* await presentPushes(db, caller, told, language);
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)!.id;
  }
}

export function deliveryLogHandlers({
  db,
  clock,
  outbox,
}: DeliveryLogDeps): Handlers<typeof pushLogCalls & typeof pushStatisticsCalls> {
  const page = async (
    { caller, language }: CallContext<Caller>,
    channel: Channel,
    body: ParsedInput<AllCalls['getSmsPushLogPage']>['body'],
  ) => {
    const filter = await pushQuestion(db, caller, channel, body);
    const rows = await listPushes(caller.tenant, db, filter, rowRange(body));
    return {
      Data: await presentPushes(db, caller, rows, language),
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
    rows: AsyncIterable<Row> | Iterable<Row>,
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
      needFits(await countMessages(caller.tenant, db, filter));
      return sheet(
        context,
        { zh: '短信推送记录', en: 'SMS about alarms' }[language],
        smsColumns,
        messagesOf(db, caller, filter, language),
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
          AlarmsTold: row?.alarms ?? 0,
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
        AlarmsTold: row.alarms,
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
      const question = await personQuestion(db, caller, body);
      const { rows, total } = await countByPerson(caller.tenant, db, question, rowRange(body));
      return { Data: rows.map(presentPerson), TotalCount: total };
    },

    async exportPushStatisticsList(context, { body }) {
      const { caller, language } = context;
      const question = await personQuestion(db, caller, body);
      const { rows, total } = await countByPerson(caller.tenant, db, question, { offset: 0, limit: maxInSheet });
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
  AlarmsTold: row.alarms,
  Skipped: row.skipped,
  Answered: row.answered,
});
