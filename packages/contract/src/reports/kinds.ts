import type { Bilingual } from '../call.ts';

/** How often a report is made; each is about the period that ended before. */
export const reportCycles = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ReportCycle = (typeof reportCycles)[number];
export const reportCycleWords: Readonly<Record<ReportCycle, Bilingual>> = {
  day: { zh: '日报', en: 'Daily' },
  week: { zh: '周报', en: 'Weekly' },
  month: { zh: '月报', en: 'Monthly' },
  quarter: { zh: '季报', en: 'Quarterly' },
  year: { zh: '年报', en: 'Yearly' },
};

/** Spec §4: to be generated, generated, published. */
export const reportStatuses = [0, 1, 2] as const;
export type ReportStatus = (typeof reportStatuses)[number];
export const reportStatusWords: Readonly<Record<ReportStatus, Bilingual>> = {
  0: { zh: '待生成', en: 'To be generated' },
  1: { zh: '已生成', en: 'Generated' },
  2: { zh: '已发布', en: 'Published' },
};

/** What stands in a report beside its indicators. */
export const reportContents = ['points', 'alarms', 'repair', 'energy'] as const;
export type ReportContent = (typeof reportContents)[number];
export const reportContentWords: Readonly<Record<ReportContent, Bilingual>> = {
  points: { zh: '温度点位', en: 'Temperatures' },
  alarms: { zh: '报警', en: 'Alarms' },
  repair: { zh: '维修工单', en: 'Repair orders' },
  energy: { zh: '用电', en: 'Electricity' },
};

/** What the summary of a report says: what went well, what did not, how the period before was, and what is to be done. */
export const reportSummaryKinds = ['good', 'bad', 'compared', 'toDo'] as const;
export type ReportSummaryKind = (typeof reportSummaryKinds)[number];
export const reportSummaryWords: Readonly<Record<ReportSummaryKind, Bilingual>> = {
  good: { zh: '做得好的', en: 'What went well' },
  bad: { zh: '没做到的', en: 'What did not' },
  compared: { zh: '与上期相比', en: 'Against the period before' },
  toDo: { zh: '要做的事', en: 'What to do' },
};

/** So long a report waits for seals and energy of its period, after its end, hours. Then it is made without them, and says so. */
export const reportWaitHours = 48;

/** Shares in per cent that a policy can set a target for; more is better for all of them. */
export const reportIndicators = {
  dataCompleteness: {
    zh: '数据完整率',
    en: 'Data completeness',
    hint: { zh: '有有效数据的时间占比', en: 'How much of the time a value is known' },
  },
  temperatureCompliance: {
    zh: '温度达标率',
    en: 'Temperatures within limits',
    hint: { zh: '已知时间中在限值内的占比', en: 'How much of the known time lies within the limits' },
  },
  acknowledgedInTime: {
    zh: '报警及时确认率',
    en: 'Alarms acknowledged in time',
    hint: { zh: '15 分钟内确认的报警占比', en: 'Acknowledged within 15 minutes' },
  },
  handledRate: {
    zh: '报警处理率',
    en: 'Alarms handled',
    hint: { zh: '已处理的报警占比', en: 'With a handling on record' },
  },
  repairOnTime: {
    zh: '维修及时率',
    en: 'Repairs on time',
    hint: { zh: '未超出时限的工单占比', en: 'Orders that missed none of their targets' },
  },
} as const satisfies Record<string, Bilingual & { readonly hint: Bilingual }>;
export type ReportIndicator = keyof typeof reportIndicators;
export const reportIndicatorNames = Object.keys(reportIndicators) as [ReportIndicator, ...ReportIndicator[]];

/** Below its target by no more than this, per cent, an indicator is near it. */
export const nearTarget = 2;
export type IndicatorLevel = 'met' | 'near' | 'missed' | 'unknown' | 'none';

/** Where a value lies by its target; without a value nothing is said, however good it may have been. */
export const indicatorLevel = (value: number | null, target: number | null): IndicatorLevel =>
  value === null
    ? 'unknown'
    : target === null
      ? 'none'
      : value >= target
        ? 'met'
        : value >= target - nearTarget
          ? 'near'
          : 'missed';

export const acknowledgedWithinMinutes = 15;
