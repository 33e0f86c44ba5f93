import { type alarmActCalls, type alarmCalls, alarmEvents, commonErrors } from '@watchpost/contract';
import { type Caller, type UserTenant, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { History, HistoryShare } from '../history/index.ts';
import { alarmViewer, readToldPeople } from '../notifications/index.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal } from '../platform/zonedTime.ts';
import { acknowledge, acknowledgeAll } from './acts/acknowledge.ts';
import type { ActDeps } from './acts/actOnAlarm.ts';
import { comment, handle, handleAll } from './acts/handle.ts';
import { readerOf } from './alarmStaff.ts';
import { type AlarmsNowOf, createAlarmsNow } from './alarmsNow.ts';
import type { AlarmService } from './evaluator/alarmService.ts';
import { alarmListHandlers } from './lists/handlers.ts';
import { otherPointsOf } from './otherPoints.store.ts';
import { pointsBeside } from './pointsBeside.store.ts';
import { presentAlarm, presentCounts, presentDetail, presentMessage, presentSchedule, presentSpan } from './present.ts';
import { shelfHandlers } from './shelves/handlers.ts';
import { spansOfPoints } from './spansOfPoints.store.ts';
import {
  type AlarmListRow,
  countByLevel,
  countHidden,
  countTold,
  findAlarm,
  findAlarmRule,
  findLine,
  pageMessages,
  readComments,
  readJournal,
} from './store.ts';

export interface AlarmHandlerDeps extends ActDeps {
  readonly alarms: Pick<AlarmService, 'presentValueOf' | 'lookAtShelves' | 'standingOf' | 'relatedSuppressions'>;
  /** By which active alarms are seen to go on. */
  readonly history: Pick<History, 'buckets'>;
  readonly historyShare: HistoryShare;
}

export function alarmHandlers(deps: AlarmHandlerDeps): Handlers<typeof alarmCalls> {
  const nowOf = createAlarmsNow(deps);
  return {
    ...alarmActHandlers(deps, nowOf),
    ...alarmListHandlers({ ...deps, nowOf }),
    ...messageHandlers(deps),
    ...shelfHandlers(deps),
  };
}

function alarmActHandlers(deps: AlarmHandlerDeps, nowOf: AlarmsNowOf): Handlers<typeof alarmActCalls> {
  const { db, clock } = deps;

  const load = async (tenant: UserTenant, alarmId: number): Promise<AlarmListRow> => {
    const alarm = await findAlarm(tenant, db, alarmId);
    if (!alarm) throw new Refusal(commonErrors.notFound);
    return alarm;
  };

  /** What an act left behind, as the lists show it. */
  async function presentRow(context: Pick<CallContext<Caller>, 'caller' | 'language' | 'signal'>, alarmId: number) {
    const { caller, language, signal } = context;
    const alarm = await load(caller.tenant, alarmId);
    const alarmNow = await nowOf(caller.tenant, [alarm], signal);
    return presentAlarm(alarm, alarmNow(alarm), clock.now(), readerOf(caller, language)(alarm.project_id));
  }

  return {
    async getAlarmDetail({ caller, language, signal }, { query }) {
      const { tenant } = caller;
      const alarm = await load(tenant, query.alarmId);
      const rule = await findAlarmRule(tenant, db, alarm.id);
      if (!rule) throw new Refusal(commonErrors.notFound);
      const reader = readerOf(caller, language)(alarm.project_id);
      const alarmNow = await nowOf(tenant, [alarm], signal);
      const parts = {
        ...alarmNow(alarm),
        rule,
        journal: await readJournal(tenant, db, alarm.id),
        told: reader.managesAlarms ? await readToldPeople(tenant, db, alarm.id) : null,
        comments: reader.managesAlarms ? await readComments(tenant, db, alarm.id) : null,
        other: await otherPointsOf(tenant, db, [rule.rule_definition]),
        line: await findLine(tenant, db, alarm),
        beside: await pointsBeside(tenant, db, alarm, rule.rule_definition),
      };
      return presentDetail(alarm, parts, clock.now(), reader);
    },

    async getAlarmSchedule({ caller, language }, { body }) {
      const { tenant } = caller;
      const alarm = await load(tenant, body.AlarmId);
      const [journal, told] = [await readJournal(tenant, db, alarm.id), await countTold(tenant, db, alarm.id)];
      const reader = readerOf(caller, language)(alarm.project_id);
      return presentSchedule(alarm, journal, told, reader, alarmEvents);
    },

    async getAlarmsOfPoints({ caller, language }, { body }) {
      const timeZone = await zoneOf(caller.tenant, db, body.ProjectId);
      const [from, to] = [body.StartTime, body.EndTime].map((local) => epochOfLocal(local, timeZone));
      if (from == null || to == null) return [];
      const spans = await spansOfPoints(caller.tenant, db, body.PointIdList, new Date(from), new Date(to));
      return spans.map((span) => presentSpan(span, language));
    },

    async updateStatus(context, { query }) {
      await acknowledge(deps, context, query.id, query.level ?? null);
      return presentRow(context, query.id);
    },

    async batchConfirmAlarm(context, { body }) {
      const seen = new Map(body.AlarmList.map(({ Id, Level }) => [Id, Level ?? null]));
      await acknowledgeAll(deps, context, seen);
      return { Count: seen.size };
    },

    async upDetail(context, { body }) {
      await handle(deps, context, body.Id, handlingOf(body), body.SeenEPOCH);
      return presentRow(context, body.Id);
    },

    async batchHandleAlarm(context, { body }) {
      await handleAll(deps, context, body.IdList, handlingOf(body));
      return { Count: new Set(body.IdList).size };
    },

    async addAlarmComment(context, { body }) {
      await comment(deps, context, body.Id, body.Comment);
      return null;
    },
  };
}

const handlingOf = (body: Parameters<Handlers<typeof alarmActCalls>['upDetail']>[1]['body'] | HandlingOfMany) => ({
  followUp: body.FollowUp,
  comment: body.Comment,
  measures: body.Measures,
  analysisResult: body.AnalysisResult,
});
type HandlingOfMany = Parameters<Handlers<typeof alarmActCalls>['batchHandleAlarm']>[1]['body'];

type MessageCall = 'getAlarmMessageByUserId' | 'getAlarmOverNum';

function messageHandlers({ db }: AlarmHandlerDeps): Pick<Handlers<typeof alarmCalls>, MessageCall> {
  return {
    async getAlarmMessageByUserId({ caller, language }, { query }) {
      const { rows, total } = await pageMessages(alarmViewer(caller), db, {
        subareaIds: query.subareaIdList ?? null,
        offset: (query.pageIndex - 1) * query.pageSize,
        limit: query.pageSize,
      });
      return { Data: rows.map((row) => presentMessage(row, language)), TotalCount: total };
    },

    async getAlarmOverNum({ caller }) {
      const tenant = alarmViewer(caller);
      return presentCounts(await countByLevel(tenant, db), await countHidden(tenant, db));
    },
  };
}
