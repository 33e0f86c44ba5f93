import {
  type Bilingual,
  type Language,
  type ReportDetail,
  type ReportPolicyRow,
  reportIndicatorNames,
  reportStatusWords,
  reportWaitHours,
  type ReportRow as WireReport,
} from '@watchpost/contract';
import { type Caller, mayInCompany, seesLevel } from '../access/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import type { Figures } from './figures.wire.ts';
import type { Missing } from './missing.store.ts';
import type { PolicyRow, ReportRow } from './report.store.ts';
import { summaryOf } from './summary.wire.ts';

const percent = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((part / whole) * 10_000) / 100;

/** `Store 1 · Monthly report · 2026-10-01 – 2026-10-31`. */
export const reportName = (row: ReportRow, language: Language): string =>
  [
    inLanguage(row.project_name, row.project_name_en, language),
    row.policy_name,
    row.from_day === row.until_day ? row.from_day : `${row.from_day} – ${row.until_day}`,
  ].join(' · ');

export const presentPolicy = (row: PolicyRow, caller: Caller, language: Language): ReportPolicyRow => ({
  PolicyId: row.id,
  PolicyName: row.name,
  Cycle: row.cycle,
  RunAt: row.run_at,
  ProjectList: row.projects.map(({ id, name, name_en }) => ({
    ProjectId: id,
    ProjectName: inLanguage(name, name_en, language),
  })),
  IndicatorList: row.indicators.map(({ name, target }) => ({ Name: name, Target: target })),
  ContentList: row.contents,
  AutoPublish: row.auto_publish,
  Enabled: row.enabled,
  ReportCount: row.report_count,
  // Who does not see all of its projects does not change what it does there.
  MayEdit: mayInCompany(caller, ['reportPolicies']) && row.projects.length === row.project_ids.length,
});

const days = (n: number): string => `${n} day${n === 1 ? '' : 's'} not sealed`;
const meters = (n: number): string => `energy of ${n} meter${n === 1 ? '' : 's'} not settled`;
function missingInWords({ unsealedDays, unsettledMeters }: Missing, isWaiting: boolean): Bilingual {
  const zh = [
    unsealedDays > 0 ? `${unsealedDays} 天尚未封存` : '',
    unsettledMeters > 0 ? `${unsettledMeters} 块电表的用电尚未结算` : '',
  ].filter(Boolean);
  const en = [unsealedDays > 0 ? days(unsealedDays) : '', unsettledMeters > 0 ? meters(unsettledMeters) : ''].filter(
    Boolean,
  );
  return isWaiting
    ? {
        zh: `等待：${zh.join('，')}（最多 ${reportWaitHours} 小时）`,
        en: `Waits: ${en.join(', ')} (${reportWaitHours} hours at most)`,
      }
    : { zh: `生成时缺少：${zh.join('，')}`, en: `Incomplete: ${en.join(', ')}` };
}

/** Whether somebody sees alarms of every level of a project: else nothing is said of how many there are. */
const seesAllLevels = ({ tenant }: Caller, projectId: number): boolean =>
  [1, 2, 3, 4].every((level) => seesLevel(tenant, projectId, level));

const ofAlarms: ReadonlySet<string> = new Set(['acknowledgedInTime', 'handledRate']);

export function presentReport(row: ReportRow, caller: Caller, language: Language): WireReport {
  const seesAlarms = seesAllLevels(caller, row.project_id);
  return {
    ReportId: row.id,
    ReportName: reportName(row, language),
    Status: row.status,
    StatusName: reportStatusWords[row.status][language],
    Cycle: row.cycle,
    PolicyName: row.policy_name,
    ProjectId: row.project_id,
    ProjectName: inLanguage(row.project_name, row.project_name_en, language),
    FromDay: row.from_day,
    UntilDay: row.until_day,
    Revision: row.revision,
    GenerateEpoch: row.generated_at?.getTime() ?? null,
    PublishEpoch: row.published_at?.getTime() ?? null,
    PublishName: row.published_name,
    Failure: row.failure,
    Missing: row.missing && missingInWords(row.missing, row.status === 0)[language],
    IndicatorList: reportIndicatorNames.map((name) => ({
      Name: name,
      Value: ofAlarms.has(name) && !seesAlarms ? null : (row.figures?.indicators[name] ?? null),
      Target: row.indicators.find((each) => each.name === name)?.target ?? null,
    })),
  };
}

export function presentDetail(row: ReportRow & { figures: Figures }, caller: Caller, language: Language): ReportDetail {
  const { points, alarms, repair, energy = null, previous = null, periodMs } = row.figures;
  const detail = {
    ...presentReport(row, caller, language),
    PointList:
      points?.map((point) => ({
        DeviceName: inLanguage(point.deviceName, point.deviceNameEn, language),
        PointName: inLanguage(point.pointName, point.pointNameEn, language),
        Unit: point.unit,
        Decimals: point.decimals,
        Lowest: point.lowest,
        Highest: point.highest,
        Mean: point.mean,
        KnownPercent: percent(point.knownMs, periodMs),
        BeyondMinutes: point.beyondMs === null ? null : Math.round(point.beyondMs / 60_000),
      })) ?? null,
    Alarms:
      alarms === null || !seesAllLevels(caller, row.project_id)
        ? null
        : {
            Total: alarms.total,
            LevelList: alarms.levels.map((count, i) => ({ Level: i + 1, AlarmCount: count })),
            Acknowledged: alarms.acknowledged,
            AcknowledgedInTime: alarms.acknowledgedInTime,
            Handled: alarms.handled,
            MeanMinutes: alarms.meanMinutes,
            DeviceList: alarms.devices.map(({ name, nameEn, count }) => ({
              DeviceName: inLanguage(name, nameEn, language),
              AlarmCount: count,
            })),
          },
    Repair:
      repair === null ? null : { Submitted: repair.submitted, Completed: repair.completed, Overdue: repair.overdue },
    Energy: energy && {
      Wh: energy.wh,
      CostFen: energy.fen,
      CoveragePercent: energy.coveragePercent,
      SuspectWh: energy.suspectWh,
      Provisional: energy.isProvisional,
    },
  };
  // Of what the reader may not see nothing is compared either: it is null here already.
  return { ...detail, SummaryList: summaryOf(detail, previous, language) };
}
