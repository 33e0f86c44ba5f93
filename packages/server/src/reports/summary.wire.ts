import {
  acknowledgedWithinMinutes,
  type Bilingual,
  indicatorLevel,
  type Language,
  type ReportDetail,
  type ReportIndicator,
  type ReportSummaryKind,
  reportIndicators,
} from '@watchpost/contract';
import type { PreviousFigures } from './figures.wire.ts';

type Detail = Omit<ReportDetail, 'SummaryList'>;
type Said = readonly [ReportSummaryKind, Bilingual];

/** Without a target, an indicator from here on went well, and below the other did not, per cent; ours. */
const goodFrom = 99;
const badBelow = 90;
/** Smaller differences from the period before are not said, percentage points. */
const saidDifference = 0.5;
/** So many points and devices are named. */
const named = 3;
/** A device with so many alarms is named. */
const frequentAlarms = 5;

const rounded = (value: number, decimals = 1): string => String(Number(value.toFixed(decimals))).replace('-', '−');
const duration = (minutes: number): Bilingual => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  if (hours === 0) return { zh: `${rest} 分钟`, en: `${rest} min` };
  return rest === 0
    ? { zh: `${hours} 小时`, en: `${hours} h` }
    : { zh: `${hours} 小时 ${rest} 分钟`, en: `${hours} h ${rest} min` };
};
const kWh = (wh: number): string => Math.round(wh / 1000).toLocaleString('en-US');

/** How each indicator stands by its target, or by itself. */
function* ofIndicators({ IndicatorList, Alarms }: Detail): Generator<Said> {
  for (const { Name, Value, Target } of IndicatorList) {
    if (Value === null) continue;
    const level = indicatorLevel(Value, Target);
    const { zh, en } = reportIndicators[Name];
    const [figureZh, figureEn] = [`${zh} ${rounded(Value, 2)} %`, `${en}: ${rounded(Value, 2)} %`];
    if (Target === null) {
      if (Value >= goodFrom) yield ['good', { zh: figureZh, en: figureEn }];
      else if (Value < badBelow) yield ['bad', { zh: figureZh, en: figureEn }];
    } else if (level === 'met')
      yield ['good', { zh: `${figureZh}，达到目标 ${Target} %`, en: `${figureEn}, target ${Target} % met` }];
    else yield ['bad', { zh: `${figureZh}，未达目标 ${Target} %`, en: `${figureEn}, target ${Target} % missed` }];
  }
  if (Alarms?.Total === 0) yield ['good', { zh: '本期没有报警', en: 'No alarms were raised' }];
}

/** The points that were beyond their limits for longest. */
const worstPoints = ({ PointList }: Detail) =>
  (PointList ?? []).filter(({ BeyondMinutes }) => (BeyondMinutes ?? 0) > 0).slice(0, named);

function* ofPoints(report: Detail): Generator<Said> {
  for (const { DeviceName, PointName, BeyondMinutes, Lowest, Highest, Unit, Decimals } of worstPoints(report)) {
    const lasted = duration(BeyondMinutes!);
    const fixed = (value: number): string => value.toFixed(Decimals).replace('-', '−');
    const range = Lowest === null || Highest === null ? null : `${fixed(Lowest)} … ${fixed(Highest)} ${Unit}`;
    yield [
      'bad',
      {
        zh: `${DeviceName} ${PointName} 超限 ${lasted.zh}${range === null ? '' : `（${range}）`}`,
        en: `${DeviceName} ${PointName}: ${lasted.en} beyond its limits${range === null ? '' : ` (${range})`}`,
      },
    ];
  }
}

function* ofPeriodBefore({ IndicatorList, Alarms, Energy }: Detail, previous: PreviousFigures): Generator<Said> {
  for (const { Name, Value } of IndicatorList) {
    const before = previous.indicators[Name];
    if (Value === null || before === null || Math.abs(Value - before) < saidDifference) continue;
    const { zh, en } = reportIndicators[Name];
    const points = rounded(Math.abs(Value - before));
    yield [
      'compared',
      {
        zh: `${zh}${Value > before ? '提高' : '下降'} ${points} 个百分点（上期 ${rounded(before, 2)} %）`,
        en: `${en} ${Value > before ? 'up' : 'down'} ${points} points (before: ${rounded(before, 2)} %)`,
      },
    ];
  }
  if (Alarms && Alarms.Total !== previous.alarms)
    yield [
      'compared',
      {
        zh: `报警 ${Alarms.Total} 条，上期 ${previous.alarms} 条`,
        en: `${Alarms.Total} alarm${Alarms.Total === 1 ? '' : 's'}, ${previous.alarms} in the period before`,
      },
    ];
  const before = previous.energy;
  if (Energy && before && before.wh > 0) {
    const change = (Energy.Wh / before.wh - 1) * 100;
    const [signedZh, signedEn] =
      Math.abs(change) < saidDifference
        ? ['与上期持平', 'as in the period before']
        : [
            `比上期${change > 0 ? '多' : '少'} ${rounded(Math.abs(change))} %`,
            `${rounded(Math.abs(change))} % ${change > 0 ? 'more' : 'less'} than in the period before`,
          ];
    yield ['compared', { zh: `用电 ${kWh(Energy.Wh)} kWh，${signedZh}`, en: `${kWh(Energy.Wh)} kWh, ${signedEn}` }];
  }
}

function* ofWork(report: Detail): Generator<Said> {
  const { IndicatorList, PointList, Alarms, Repair, Energy } = report;
  const isMissed = (name: ReportIndicator): boolean => {
    const { Value, Target } = IndicatorList.find(({ Name }) => Name === name)!;
    return Value !== null && Value < (Target ?? badBelow);
  };
  for (const { DeviceName } of worstPoints(report).slice(0, 1))
    yield [
      'toDo',
      { zh: `检查 ${DeviceName}：超限时间最长`, en: `Look at ${DeviceName}: it was beyond its limits for longest` },
    ];
  const silent = [...(PointList ?? [])].sort((a, b) => (a.KnownPercent ?? 0) - (b.KnownPercent ?? 0))[0];
  if (isMissed('dataCompleteness'))
    yield [
      'toDo',
      silent === undefined
        ? { zh: '检查网关与传感器：数据不完整', en: 'Look at gateways and sensors: data is incomplete' }
        : {
            zh: `检查 ${silent.DeviceName} ${silent.PointName} 的数据：仅 ${rounded(silent.KnownPercent ?? 0)} % 的时间有数据`,
            en: `Find out why ${silent.DeviceName} ${silent.PointName} has data for ${rounded(silent.KnownPercent ?? 0)} % of the time only`,
          },
    ];
  if (isMissed('acknowledgedInTime'))
    yield [
      'toDo',
      {
        zh: `安排值班，让报警在 ${acknowledgedWithinMinutes} 分钟内确认`,
        en: `Arrange for alarms to be acknowledged within ${acknowledgedWithinMinutes} minutes`,
      },
    ];
  if (Alarms && Alarms.Handled < Alarms.Total) {
    const open = Alarms.Total - Alarms.Handled;
    yield [
      'toDo',
      {
        zh: `补记 ${open} 条报警的处理`,
        en: `Record the handling of ${open} alarm${open === 1 ? '' : 's'}`,
      },
    ];
  }
  const [most] = Alarms?.DeviceList ?? [];
  if (most && most.AlarmCount >= frequentAlarms)
    yield [
      'toDo',
      {
        zh: `查明 ${most.DeviceName} 报警频繁的原因（${most.AlarmCount} 条）`,
        en: `Find out why ${most.DeviceName} raised ${most.AlarmCount} alarms`,
      },
    ];
  if (Repair && Repair.Completed < Repair.Submitted) {
    const open = Repair.Submitted - Repair.Completed;
    yield [
      'toDo',
      {
        zh: `跟进 ${open} 个未完成的维修工单`,
        en: `See to ${open} repair order${open === 1 ? ' that is' : 's that are'} not completed`,
      },
    ];
  }
  if (Energy && Energy.SuspectWh > 0)
    yield [
      'toDo',
      {
        zh: `处理电表示数异常：${kWh(Energy.SuspectWh)} kWh 未计入`,
        en: `Decide on register events: ${kWh(Energy.SuspectWh)} kWh are not counted`,
      },
    ];
}

/**
 * A report in sentences, for readers who have two minutes: from the figures that the reader may see, and nothing else.
 *
 * @param previous null: nothing is known of the period before
 */
export function summaryOf(
  report: Detail,
  previous: PreviousFigures | null,
  language: Language,
): ReportDetail['SummaryList'] {
  const work = [...ofWork(report)];
  const said: Said[] = [
    ...ofIndicators(report),
    ...ofPoints(report),
    ...(previous === null ? [] : ofPeriodBefore(report, previous)),
    ...(work.length > 0 ? work : [['toDo', { zh: '没有需要处理的事', en: 'Nothing' }] as const]),
  ];
  return said.map(([Kind, sentence]) => ({ Kind, Sentence: sentence[language] }));
}
