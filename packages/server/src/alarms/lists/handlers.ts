import { type AlarmFilter, alarmErrors, type alarmListCalls, downloadErrors } from '@watchpost/contract';
import type { z } from 'zod';
import { type Caller, narrowed, tenantOf, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { workbookType, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import type { CallContext, FileReply } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { alarmStaff, readerOf } from '../alarmStaff.ts';
import type { AlarmsNowOf } from '../alarmsNow.ts';
import { presentAlarm, presentPerson } from '../present.ts';
import { alarmQuestion } from './alarmQuestion.wire.ts';
import { alarmColumns } from './alarmSheet.ts';
import { type AlarmSort, type AlarmView, countAlarms, pageAlarms } from './lists.store.ts';
import { peopleWhoConfirmed, peopleWhoWrote } from './people.store.ts';

export interface ListDeps {
  readonly db: Db;
  readonly clock: Clock;
}

type Body = z.output<typeof AlarmFilter>;
type Context = Pick<CallContext<Caller>, 'caller' | 'language' | 'signal'>;

/** One file holds so many rows at most; what is longer is exported in the background. */
export const maxInSheet = 20_000;

const titles = {
  current: { zh: '当前报警', en: 'Current alarms' },
  unconfirmed: { zh: '未确认报警', en: 'Unacknowledged alarms' },
  confirmed: { zh: '已确认报警', en: 'Acknowledged alarms' },
  pending: { zh: '未处理报警', en: 'Alarms not handled yet' },
  past: { zh: '历史报警', en: 'Past alarms' },
  hidden: { zh: '已隐藏的报警', en: 'Hidden alarms' },
} as const satisfies Record<AlarmView, unknown>;

/** Of the current alarms all, or those with this `Status`. */
export const viewOf = ({ status }: { status?: 0 | 1 | undefined } = {}): AlarmView =>
  status === undefined ? 'current' : status === 0 ? 'unconfirmed' : 'confirmed';

export function alarmListHandlers(deps: ListDeps & { readonly nowOf: AlarmsNowOf }): Handlers<typeof alarmListCalls> {
  const { db, clock, nowOf } = deps;

  /** @param usualSort of a list that has an order of its own when the caller names none */
  async function page(
    { caller, language, signal }: Context,
    view: AlarmView,
    body: Body,
    usualSort: AlarmSort | null = null,
  ) {
    const { filter, order } = await alarmQuestion(deps, caller, view, body);
    const range = rowRange(body);
    const { tenant } = caller;
    const rows = await pageAlarms(tenant, db, filter, { ...order, sort: order.sort ?? usualSort }, range);
    const total = await countAlarms(tenant, db, filter);
    const reader = readerOf(caller, language);
    const alarmNow = await nowOf(tenant, rows, signal);
    return {
      Data: rows.map((row) => presentAlarm(row, alarmNow(row), filter.now.getTime(), reader(row.project_id))),
      TotalCount: total,
    };
  }

  async function sheet({ caller, language }: Context, view: AlarmView, body: Body): Promise<FileReply> {
    const { tenant } = caller;
    const { filter, order } = await alarmQuestion(deps, caller, view, body);
    const count = await countAlarms(tenant, db, filter);
    if (count === 0) throw new Refusal(downloadErrors.nothingToExport);
    if (count > maxInSheet) throw new Refusal(alarmErrors.tooManyToExport, { count, max: maxInSheet });
    const rows = await pageAlarms(tenant, db, filter, order, { offset: 0, limit: maxInSheet });
    const reader = readerOf(caller, language);
    const nowMs = clock.now();
    const timeZone = await zoneOf(tenant, db, body.ProjectId ?? null);
    const title = titles[view][language];
    return {
      name: `${title} ${localOfEpoch(nowMs, timeZone).slice(0, 10)}.xlsx`,
      contentType: workbookType,
      content: writeWorkbook({
        title,
        columns: alarmColumns,
        rows: rows.map((row) => ({ ...row, managesAlarms: reader(row.project_id).managesAlarms, nowMs })),
        language,
        timeZone,
      }),
    };
  }

  return {
    getAlarmAct: (context, { query, body }) => page(context, viewOf(query), body),
    exportAlarmAct: (context, { query, body }) => sheet(context, viewOf(query), body),
    getAlarmPendingSolve: (context, { body }) => page(context, 'pending', body),
    exportAlarm: (context, { body }) => sheet(context, 'pending', body),
    getAlarmClear: (context, { body }) => page(context, 'past', body),
    downloadAlarmClear: (context, { body }) => sheet(context, 'past', body),
    getAlarmActScreen: (context, { body }) => page(context, 'current', body, 'time'),
    getAlarmClearScreen: (context, { body }) => page(context, 'past', body, 'returned'),
    async getAlarmPeople({ caller }) {
      const { tenant, userId, grants } = caller;
      const staffed = grants ? tenantOf(userId, grants, alarmStaff).projectIds : [];
      // Who wrote is for those whose work alarms are, as the filter is.
      const written = narrowed(
        tenant,
        tenant.projectIds.filter((id) => staffed.includes(id)),
      );
      return {
        ConfirmList: (await peopleWhoConfirmed(tenant, db)).map(presentPerson),
        CommentList: (await peopleWhoWrote(written, db)).map(presentPerson),
      };
    },
    getAlarmHidden: (context, { body }) => page(context, 'hidden', body),
  };
}
