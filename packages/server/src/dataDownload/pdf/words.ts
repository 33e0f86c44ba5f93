import type { Bilingual } from '@watchpost/contract';

/** What a report says. */
// biome-ignore format: a table is read by columns
export const reportWords = {
  report: { zh: '历史数据报告', en: 'History report' },
  project: { zh: '项目', en: 'Project' },
  range: { zh: '时间范围', en: 'Range' },
  zone: { zh: '时区', en: 'Time zone' },
  interval: { zh: '统计间隔', en: 'Interval' },
  made: { zh: '生成时间', en: 'Made' },
  points: { zh: '点位', en: 'Points' },
  statistics: { zh: '统计', en: 'Statistics' },
  curve: { zh: '曲线', en: 'Curve' },
  data: { zh: '数据', en: 'Data' },
  known: { zh: '有效时长', en: 'Known for' },
  beyond: { zh: '超限时长', en: 'Beyond limits' },
  stateLasted: { zh: '累计时长', en: 'In this state' },
  stateOften: { zh: '进入次数', en: 'Times' },
  limits: { zh: '报警限值', en: 'Limits' },
  highHigh: { zh: '上上限', en: 'High-high' },
  high: { zh: '上限', en: 'High' },
  low: { zh: '下限', en: 'Low' },
  lowLow: { zh: '下下限', en: 'Low-low' },
  limitsOfNow: { zh: '限值为生成文件时的设置，该时间范围内可能适用过其他限值', en: 'Limits as set when this file was made; others may have applied in this range' },
  noLimits: { zh: '未设置报警限值', en: 'No limits are set' },
  gaps: { zh: '数据缺口', en: 'Gaps' },
  noGaps: { zh: '无缺口：每个间隔都有有效值', en: 'None: every interval has a value' },
  noWholeGaps: { zh: '每个间隔都有有效值；间隔之内共有 {duration} 无有效值', en: 'No interval is without a value; within intervals {duration} in all are not known' },
  moreGaps: { zh: '另有更短的缺口未列出：', en: 'Shorter gaps not listed: ' },
  corrections: { zh: '人工更改', en: 'Changed by hand' },
  values: { zh: '数值个数：', en: 'Values: ' },
  from: { zh: '起', en: 'From' },
  to: { zh: '止', en: 'Until' },
  duration: { zh: '时长', en: 'Duration' },
  reason: { zh: '原因', en: 'Reason' },
  silent: { zh: '未收到任何读数', en: 'No reading arrived' },
  notStarted: { zh: '当时尚无该点位的数据', en: 'The point had no data yet' },
  alarms: { zh: '报警', en: 'Alarms' },
  noAlarms: { zh: '该时间内无报警', en: 'No alarms in this time' },
  moreAlarms: { zh: '另有报警未列出：', en: 'Alarms not listed: ' },
  atTheEnd: { zh: '{worst}，结束时为{last}', en: '{worst}, at the end {last}' },
  byNow: { zh: '{worst}，现为{last}', en: '{worst}, by now {last}' },
  worstValue: { zh: '最严重值', en: 'Worst value' },
  unconfirmed: { zh: '未确认', en: 'Not acknowledged' },
  confirmed: { zh: '{at} {name}确认', en: 'Acknowledged {at}{name}' },
  handled: { zh: '{at} {name}处理', en: 'Handled {at}{name}' },
  followUp: { zh: '处理结果：', en: 'Follow-up: ' },
  stillOn: { zh: '未恢复', en: 'still on' },
  legendBand: { zh: '最小值至最大值', en: 'minimum to maximum' },
  legendLine: { zh: '平均值', en: 'average' },
  legendGap: { zh: '无有效数据', en: 'no valid data' },
  legendAlarm: { zh: '报警期间', en: 'in alarm' },
  legendLimit: { zh: '报警限值', en: 'limits' },
  legendSeveral: { zh: '线：平均值；色带：最小值至最大值；虚线：报警限值', en: 'Line: average; band: minimum to maximum; dashed: limits' },
  legendSeveralUnlimited: { zh: '线：平均值；色带：最小值至最大值', en: 'Line: average; band: minimum to maximum' },
  nothing: { zh: '该时间内没有数据', en: 'No data in this time' },
} as const satisfies Record<string, Bilingual>;

export const pageWords = {
  zh: (page: number, of: number) => `第 ${page} 页，共 ${of} 页`,
  en: (page: number, of: number) => `Page ${page} of ${of}`,
};

const units = {
  zh: { day: ' 天', hour: ' 小时', minute: ' 分钟', second: ' 秒' },
  en: { day: ' d', hour: ' h', minute: ' min', second: ' s' },
} as const;

/** `3 d 4 h`, at most two parts. */
export function durationWord(ms: number, language: 'zh' | 'en'): string {
  const words = units[language];
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), words.day],
    [Math.floor((seconds % 86_400) / 3_600), words.hour],
    [Math.floor((seconds % 3_600) / 60), words.minute],
    [seconds % 60, words.second],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return `0${words.minute}`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

/** A number as text, with the minus sign that screens write; a file that is read by programs keeps the hyphen. */
export const signed = (number: string): string => number.replace(/^-/, '−');

/** With a real minus sign; a dash where nothing is known. */
export const figure = (value: number, decimals: number): string => {
  if (!Number.isFinite(value)) return '–';
  const text = value.toFixed(decimals);
  // What rounds to zero has no sign.
  return /^-[0.]*$/.test(text) ? text.slice(1) : signed(text);
};
