import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { day, epochMs, id, idFilter, integer, pageOf, queryPage } from '../scalars.ts';

/** Service statistics: lower limits of rates and upper limits of changes, in percent, unless a company sets its own. */
export const usualServiceLimits = { ConfirmMin: 95, ProcessMin: 90, AlarmChangeMax: 20, RepairChangeMax: 20 } as const;
/** A change is not said of fewer than so many before: one more of two is no news. */
export const leastForChange = 10;
/** The longest period of an analysis, in days. */
export const longestAnalysisDays = 366;

const analysts = ['companyAnalysis', 'companyAnalysisData'] as const;
const question = {
  Start: day,
  End: day.describe('included; by the clock of the company'),
  ProjectIdList: idFilter.describe('none: all projects that the caller sees as a whole'),
};
const projectDays = { ...question, End: day.describe('included; by the clock of each project') };
/** What figures are held against. */
export const againstWhat = {
  before: { zh: '上一时段', en: 'Previous period' },
  lastYear: { zh: '去年同期', en: 'Same period last year' },
} as const;
export type Against = keyof typeof againstWhat;
const count = z.number().int();
const seconds = z.number().int().nullable().describe('seconds; null: there is none');
const rate = z.number().nullable().describe('percent, one decimal; null: nothing to divide by');

const RepairFigures = z.object({
  Submitted: count.describe('orders submitted in the period'),
  Completed: count.describe('of these'),
  Revoked: count,
  Overdue: count.describe('open, and expected before now or beyond one of its targets'),
  AcceptMedian: seconds.describe('from submission to acceptance'),
  AcceptP90: seconds,
  RepairMedian: seconds.describe('from sign-in to the end'),
  RepairP90: seconds,
  DowntimeMedian: seconds.describe('from the alarm to the verified return'),
  DowntimeP90: seconds,
  FirstTime: count.describe('of those: one visit at most, accepted at once, and not back within 30 days'),
  FirstTimeOf: count.describe('completed more than 30 days ago'),
  Maturing: count.describe('completed less than 30 days ago'),
  Rework: count.describe(
    'sent back at the acceptance, or back within 30 days: reworked, or reported by the same symptom, rule or words',
  ),
  Failures: count.describe('orders about a device, revoked ones left out'),
  MtbfDays: z.number().nullable().describe('device days for each failure; null: there was none'),
  MtbfAtLeastDays: z.number().nullable().describe('its lower limit with 90 % confidence'),
  Verified: count.describe('recovered by the readings'),
  Finished: count,
});
export type RepairFigures = z.infer<typeof RepairFigures>;

const Group = z.object({
  Key: count.nullable(),
  Name: z.string(),
  Count: count,
  Completed: count,
  Rework: count,
  RepairMedian: seconds,
});

const ServiceLimits = z.object({
  ConfirmMin: integer.pipe(z.number().min(0).max(100)),
  ProcessMin: integer.pipe(z.number().min(0).max(100)),
  AlarmChangeMax: integer.pipe(z.number().min(0).max(1000)),
  RepairChangeMax: integer.pipe(z.number().min(0).max(1000)),
});

export { ServiceLimits };

const Service = z.object({
  ProjectId: count.nullable().describe('null: all together'),
  ProjectName: z.string(),
  Raised: count,
  NotDue: count.describe('raised less than 15 minutes before the end: not counted in the rates'),
  Confirmed: count,
  Handled: count,
  ConfirmRate: rate,
  ProcessRate: rate,
  RaisedBefore: count,
  AlarmChange: rate.describe('against the equal stretch before; null below ten'),
  Repairs: count,
  RepairsBefore: count,
  RepairChange: rate,
});
export type ServiceRow = z.infer<typeof Service>;

/** What a figure of the service statistics counts: alarms of the stretch, or of the equal one before it. */
export const serviceAlarmFigures = {
  raised: { zh: '全部报警', en: 'All alarms' },
  notDue: { zh: '未到期', en: 'Not due yet' },
  confirmed: { zh: '已确认', en: 'Acknowledged' },
  unconfirmed: { zh: '未确认', en: 'Not acknowledged' },
  handled: { zh: '已处理', en: 'Handled' },
  unhandled: { zh: '未处理', en: 'Not handled' },
  before: { zh: '上一时段', en: 'Previous period' },
} as const;
export type ServiceAlarmFigure = keyof typeof serviceAlarmFigures;
const serviceAlarmFigureNames = Object.keys(serviceAlarmFigures) as [ServiceAlarmFigure, ...ServiceAlarmFigure[]];

const CountedAlarm = z.object({
  AlarmId: count,
  ProjectId: count,
  ProjectName: z.string(),
  Name: z.string().describe('device and point, gateway or slave'),
  Content: z.string(),
  Level: count.describe('the worst it had'),
  RaisedEPOCH: epochMs,
  ClearedEPOCH: epochMs.nullable(),
  AckedEPOCH: epochMs.nullable(),
  HandledEPOCH: epochMs.nullable(),
});
export type CountedAlarm = z.infer<typeof CountedAlarm>;

const percent = z.number().nullable().describe('percent, two decimals; null: nothing to divide by');
const DeviceFigures = z.object({
  Alarms: count,
  Urgent: count,
  Devices: count.describe('that there are now'),
  PerDeviceMonth: z.number().nullable(),
  AckMedian: seconds,
  AckP90: seconds,
  Unconfirmed: count,
  BackMedian: seconds,
  BackP90: seconds,
  ExcursionSeconds: count.describe('time beyond limits within the period, of all alarms about limits together'),
  DegreeHours: z
    .number()
    .nullable()
    .describe(
      'K·h beyond the limit, of points in °C, on days that have ended; null: no such day is counted yet, or the caller does not see every level',
    ),
  DeviceAvailability: percent.describe('time of devices without an urgent or important alarm'),
});
export type DeviceFigures = z.infer<typeof DeviceFigures>;

const HomeFigures = DeviceFigures.extend({
  DataAvailability: percent.describe(
    'time in which points with rules were known, on days that were compared with history',
  ),
  OfflineShare: percent.describe('of the same time: gateway or slave offline'),
  SilentShare: percent.describe('no data for another reason'),
  BadShare: percent.describe('data that means nothing'),
  Kwh: z
    .number()
    .nullable()
    .describe(
      'of the days that have ended, of the meters that supply projects whose floor area is known, and the energy of 90 % of their time; null: there is none',
    ),
  SquareMetres: z.number().nullable().describe('of these projects'),
  KwhPerM2: z.number().nullable(),
});
export type HomeFigures = z.infer<typeof HomeFigures>;

/** With fewer alarms expected, even a project without any would not stand out: e^−3.69 is 2.5 %. */
export const leastToStandOut = 3.69;

const Ranked = HomeFigures.extend({
  ProjectId: count,
  ProjectName: z.string(),
  Expected: z.number().describe('alarms that the mean rate of all would give'),
  Standing: z
    .enum(['worst', 'bad', 'usual', 'good', 'best', 'few'])
    .describe(
      'outside the 99.8 % or 95 % limits of chance around the mean rate, or inside; few: so few are expected that none would not stand out',
    ),
});
export type RankedProject = z.infer<typeof Ranked>;

const DayOfAll = z.object({
  Day: z.string(),
  Alarms: count,
  Urgent: count,
  ExcursionSeconds: count,
  DegreeHours: z.number().nullable(),
});
export type AnalysedDay = z.infer<typeof DayOfAll>;

/** What a figure of the operations and devices counts. */
export const analysisAlarmFigures = {
  raised: { zh: '全部报警', en: 'All alarms' },
  urgent: { zh: '紧急报警', en: 'Urgent alarms' },
  acked: { zh: '已确认', en: 'Acknowledged' },
  unconfirmed: { zh: '未确认', en: 'Not acknowledged' },
  cleared: { zh: '已消除', en: 'Cleared' },
  excursion: { zh: '超限', en: 'Beyond limits' },
  fault: { zh: '紧急或重要', en: 'Urgent or important' },
} as const;
export type AnalysisAlarmFigure = keyof typeof analysisAlarmFigures;
const analysisFigureNames = Object.keys(analysisAlarmFigures) as [AnalysisAlarmFigure, ...AnalysisAlarmFigure[]];

const ofDevices = {
  SmallTypeId: id.optional().describe('of this class alone'),
  Brand: z.string().max(100).optional().describe('of this make alone; empty: of none'),
  Model: z.string().max(100).optional().describe('of this model alone; empty: of none'),
};
const Side = z.object({ ...projectDays, ...ofDevices });

/** What waits to be done, the most urgent first. */
export const mondayKinds = {
  urgentOpen: { zh: '紧急报警未确认', en: 'Urgent alarm unacknowledged' },
  limitSoon: { zh: '预计 24 小时内超限', en: 'Expected to pass a limit within 24 hours' },
  standing: { zh: '报警持续超过 24 小时', en: 'Alarm active for more than 24 hours' },
  gatewayAway: { zh: '网关离线', en: 'Gateway offline' },
  repairOverdue: { zh: '维修工单逾期', en: 'Repair order overdue' },
  visitOverdue: { zh: '维保逾期', en: 'Maintenance overdue' },
  warningOpen: { zh: '故障预警未解除', en: 'Open fault warning' },
} as const;
export type MondayKind = keyof typeof mondayKinds;
const mondayNames = Object.keys(mondayKinds) as [MondayKind, ...MondayKind[]];

const ClassFigures = DeviceFigures.extend({
  Key: z.string(),
  Name: z.string(),
  MtbfHours: z.number().nullable().describe('device hours for each urgent alarm; null: there was none'),
});
export type DeviceGroup = z.infer<typeof ClassFigures>;

const Worst = z.object({
  Mtid: count,
  MName: z.string(),
  ProjectId: count,
  ProjectName: z.string(),
  ClassName: z.string(),
  Alarms: count,
  Urgent: count,
  ExcursionSeconds: count,
  DegreeHours: z.number().nullable(),
  DeviceAvailability: percent,
  Repairs: count,
});

export const analysisCalls = defineCalls({
  getRepairAnalysis: {
    method: 'POST',
    path: '/Analysis/GetRepairAnalysis',
    effect: 'read',
    access: analysts,
    encoding: 'json',
    summary: { zh: '维修分析', en: 'Repair orders in figures, against the equal stretch before' },
    body: z.object({
      ...question,
      Group: z.enum(['project', 'class', 'assignee', 'team', 'cause']).default('project'),
    }),
    data: z.object({ Now: RepairFigures, Before: RepairFigures, GroupList: z.array(Group) }),
  },
  getServiceStatistics: {
    method: 'POST',
    path: '/ServiceStatistics/GetServiceStatistics',
    effect: 'read',
    access: analysts,
    encoding: 'json',
    summary: { zh: '服务统计', en: 'How alarms were answered, by project, against the limits of the company' },
    body: z.object(question),
    data: z.object({ Limits: ServiceLimits, Total: Service, ProjectList: z.array(Service) }),
  },
  /** The newest first. Of projects in which the caller may see alarms, and every device. */
  getServiceAlarms: {
    method: 'POST',
    path: '/ServiceStatistics/GetServiceAlarms',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '服务统计的报警明细', en: 'The alarms that a figure of the service statistics counts' },
    query: z.object(queryPage),
    body: z.object({ ...question, Figure: z.enum(serviceAlarmFigureNames).default('raised') }),
    data: pageOf(CountedAlarm),
  },
  saveServiceLimits: {
    method: 'POST',
    path: '/ServiceStatistics/SaveServiceLimits',
    effect: 'write',
    access: ['companySettings'],
    summary: { zh: '设置服务统计限值', en: 'Set the limits of the service statistics' },
    body: ServiceLimits,
    data: z.null(),
  },
  getHomeAnalysis: {
    method: 'POST',
    path: '/Analysis/GetHomeAnalysis',
    effect: 'read',
    access: analysts,
    encoding: 'json',
    summary: { zh: '运营分析', en: 'All projects in figures, fairly ranked, and what waits to be done' },
    body: z.object({
      ...projectDays,
      Against: z
        .enum(Object.keys(againstWhat) as [Against, ...Against[]])
        .default('before')
        .describe('what `Before` is: as many days before, or those that began on the same date a year earlier'),
    }),
    data: z.object({
      Now: HomeFigures,
      Before: HomeFigures,
      ProjectList: z.array(Ranked),
      DayList: z.array(DayOfAll).describe('days with something to count, ascending'),
      MondayList: z.array(
        z.object({
          Kind: z.enum(mondayNames),
          ProjectId: count,
          ProjectName: z.string(),
          Name: z.string(),
          Id: count.describe('of the alarm, gateway or order'),
          SinceEpoch: epochMs.nullable(),
          ExpectedEpoch: epochMs.nullable().describe('when a value is expected to pass its limit'),
        }),
      ),
    }),
  },
  getDeviceAnalysis: {
    method: 'POST',
    path: '/Analysis/GetDeviceAnalysis',
    effect: 'read',
    access: analysts,
    encoding: 'json',
    summary: { zh: '设备分析', en: 'Devices by class, make or model in figures, and the worst of them' },
    body: z.object({
      ...projectDays,
      Group: z.enum(['class', 'brand', 'model']).default('class'),
      ...ofDevices,
    }),
    data: z.object({ GroupList: z.array(ClassFigures), WorstList: z.array(Worst) }),
  },
  getAnalysisComparison: {
    method: 'POST',
    path: '/Analysis/GetComparison',
    effect: 'read',
    access: analysts,
    encoding: 'json',
    summary: { zh: '对比分析', en: 'Two periods, or two groups of devices, side by side' },
    body: z.object({ SideA: Side, SideB: Side }),
    data: z.object({
      SideA: DeviceFigures,
      SideB: DeviceFigures,
      Ratio: z
        .number()
        .nullable()
        .describe(
          'alarms a device and month of side B, divided by those of side A; null where either has fewer than ten',
        ),
      RatioLow: z.number().nullable().describe('with 95 % confidence between this'),
      RatioHigh: z.number().nullable().describe('and this'),
    }),
  },
  /** The newest first. Of projects in which the caller may see alarms, and every device. */
  getAnalysisAlarms: {
    method: 'POST',
    path: '/Analysis/GetAlarms',
    effect: 'read',
    access: ['alarmManage', 'monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '分析的报警明细', en: 'The alarms that a figure of the operations or devices counts' },
    query: z.object(queryPage),
    body: z.object({
      ...projectDays,
      ...ofDevices,
      DeviceId: id.optional().describe('of this device alone'),
      Figure: z.enum(analysisFigureNames).default('raised'),
      DevicesOnly: z
        .boolean()
        .default(false)
        .describe('whether alarms of no device are left out, as figures of devices do'),
    }),
    data: pageOf(CountedAlarm),
  },
});
