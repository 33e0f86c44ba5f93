import { type alarmCalls, commonErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { readToldPeople } from '../notifications/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { showsLive } from '../projects/index.ts';
import { type ActDeps, acknowledge } from './acknowledge.ts';
import type { AlarmService } from './alarmService.ts';
import { handle } from './handle.ts';
import { presentAlarm, presentCounts, presentDetail, presentMessage } from './present.ts';
import { raisedBetween } from './raisedBetween.ts';
import {
  type AlarmListRow,
  countByLevel,
  findAlarm,
  findAlarmRule,
  pageAlarms,
  pageMessages,
  readJournal,
  readTimeZone,
} from './store.ts';

export interface AlarmHandlerDeps extends ActDeps {
  readonly alarms: Pick<AlarmService, 'presentValueOf'>;
}

export function alarmHandlers(deps: AlarmHandlerDeps): Handlers<typeof alarmCalls> {
  const { db, clock, alarms } = deps;

  const load = async (tenant: UserTenant, alarmId: number): Promise<AlarmListRow> => {
    const alarm = await findAlarm(tenant, db, alarmId);
    if (!alarm) throw new Refusal(commonErrors.notFound);
    return alarm;
  };

  /** Without service there is no live data. */
  const presentValue = async (tenant: UserTenant, alarm: AlarmListRow): Promise<number | null> => {
    if (alarm.point_id === null) return null;
    const isShown = await showsLive(tenant, db, alarm.project_id, clock.now());
    return isShown ? alarms.presentValueOf(alarm.point_id) : null;
  };

  return {
    async getAlarmAct({ caller: { tenant }, language }, { query, body }) {
      const timeZone = await readTimeZone(tenant, db, tenant.companyId, body.ProjectId ?? null);
      const now = clock.now();
      const { from, to } = raisedBetween({ from: body.Cstime, to: body.Cetime }, timeZone ?? 'UTC', now);
      const { rows, total } = await pageAlarms(tenant, db, {
        view: query.status === 0 ? 'current' : 'confirmed',
        raisedFrom: from,
        raisedTo: to,
        text: body.Acontent ?? null,
        deviceName: body.MtName ?? null,
        deviceId: body.Mtid ?? null,
        severities: body.Level ?? null,
        kinds: body.AlarmClass && body.AlarmClass.length > 0 ? body.AlarmClass : null,
        subareaIds: body.Area ?? null,
        acknowledged: body.IsAck ?? null,
        sort: body.SortType ?? null,
        ascending: body.IsAsc ?? false,
        now: new Date(now),
        offset: (body.PageIndex - 1) * body.PageSize,
        limit: body.PageSize,
      });
      return { Data: rows.map((row) => presentAlarm(row, now, language)), TotalCount: total };
    },

    async getAlarmDetail({ caller: { tenant }, language }, { query }) {
      const alarm = await load(tenant, query.alarmId);
      const rule = await findAlarmRule(tenant, db, alarm.id);
      if (!rule) throw new Refusal(commonErrors.notFound);
      const parts = {
        rule,
        journal: await readJournal(tenant, db, alarm.id),
        told: await readToldPeople(tenant, db, alarm.id),
        presentValue: await presentValue(tenant, alarm),
      };
      return presentDetail(alarm, parts, clock.now(), language);
    },

    async updateStatus({ caller: { tenant }, language }, { query }) {
      await acknowledge(deps, tenant, query.id);
      return presentAlarm(await load(tenant, query.id), clock.now(), language);
    },

    async upDetail({ caller: { tenant }, language }, { body }) {
      await handle(deps, tenant, body.Id, { followUp: body.FollowUp, comment: body.Comment });
      return presentAlarm(await load(tenant, body.Id), clock.now(), language);
    },

    async getAlarmMessageByUserId({ caller: { tenant }, language }, { query }) {
      const { rows, total } = await pageMessages(tenant, db, {
        subareaIds: query.subareaIdList ?? null,
        offset: (query.pageIndex - 1) * query.pageSize,
        limit: query.pageSize,
      });
      return { Data: rows.map((row) => presentMessage(row, language)), TotalCount: total };
    },

    async getAlarmOverNum({ caller: { tenant } }) {
      return presentCounts(await countByLevel(tenant, db));
    },
  };
}
