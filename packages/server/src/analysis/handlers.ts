import {
  type AllCalls,
  type analysisCalls,
  analysisErrors,
  type CallData,
  type HomeFigures,
  leastForChange,
  longestAnalysisDays,
  type RepairFigures,
  type ServiceRow,
  usualServiceLimits,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { startOfDay } from '../platform/zonedTime.ts';
import {
  type AlarmFigures,
  alarmFigures,
  countedAlarms,
  deviceCounts,
  type ServiceFigures,
  type Stretch,
  serviceFigures,
  waitingNow,
  worstDevices,
} from './alarms.store.ts';
import { standing } from './funnel.ts';
import { type LimitsRow, limitsOf, setLimits, wholeProjects } from './limits.store.ts';
import { deviceDays, type RepairRow, repairCounts, repairFigures } from './repairs.store.ts';
import { timeBetweenFailures } from './timeBetweenFailures.ts';

export interface AnalysisDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

const dayMs = 86_400_000;
const monthMs = (365.25 / 12) * dayMs;
const worstShown = 20;
const waitingShown = 10;

const tenths = (days: number | null): number | null => (days === null ? null : Math.round(days * 10) / 10);

const presentRepairs = (row: RepairRow | undefined, days: number): RepairFigures => ({
  Submitted: row?.submitted ?? 0,
  Completed: row?.completed ?? 0,
  Revoked: row?.revoked ?? 0,
  Overdue: row?.overdue ?? 0,
  AcceptMedian: row?.accept_median ?? null,
  AcceptP90: row?.accept_p90 ?? null,
  RepairMedian: row?.repair_median ?? null,
  RepairP90: row?.repair_p90 ?? null,
  DowntimeMedian: row?.downtime_median ?? null,
  DowntimeP90: row?.downtime_p90 ?? null,
  FirstTime: row?.first_time ?? 0,
  FirstTimeOf: row?.first_time_of ?? 0,
  Maturing: row?.maturing ?? 0,
  Rework: row?.rework ?? 0,
  Failures: row?.failures ?? 0,
  MtbfDays: tenths(timeBetweenFailures(days, row?.failures ?? 0).days),
  MtbfAtLeastDays: tenths(timeBetweenFailures(days, row?.failures ?? 0).atLeastDays),
  Verified: row?.verified ?? 0,
  Finished: row?.finished ?? 0,
});

const presentAlarms = (row: AlarmFigures | undefined, devices: number, months: number): HomeFigures => ({
  Alarms: row?.alarms ?? 0,
  Urgent: row?.urgent ?? 0,
  Devices: devices,
  PerDeviceMonth: devices === 0 || months === 0 ? null : (row?.alarms ?? 0) / devices / months,
  AckMedian: row?.ack_median ?? null,
  AckP90: row?.ack_p90 ?? null,
  Unconfirmed: row?.unconfirmed ?? 0,
  BackMedian: row?.back_median ?? null,
  BackP90: row?.back_p90 ?? null,
  ExcursionSeconds: row?.excursion_seconds ?? 0,
});

/** Percent with one decimal; null: nothing to divide by. */
const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
const change = (now: number, before: number): number | null =>
  before < leastForChange ? null : Math.round((now / before - 1) * 1000) / 10;

const presentLimits = (row: LimitsRow | null) =>
  row === null
    ? usualServiceLimits
    : {
        ConfirmMin: row.confirm_min,
        ProcessMin: row.process_min,
        AlarmChangeMax: row.alarm_change_max,
        RepairChangeMax: row.repair_change_max,
      };

const noService: Omit<ServiceFigures, 'project_id'> = { raised: 0, not_due: 0, confirmed: 0, handled: 0 };

export function analysisHandlers(deps: AnalysisDeps): Handlers<typeof analysisCalls> {
  const { db, clock } = deps;

  /** The projects and stretches that are asked for: the days, and as many before them. */
  async function asked({ tenant }: Caller, body: { Start: string; End: string; ProjectIdList?: number[] | undefined }) {
    if (body.End < body.Start) throw new Refusal(analysisErrors.reversed);
    const days = (Date.parse(body.End) - Date.parse(body.Start)) / dayMs + 1;
    if (days > longestAnalysisDays) throw new Refusal(analysisErrors.tooLong, { days: longestAnalysisDays });
    const zone = await zoneOf(tenant, db);
    const projects = await wholeProjects(tenant, db, body.ProjectIdList);
    const projectIds = projects.map(({ id }) => id);
    const from = startOfDay(body.Start, zone);
    const end = startOfDay(body.End, zone, 1);
    const now = new Date(clock.now());
    const until = end < now ? end : now;
    const stretch: Stretch = { projectIds, from, until };
    const before: Stretch = {
      projectIds,
      from: startOfDay(body.Start, zone, -days),
      // As much of it as there is of the present one: half a week is held against half a week.
      until: new Date(startOfDay(body.Start, zone, -days).getTime() + Math.max(0, until.getTime() - from.getTime())),
    };
    return { projects, stretch, before, now, months: Math.max(0, until.getTime() - from.getTime()) / monthMs };
  }

  return {
    async getRepairAnalysis({ caller, language }, { body }): Promise<CallData<AllCalls['getRepairAnalysis']>> {
      const { tenant } = caller;
      const { stretch, before, now } = await asked(caller, body);
      const [{ all, groups }, { all: earlier }, days, daysBefore] = await Promise.all([
        repairFigures(tenant, db, stretch, now, body.Group),
        repairFigures(tenant, db, before, now, null),
        deviceDays(tenant, db, stretch),
        deviceDays(tenant, db, before),
      ]);
      return {
        Now: presentRepairs(all, days),
        Before: presentRepairs(earlier, daysBefore),
        GroupList: groups.map((row) => ({
          Key: row.key,
          Name: row.name === null ? '–' : inLanguage(row.name, row.name_en, language),
          Count: row.submitted,
          Completed: row.completed,
          Rework: row.rework,
          RepairMedian: row.repair_median,
        })),
      };
    },

    async getServiceStatistics({ caller, language }, { body }) {
      const { tenant } = caller;
      const { projects, stretch, before } = await asked(caller, body);
      const [now, earlier, repairs, repairsBefore, limits] = await Promise.all([
        serviceFigures(tenant, db, stretch),
        serviceFigures(tenant, db, before),
        repairCounts(tenant, db, stretch),
        repairCounts(tenant, db, before),
        limitsOf(tenant, db),
      ]);
      const ofNow = new Map(now.map((row) => [row.project_id, row]));
      const ofBefore = new Map(earlier.map((row) => [row.project_id, row.raised]));
      const row = (
        id: number | null,
        name: string,
        { raised, not_due, confirmed, handled }: Omit<ServiceFigures, 'project_id'>,
        raisedBefore: number,
        repairCount: number,
        repairBefore: number,
      ): ServiceRow => ({
        ProjectId: id,
        ProjectName: name,
        Raised: raised,
        NotDue: not_due,
        Confirmed: confirmed,
        Handled: handled,
        ConfirmRate: percent(confirmed, raised - not_due),
        ProcessRate: percent(handled, raised - not_due),
        RaisedBefore: raisedBefore,
        AlarmChange: change(raised, raisedBefore),
        Repairs: repairCount,
        RepairsBefore: repairBefore,
        RepairChange: change(repairCount, repairBefore),
      });
      const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);
      const total = (key: keyof typeof noService): number => sum(now.map((each) => each[key]));
      return {
        Limits: presentLimits(limits),
        Total: row(
          null,
          '',
          {
            raised: total('raised'),
            not_due: total('not_due'),
            confirmed: total('confirmed'),
            handled: total('handled'),
          },
          sum(ofBefore.values()),
          sum(repairs.values()),
          sum(repairsBefore.values()),
        ),
        ProjectList: projects.map(({ id, name, name_en }) =>
          row(
            id,
            inLanguage(name, name_en, language),
            ofNow.get(id) ?? noService,
            ofBefore.get(id) ?? 0,
            repairs.get(id) ?? 0,
            repairsBefore.get(id) ?? 0,
          ),
        ),
      };
    },

    saveServiceLimits: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const before = presentLimits(await limitsOf(tenant, write.transaction));
        if (Object.entries(body).every(([name, value]) => before[name as keyof typeof before] === value)) {
          write.unchanged();
          return null;
        }
        await setLimits(tenant, write.transaction, {
          confirm_min: body.ConfirmMin,
          process_min: body.ProcessMin,
          alarm_change_max: body.AlarmChangeMax,
          repair_change_max: body.RepairChangeMax,
        });
        const inLog = ({ ConfirmMin, ProcessMin, AlarmChangeMax, RepairChangeMax }: typeof body) => ({
          confirmMin: ConfirmMin,
          processMin: ProcessMin,
          alarmChangeMax: AlarmChangeMax,
          repairChangeMax: RepairChangeMax,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: { kind: 'serviceLimits', id: tenant.companyId, name: '' },
          before: inLog(before),
          after: inLog(body),
        });
        return null;
      }),

    async getServiceAlarms({ caller, language }, { query, body }) {
      const { tenant } = caller;
      const { stretch, before } = await asked(caller, body);
      const range = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } =
        body.Figure === 'before'
          ? await countedAlarms(tenant, db, before, 'raised', range)
          : await countedAlarms(tenant, db, stretch, body.Figure, range);
      return {
        Data: rows.map((row) => ({
          AlarmId: row.id,
          ProjectId: row.project_id,
          ProjectName: inLanguage(row.project_name, row.project_name_en, language),
          Name: inLanguage(row.name, row.name_en, language),
          Content: language === 'zh' ? row.sentence_zh : row.sentence_en,
          Level: row.worst_severity,
          RaisedEPOCH: row.raised_at.getTime(),
          ClearedEPOCH: row.returned_at?.getTime() ?? null,
          AckedEPOCH: row.acknowledged_at?.getTime() ?? null,
          HandledEPOCH: row.handled_at?.getTime() ?? null,
        })),
        TotalCount: total,
      };
    },

    async getHomeAnalysis({ caller, language }, { body }): Promise<CallData<AllCalls['getHomeAnalysis']>> {
      const { tenant } = caller;
      const { projects, stretch, before, now, months } = await asked(caller, body);
      const [[all], [earlier], byProject, counts, waiting] = await Promise.all([
        alarmFigures(tenant, db, stretch, 'all'),
        alarmFigures(tenant, db, before, 'all'),
        alarmFigures(tenant, db, stretch, 'project'),
        deviceCounts(tenant, db, stretch.projectIds, 'project'),
        waitingNow(tenant, db, stretch.projectIds, now, waitingShown),
      ]);
      const devicesOf = new Map(counts.map(({ key, devices }) => [Number(key), devices]));
      const alarmsOf = new Map(byProject.map((row) => [Number(row.key), row]));
      const devices = counts.reduce((sum, each) => sum + each.devices, 0);
      const meanRate = devices === 0 ? 0 : (all?.alarms ?? 0) / devices;
      const nameOf = new Map(projects.map(({ id, name, name_en }) => [id, inLanguage(name, name_en, language)]));
      return {
        Now: presentAlarms(all, devices, months),
        Before: presentAlarms(earlier, devices, months),
        ProjectList: projects
          .map(({ id }) => {
            const own = devicesOf.get(id) ?? 0;
            const expected = meanRate * own;
            return {
              ...presentAlarms(alarmsOf.get(id), own, months),
              ProjectId: id,
              ProjectName: nameOf.get(id)!,
              Expected: Math.round(expected * 10) / 10,
              Standing: standing(alarmsOf.get(id)?.alarms ?? 0, expected),
            };
          })
          .sort((a, b) => (b.PerDeviceMonth ?? -1) - (a.PerDeviceMonth ?? -1)),
        MondayList: waiting.map(({ kind, project_id, id, name, since }) => ({
          Kind: kind,
          ProjectId: project_id,
          ProjectName: nameOf.get(project_id) ?? '',
          Name: name.trim(),
          Id: id,
          SinceEpoch: since?.getTime() ?? null,
        })),
      };
    },

    async getDeviceAnalysis({ caller, language }, { body }): Promise<CallData<AllCalls['getDeviceAnalysis']>> {
      const { tenant } = caller;
      const { projects, stretch, months } = await asked(caller, body);
      const [figures, counts, worst] = await Promise.all([
        alarmFigures(tenant, db, stretch, body.Group, body.SmallTypeId),
        deviceCounts(tenant, db, stretch.projectIds, body.Group, body.SmallTypeId),
        worstDevices(tenant, db, stretch, worstShown, body.SmallTypeId),
      ]);
      const hours = (stretch.until.getTime() - stretch.from.getTime()) / 3_600_000;
      const ofKey = new Map(figures.map((row) => [row.key, row]));
      const nameOf = new Map(projects.map(({ id, name, name_en }) => [id, inLanguage(name, name_en, language)]));
      return {
        GroupList: counts.map(({ key, name, name_en, devices }) => {
          const row = ofKey.get(key);
          return {
            ...presentAlarms(row, devices, months),
            Key: key,
            Name: inLanguage(name, name_en, language),
            MtbfHours: row && row.urgent > 0 ? Math.round((devices * hours) / row.urgent) : null,
          };
        }),
        WorstList: worst.map((device) => ({
          Mtid: device.id,
          MName: inLanguage(device.name, device.name_en, language),
          ProjectId: device.project_id,
          ProjectName: nameOf.get(device.project_id) ?? '',
          ClassName: inLanguage(device.class_zh, device.class_en, language),
          Alarms: device.alarms,
          Urgent: device.urgent,
          ExcursionSeconds: device.excursion_seconds,
          Repairs: device.repairs,
        })),
      };
    },
  };
}
