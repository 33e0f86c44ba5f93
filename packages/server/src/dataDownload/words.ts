import type { Bilingual, Language } from '@watchpost/contract';
import { type AlarmCourse, severityText } from '../alarms/index.ts';
import type { Correction } from '../history/index.ts';
import { offsetText } from '../platform/localIntervals.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import type { Plan, PlannedPoint } from './plan.ts';

/** What the files say. */
// biome-ignore format: a table is read by columns
export const words = {
  title: { zh: '点位数据', en: 'Point data' },
  time: { zh: '时间', en: 'Time' },
  offset: { zh: 'UTC 偏移', en: 'UTC offset' },
  device: { zh: '设备', en: 'Device' },
  point: { zh: '点位', en: 'Point' },
  average: { zh: '平均值', en: 'Average' },
  minimum: { zh: '最小值', en: 'Minimum' },
  maximum: { zh: '最大值', en: 'Maximum' },
  averageShort: { zh: '平均', en: 'Avg' },
  minimumShort: { zh: '最小', en: 'Min' },
  maximumShort: { zh: '最大', en: 'Max' },
  state: { zh: '状态', en: 'State' },
  unit: { zh: '单位', en: 'Unit' },
  note: { zh: '说明', en: 'Note' },
  alarm: { zh: '报警', en: 'Alarm' },
  legend: { zh: '图例：', en: 'Legend: ' },
  badOnly: { zh: '质量差，无有效值', en: 'Bad quality, no value' },
  noData: { zh: '无数据', en: 'No data' },
  none: { zh: '无', en: 'None' },
  ofProject: { zh: '项目点位', en: 'Points of the project' },
} as const satisfies Record<string, Bilingual>;

const bracketed = (language: Language, name: string, more: string): string =>
  language === 'en' ? `${name} (${more})` : `${name}（${more}）`;

/** `Time (Asia/Shanghai)`. */
export const timeHeader = (timeZone: string): Bilingual => ({
  zh: bracketed('zh', words.time.zh, timeZone),
  en: bracketed('en', words.time.en, timeZone),
});

/** The local time of a moment, to the minute; with its offset where the range has times that come twice. */
export const minuteOf = ({ timeZone, tellsOffset }: Plan, epochMs: number): string =>
  `${localOfEpoch(epochMs, timeZone).slice(0, 16)}${offsetAfter({ timeZone, tellsOffset }, epochMs)}`;

/** Like `minuteOf`, to the second. */
export const secondOf = ({ timeZone, tellsOffset }: Plan, epochMs: number): string =>
  `${localOfEpoch(epochMs, timeZone)}${offsetAfter({ timeZone, tellsOffset }, epochMs)}`;

const offsetAfter = ({ timeZone, tellsOffset }: Pick<Plan, 'timeZone' | 'tellsOffset'>, epochMs: number): string =>
  tellsOffset ? ` ${offsetText(epochMs, timeZone)}` : '';

/** `Freezer 3 · Temperature (°C)`; `Freezer 3 · Temperature, minimum (°C)`. */
export const pointHeader = (point: PlannedPoint, what?: Bilingual): Bilingual => {
  const zh = what ? `${point.label} ${what.zh}` : point.label;
  const en = what ? `${point.label}, ${what.en.toLowerCase()}` : point.label;
  return {
    zh: point.unit === '' ? zh : bracketed('zh', zh, point.unit),
    en: point.unit === '' ? en : bracketed('en', en, point.unit),
  };
};

/** What a state point's number means; a number nobody explained stands for itself. */
export const stateWord = (point: PlannedPoint, value: number, language: Language): string =>
  Number.isNaN(value) ? words.noData[language] : (point.states.get(value) ?? String(value));

/** What a state point was in an interval: the state it began with, and those it came to. */
export function statesWord(
  point: PlannedPoint,
  began: number,
  also: readonly number[],
  language: Language,
): string | null {
  const others = also.map((value) => stateWord(point, value, language)).join(language === 'en' ? ', ' : '、');
  const first = Number.isNaN(began) ? null : stateWord(point, began, language);
  if (others === '') return first;
  return bracketed(
    language,
    first ?? words.noData[language],
    language === 'en' ? `also: ${others}` : `另有：${others}`,
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const severityWord = (severity: number, language: Language): string =>
  capital(severityText(severity as Parameters<typeof severityText>[0])[language]);

/** What somebody changed by hand: `Filled in by Wu on 2026-11-22 10:00 (logger)`. */
export function correctionWord(plan: Plan, { kind, at, by, reason }: Correction): string {
  const when = minuteOf(plan, at);
  if (kind === 'rounded') {
    return plan.language === 'en'
      ? `Values before ${when} were kept rounded to the point’s decimals`
      : `${when} 之前的值按小数位数四舍五入后保存`;
  }
  if (kind === 'recomputed')
    return plan.language === 'en' ? `Computed again on ${when} from late inputs` : `${when} 按补传数据重新计算`;
  if (plan.language === 'en') {
    const what = kind === 'filled' ? 'Filled in' : 'Erased';
    return `${what}${by === null ? '' : ` by ${by}`} on ${when}${reason === null ? '' : ` (${reason})`}`;
  }
  const what = kind === 'filled' ? '补录' : '删除';
  return `${when}${by === null ? '' : ` 由 ${by} `}${what}${reason === null ? '' : `（${reason}）`}`;
}

/** Those of the points' corrections that concern [from, to), in words; null: none does. */
export function correctionsWithin(
  plan: Plan,
  points: readonly PlannedPoint[],
  from: number,
  to: number,
): string | null {
  const said = points.flatMap((point) =>
    point.corrections
      .filter((one) => one.from < to && one.to > from)
      .map((one) => {
        const word = correctionWord(plan, one);
        if (points.length === 1) return word;
        return plan.language === 'en' ? `${point.label}: ${word}` : `${point.label}：${word}`;
      }),
  );
  return said.length === 0 ? null : said.join(plan.language === 'en' ? '; ' : '；');
}

/** Severe to this degree in [from, to); null: still. */
interface Stretch {
  readonly from: number;
  readonly to: number | null;
  readonly severity: number;
}

/** Each alarm as long as it was of one severity, by ascending time. One whose steps are lost is what it is listed as throughout. */
const stretchesOf = (alarms: readonly AlarmCourse[]): Stretch[] =>
  alarms
    .flatMap(({ raised_at, returned_at, severity, course }) => {
      const steps = course.length === 0 ? [{ at: 0, severity }] : course;
      return steps.map((step, index): Stretch => {
        const next = steps[index + 1];
        return {
          from: index === 0 ? raised_at.getTime() : step.at,
          to: next ? next.at : (returned_at?.getTime() ?? null),
          severity: step.severity,
        };
      });
    })
    .sort((a, b) => a.from - b.from);

/** Finds how severe the worst alarm was within an interval; asked by ascending time. Null: none was on. */
export function worstAlarms(alarms: readonly AlarmCourse[]): (from: number, to: number) => number | null {
  const stretches = stretchesOf(alarms);
  let begin = 0;
  return (from, to) => {
    // What ended before this interval is over for all later ones, too.
    while (begin < stretches.length && (stretches[begin]!.to ?? to) <= from) begin += 1;
    let worst: number | null = null;
    for (let i = begin; i < stretches.length; i += 1) {
      const stretch = stretches[i]!;
      if (stretch.from >= to) break;
      if ((stretch.to ?? to) > from && (worst === null || stretch.severity < worst)) worst = stretch.severity;
    }
    return worst;
  };
}
