import {
  type Bilingual,
  indicatorLevel,
  type Language,
  type ReportDetail,
  reportCycleWords,
  reportIndicators,
  reportSummaryKinds,
  reportSummaryWords,
} from '@watchpost/contract';

const words = {
  period: { zh: '报告期间', en: 'Period' },
  project: { zh: '项目', en: 'Project' },
  revision: { zh: '版本', en: 'Revision' },
  indicators: { zh: '指标', en: 'Indicators' },
  indicator: { zh: '指标', en: 'Indicator' },
  value: { zh: '结果', en: 'Result' },
  target: { zh: '目标', en: 'Target' },
  judgement: { zh: '评价', en: 'Judgement' },
  temperatures: { zh: '温度点位', en: 'Temperatures' },
  device: { zh: '设备', en: 'Device' },
  point: { zh: '点位', en: 'Point' },
  lowest: { zh: '最低', en: 'Lowest' },
  highest: { zh: '最高', en: 'Highest' },
  mean: { zh: '平均', en: 'Mean' },
  known: { zh: '有数据', en: 'Known' },
  beyond: { zh: '超限（分钟）', en: 'Beyond limits (min)' },
  alarms: { zh: '报警', en: 'Alarms' },
  total: { zh: '报警总数', en: 'Raised' },
  acknowledged: { zh: '已确认', en: 'Acknowledged' },
  inTime: { zh: '15 分钟内确认', en: 'Within 15 minutes' },
  handled: { zh: '已处理', en: 'Handled' },
  meanMinutes: { zh: '平均持续（分钟）', en: 'Lasted on average (min)' },
  levels: { zh: '紧急 / 重要 / 一般 / 记录', en: 'Urgent / important / general / record' },
  count: { zh: '报警数', en: 'Alarms' },
  repair: { zh: '维修工单', en: 'Repair orders' },
  submitted: { zh: '报修', en: 'Submitted' },
  completed: { zh: '已完成', en: 'Completed' },
  overdue: { zh: '超时', en: 'Overdue' },
  energy: { zh: '用电', en: 'Electricity' },
  used: { zh: '用电量', en: 'Used' },
  cost: { zh: '电费', en: 'Cost' },
  coverage: { zh: '实测占比', en: 'Measured' },
  notCounted: { zh: '未计入', en: 'Not counted' },
  provisional: { zh: '（暂估）', en: '(provisional)' },
  none: { zh: '无', en: 'None' },
  notes: {
    zh: '指标按设备实际数据计算：没有数据的时间不计为正常；“–”表示没有可计算的数据。',
    en: 'Computed from what was measured: time without data does not count as good; “–” means there was nothing to compute from.',
  },
} as const satisfies Record<string, Bilingual>;

const judgements: Readonly<Record<ReturnType<typeof indicatorLevel>, Bilingual & { readonly colour: string }>> = {
  met: { zh: '达标', en: 'Met', colour: '#2b764a' },
  near: { zh: '接近', en: 'Near', colour: '#a85300' },
  missed: { zh: '未达标', en: 'Missed', colour: '#c9252d' },
  unknown: { zh: '–', en: '–', colour: '#66707d' },
  none: { zh: '–', en: '–', colour: '#66707d' },
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!);
const number = (value: number | null, decimals: number, unit = ''): string =>
  value === null ? '–' : `${value.toFixed(decimals).replace('-', '−')}${unit}`;

type Cell = string | { readonly text: string; readonly colour: string };
const cellOf = (cell: Cell): string =>
  typeof cell === 'string'
    ? `<td>${escaped(cell)}</td>`
    : `<td style="color:${cell.colour}"><b>${escaped(cell.text)}</b></td>`;
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `<table><thead><tr>${head.map((text) => `<th>${escaped(text)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map(cellOf).join('')}</tr>`)
    .join('')}</tbody></table>`;

/** A report as a page to be printed. What people named is text in it. */
export function reportPage(report: ReportDetail, language: Language): string {
  const t = (entry: Bilingual): string => entry[language];
  const period = report.FromDay === report.UntilDay ? report.FromDay : `${report.FromDay} – ${report.UntilDay}`;
  const parts: string[] = [
    `<h1>${escaped(report.PolicyName)}</h1>`,
    table(
      [t(words.project), t(words.period), t(reportCycleWords[report.Cycle]), t(words.revision)],
      [[report.ProjectName, period, report.StatusName, String(report.Revision)]],
    ),
    ...(report.Missing === null ? [] : [`<p>${escaped(report.Missing)}</p>`]),
    ...reportSummaryKinds.flatMap((kind) => {
      const said = report.SummaryList.filter(({ Kind }) => Kind === kind);
      if (said.length === 0) return [];
      const sentences = said.map(({ Sentence }) => `<li>${escaped(Sentence)}</li>`).join('');
      return [`<h2>${t(reportSummaryWords[kind])}</h2>`, `<ul>${sentences}</ul>`];
    }),
    `<h2>${t(words.indicators)}</h2>`,
    table(
      [t(words.indicator), t(words.value), t(words.target), t(words.judgement)],
      report.IndicatorList.map(({ Name, Value, Target }) => {
        const judgement = judgements[indicatorLevel(Value, Target)];
        return [
          t(reportIndicators[Name]),
          number(Value, 2, ' %'),
          Target === null ? '–' : `≥ ${number(Target, 2, ' %')}`,
          { text: t(judgement), colour: judgement.colour },
        ];
      }),
    ),
  ];
  if (report.PointList)
    parts.push(
      `<h2>${t(words.temperatures)}</h2>`,
      report.PointList.length === 0
        ? `<p>${t(words.none)}</p>`
        : table(
            [words.device, words.point, words.lowest, words.highest, words.mean, words.known, words.beyond].map(t),
            report.PointList.map((point) => [
              point.DeviceName,
              point.PointName,
              number(point.Lowest, point.Decimals, ` ${point.Unit}`),
              number(point.Highest, point.Decimals, ` ${point.Unit}`),
              number(point.Mean, point.Decimals, ` ${point.Unit}`),
              number(point.KnownPercent, 1, ' %'),
              point.BeyondMinutes === null ? '–' : String(point.BeyondMinutes),
            ]),
          ),
    );
  if (report.Alarms) {
    const { Total, LevelList, Acknowledged, AcknowledgedInTime, Handled, MeanMinutes, DeviceList } = report.Alarms;
    parts.push(
      `<h2>${t(words.alarms)}</h2>`,
      table([words.total, words.levels, words.acknowledged, words.inTime, words.handled, words.meanMinutes].map(t), [
        [
          String(Total),
          LevelList.map(({ AlarmCount }) => AlarmCount).join(' / '),
          String(Acknowledged),
          String(AcknowledgedInTime),
          String(Handled),
          number(MeanMinutes, 1),
        ],
      ]),
    );
    if (DeviceList.length > 0)
      parts.push(
        table(
          [words.device, words.count].map(t),
          DeviceList.map(({ DeviceName, AlarmCount }) => [DeviceName, String(AlarmCount)]),
        ),
      );
  }
  if (report.Repair) {
    const { Submitted, Completed, Overdue } = report.Repair;
    parts.push(
      `<h2>${t(words.repair)}</h2>`,
      table([words.submitted, words.completed, words.overdue].map(t), [
        [String(Submitted), String(Completed), String(Overdue)],
      ]),
    );
  }
  if (report.Energy) {
    const { Wh, CostFen, CoveragePercent, SuspectWh, Provisional } = report.Energy;
    const cost =
      CostFen === null ? '–' : `¥ ${(CostFen / 100).toFixed(2)}${Provisional ? ` ${t(words.provisional)}` : ''}`;
    parts.push(
      `<h2>${t(words.energy)}</h2>`,
      table([words.used, words.cost, words.coverage, words.notCounted].map(t), [
        [number(Wh / 1000, 1, ' kWh'), cost, number(CoveragePercent, 1, ' %'), number(SuspectWh / 1000, 1, ' kWh')],
      ]),
    );
  }
  parts.push(`<p>${t(words.notes)}</p>`);
  return parts.join('\n');
}
