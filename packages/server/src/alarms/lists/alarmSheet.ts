import {
  type AlarmKindName,
  alarmKinds,
  alarmSources,
  type Bilingual,
  type EndReason,
  endReasons,
  type FollowUp,
  followUpWords,
  type Language,
  type ShelfKind,
  shelfKinds,
} from '@watchpost/contract';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { Severity } from '../engine/index.ts';
import type { AlarmListRow } from '../store.ts';
import { severityText } from '../words/severityText.ts';

/** An alarm with what its reader may know. */
export interface AlarmInSheet extends AlarmListRow {
  readonly managesAlarms: boolean;
  readonly nowMs: number;
}

const status = {
  unconfirmed: { zh: '未确认', en: 'Unacknowledged' },
  returnedUnconfirmed: { zh: '已恢复未确认', en: 'Returned, unacknowledged' },
  confirmed: { zh: '已确认', en: 'Acknowledged' },
  eliminated: { zh: '已消除', en: 'Cleared' },
} as const satisfies Record<string, Bilingual>;

const statusOf = ({ acknowledged_at, returned_at, end_reason }: AlarmListRow): Bilingual => {
  if (end_reason !== null) return acknowledged_at ? endedBy(end_reason) : endedUnconfirmed(end_reason);
  if (acknowledged_at) return returned_at ? status.eliminated : status.confirmed;
  return returned_at ? status.returnedUnconfirmed : status.unconfirmed;
};

const endedBy = (reason: EndReason): Bilingual => ({
  zh: `已结束（${endReasons[reason].zh}）`,
  en: `Ended: ${endReasons[reason].en}`,
});
const endedUnconfirmed = (reason: EndReason): Bilingual => ({
  zh: `${endedBy(reason).zh}未确认`,
  en: `${endedBy(reason).en}, unacknowledged`,
});

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const severityWord = (severity: number, language: Language): string =>
  capitalized(severityText(severity as Severity)[language]);

const minutesBetween = (from: Date, to: number): number => Math.max(0, (to - from.getTime()) / 60_000);

/** Spec §3, "displayed columns". */
export const alarmColumns: readonly SheetColumn<AlarmInSheet>[] = [
  { header: { zh: '报警编号', en: 'Number' }, type: 'number', decimals: 0, value: ({ id }) => id },
  {
    header: { zh: '级别', en: 'Severity' },
    type: 'text',
    value: ({ effective_severity }, language) => severityWord(effective_severity, language),
  },
  {
    header: { zh: '最近级别', en: 'Last severity' },
    type: 'text',
    value: ({ severity }, language) => severityWord(severity, language),
  },
  {
    header: { zh: '最高级别', en: 'Worst severity' },
    type: 'text',
    value: ({ worst_severity }, language) => severityWord(worst_severity, language),
  },
  {
    header: { zh: '项目', en: 'Project' },
    type: 'text',
    width: 24,
    value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
  },
  {
    header: { zh: '区域', en: 'Area' },
    type: 'text',
    value: (row, language) => (row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language)),
  },
  {
    header: { zh: '设备', en: 'Device' },
    type: 'text',
    width: 24,
    value: (row, language) => inLanguage(row.device_name, row.device_name_en, language) || null,
  },
  {
    header: { zh: '来源', en: 'Source' },
    type: 'text',
    value: ({ subject_kind }, language) => alarmSources[subject_kind][language],
  },
  {
    header: { zh: '点位、从站或网关', en: 'Point, slave or gateway' },
    type: 'text',
    width: 24,
    value: (row, language) => inLanguage(row.subject_name, row.subject_name_en, language),
  },
  {
    header: { zh: '类型', en: 'Kind' },
    type: 'text',
    width: 18,
    value: ({ kind }, language) => alarmKinds[kind as AlarmKindName]?.[language] ?? kind,
  },
  {
    header: { zh: '报警内容', en: 'Reason' },
    type: 'text',
    width: 44,
    value: (row, language) => (language === 'en' ? row.sentence_en : row.sentence_zh),
  },
  { header: { zh: '触发时间', en: 'Raised' }, type: 'date', saysZone: true, value: ({ raised_at }) => raised_at },
  {
    header: { zh: '消除时间', en: 'Cleared' },
    type: 'date',
    saysZone: true,
    value: ({ returned_at, end_reason }) => (end_reason === null ? returned_at : null),
  },
  {
    header: { zh: '结束时间（非恢复）', en: 'Ended otherwise' },
    type: 'date',
    width: 20,
    saysZone: true,
    value: ({ returned_at, end_reason }) => (end_reason === null ? null : returned_at),
  },
  {
    header: { zh: '持续（分钟）', en: 'Lasted (minutes)' },
    type: 'number',
    decimals: 1,
    value: (row) => minutesBetween(row.raised_at, row.returned_at?.getTime() ?? row.nowMs),
  },
  { header: { zh: '最严重值', en: 'Worst value' }, type: 'number', decimals: 2, value: ({ extreme }) => extreme },
  { header: { zh: '限值', en: 'Limit' }, type: 'number', decimals: 2, value: ({ limit_value }) => limit_value },
  { header: { zh: '单位', en: 'Unit' }, type: 'text', value: ({ unit }) => unit || null },
  { header: { zh: '状态', en: 'Status' }, type: 'text', width: 24, value: (row, language) => statusOf(row)[language] },
  {
    header: { zh: '通知人数', en: 'People notified' },
    type: 'number',
    decimals: 0,
    value: (row) => row.notified_count,
  },
  { header: { zh: '确认人', en: 'Acknowledged by' }, type: 'text', value: (row) => row.acknowledged_name },
  { header: { zh: '确认时间', en: 'Acknowledged' }, type: 'date', saysZone: true, value: (row) => row.acknowledged_at },
  {
    header: { zh: '响应时间（分钟）', en: 'Response time (minutes)' },
    type: 'number',
    decimals: 1,
    value: (row) => (row.acknowledged_at ? minutesBetween(row.answerable_from, row.acknowledged_at.getTime()) : null),
  },
  {
    header: { zh: '处理人', en: 'Handler' },
    type: 'text',
    value: (row) => (row.managesAlarms ? row.handled_name : null),
  },
  { header: { zh: '处理时间', en: 'Handled' }, type: 'date', saysZone: true, value: (row) => row.handled_at },
  {
    header: { zh: '处理结果', en: 'Follow-up' },
    type: 'text',
    width: 20,
    value: (row, language) => (row.follow_up === null ? null : followUpWords[row.follow_up as FollowUp][language]),
  },
  ...(
    [
      ['处置措施', 'Measures', 'measures'],
      ['备注', 'Remarks', 'comment'],
      ['分析结果', 'Analysis result', 'analysis_result'],
    ] as const
  ).map(
    ([zh, en, field]): SheetColumn<AlarmInSheet> => ({
      header: { zh, en },
      type: 'text',
      width: 30,
      value: (row) => (row.managesAlarms ? row[field] || null : null),
    }),
  ),
];

/** Why an alarm is hidden, until when and by whom; after the columns of every list. */
export const hiddenAlarmColumns: readonly SheetColumn<AlarmInSheet>[] = [
  ...alarmColumns,
  {
    header: { zh: '隐藏方式', en: 'Hidden as' },
    type: 'text',
    width: 18,
    value: ({ hidden_kind }, language) =>
      hidden_kind === null ? null : shelfKinds[hidden_kind as ShelfKind][language],
  },
  {
    header: { zh: '隐藏原因', en: 'Hidden because' },
    type: 'text',
    width: 30,
    value: (row, language) =>
      row.managesAlarms && row.hidden_reason !== null
        ? inLanguage(row.hidden_reason, row.hidden_reason_en, language)
        : null,
  },
  { header: { zh: '隐藏自', en: 'Hidden since' }, type: 'date', saysZone: true, value: (row) => row.hidden_since },
  { header: { zh: '隐藏至', en: 'Hidden until' }, type: 'date', saysZone: true, value: (row) => row.hidden_until },
  {
    header: { zh: '隐藏人', en: 'Hidden by' },
    type: 'text',
    value: (row) => (row.managesAlarms ? row.hidden_user : null),
  },
];
