import {
  type AllCalls,
  type analysisCalls,
  type CallData,
  leastForChange,
  type RepairFigures,
  type ServiceRow,
  usualServiceLimits,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { startOfDay } from '../platform/zonedTime.ts';
import { countedAlarms, type ServiceFigures, type Stretch, serviceFigures } from './alarms.store.ts';
import { daysAsked, type Question } from './asking.wire.ts';
import type { AnalysisDeps } from './deps.ts';
import { deviceHandlers } from './devices/handlers.ts';
import { homeHandlers } from './home/handlers.ts';
import { type LimitsRow, limitsOf, setLimits, wholeProjects } from './limits.store.ts';
import { presentCounted } from './present.ts';
import { deviceDays, type RepairRow, repairCounts, repairFigures } from './repairs.store.ts';
import { timeBetweenFailures } from './timeBetweenFailures.ts';

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
  async function asked({ tenant }: Caller, body: Question) {
    const days = daysAsked(body);
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
      // As much of it as there is of the present one: half a week is compared with half a week.
      until: new Date(startOfDay(body.Start, zone, -days).getTime() + Math.max(0, until.getTime() - from.getTime())),
    };
    return { projects, stretch, before, now };
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
        Data: rows.map((row) => presentCounted(row, language)),
        TotalCount: total,
      };
    },
    ...homeHandlers(deps),
    ...deviceHandlers(deps),
  };
}
