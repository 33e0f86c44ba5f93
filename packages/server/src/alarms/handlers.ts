import { type alarmCalls, commonErrors, type Language, type PermissionName } from '@watchpost/contract';
import { type Caller, tenantOf, type UserTenant, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { alarmViewer, readToldPeople } from '../notifications/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal } from '../platform/zonedTime.ts';
import { showsLive } from '../projects/index.ts';
import { acknowledge } from './acknowledge.ts';
import type { ActDeps } from './actOnAlarm.ts';
import type { AlarmService } from './alarmService.ts';
import { handle } from './handle.ts';
import { presentAlarm, presentCounts, presentDetail, presentMessage, presentSpan, type Reader } from './present.ts';
import { raisedBetween } from './raisedBetween.ts';
import { spansOfPoints } from './spansOfPoints.store.ts';
import {
  type AlarmListRow,
  countByLevel,
  findAlarm,
  findAlarmRule,
  pageAlarms,
  pageMessages,
  readJournal,
} from './store.ts';

/** Whose work an alarm is; everybody else with a view of the project sees states and times. See docs/decisions. */
const alarmStaff: readonly PermissionName[] = ['alarmManage', 'alarmHandle'];

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

  /** By project: whoever manages or handles alarms there also reads who was told and what was written about them. */
  const readerOf = ({ userId, grants }: Caller, language: Language): ((projectId: number) => Reader) => {
    const managed = new Set(grants ? tenantOf(userId, grants, alarmStaff).projectIds : []);
    return (projectId) => ({ language, managesAlarms: managed.has(projectId) });
  };

  return {
    async getAlarmAct({ caller, language }, { query, body }) {
      const { tenant } = caller;
      const timeZone = await zoneOf(tenant, db, body.ProjectId ?? null);
      const now = clock.now();
      const { from, to } = raisedBetween({ from: body.Cstime, to: body.Cetime }, timeZone, now);
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
      const reader = readerOf(caller, language);
      return { Data: rows.map((row) => presentAlarm(row, now, reader(row.project_id))), TotalCount: total };
    },

    async getAlarmDetail({ caller, language }, { query }) {
      const { tenant } = caller;
      const alarm = await load(tenant, query.alarmId);
      const rule = await findAlarmRule(tenant, db, alarm.id);
      if (!rule) throw new Refusal(commonErrors.notFound);
      const reader = readerOf(caller, language)(alarm.project_id);
      const parts = {
        rule,
        journal: await readJournal(tenant, db, alarm.id),
        told: reader.managesAlarms ? await readToldPeople(tenant, db, alarm.id) : null,
        presentValue: await presentValue(tenant, alarm),
      };
      return presentDetail(alarm, parts, clock.now(), reader);
    },

    async getAlarmsOfPoints({ caller, language }, { body }) {
      const timeZone = await zoneOf(caller.tenant, db, body.ProjectId);
      const [from, to] = [body.StartTime, body.EndTime].map((local) => epochOfLocal(local, timeZone));
      if (from == null || to == null) return [];
      const spans = await spansOfPoints(caller.tenant, db, body.PointIdList, new Date(from), new Date(to));
      return spans.map((span) => presentSpan(span, language));
    },

    async updateStatus(context, { query }) {
      const { caller, language } = context;
      await acknowledge(deps, context, query.id, query.level ?? null);
      const alarm = await load(caller.tenant, query.id);
      return presentAlarm(alarm, clock.now(), readerOf(caller, language)(alarm.project_id));
    },

    async upDetail(context, { body }) {
      const { caller, language } = context;
      await handle(deps, context, body.Id, { followUp: body.FollowUp, comment: body.Comment });
      const alarm = await load(caller.tenant, body.Id);
      return presentAlarm(alarm, clock.now(), readerOf(caller, language)(alarm.project_id));
    },

    async getAlarmMessageByUserId({ caller, language }, { query }) {
      const { rows, total } = await pageMessages(alarmViewer(caller), db, {
        subareaIds: query.subareaIdList ?? null,
        offset: (query.pageIndex - 1) * query.pageSize,
        limit: query.pageSize,
      });
      return { Data: rows.map((row) => presentMessage(row, language)), TotalCount: total };
    },

    async getAlarmOverNum({ caller }) {
      return presentCounts(await countByLevel(alarmViewer(caller), db));
    },
  };
}
