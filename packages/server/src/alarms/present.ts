import type { AlarmDetail, AlarmJournalRow, AlarmRow, AllCalls, CallData, Language } from '@watchpost/contract';
import { alarmStatus } from '@watchpost/contract';
import type { ToldRow } from '../notifications/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { parseRule } from './ruleDefinition.ts';
import { ruleText } from './ruleText.ts';
import type { AlarmListRow, AlarmRuleRow, JournalRow, LevelCountRow, MessageRow } from './store.ts';

const sentenceOf = (row: { sentence_zh: string; sentence_en: string }, language: Language): string =>
  language === 'en' ? row.sentence_en : row.sentence_zh;

const statusOf = (row: AlarmListRow): number => {
  if (!row.acknowledged_at) return alarmStatus.unconfirmed;
  return row.returned_at ? alarmStatus.eliminated : alarmStatus.confirmed;
};

export const presentAlarm = (row: AlarmListRow, nowMs: number, language: Language): AlarmRow => ({
  Id: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Mtid: row.device_id,
  MName: inLanguage(row.device_name, row.device_name_en, language),
  PointId: row.point_id,
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
  Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
  Level: row.severity,
  AlarmType: row.kind as AlarmRow['AlarmType'],
  ALARM_DESCRIBE: sentenceOf(row, language),
  ALARM_EPOCH: row.raised_at.getTime(),
  ALARM_EPOCH_CLEARED: row.returned_at?.getTime() ?? null,
  ContinuedTime: Math.max(0, Math.floor(((row.returned_at?.getTime() ?? nowMs) - row.raised_at.getTime()) / 1000)),
  Status: statusOf(row),
  Active: row.returned_at === null,
  MaxValue: row.extreme,
  LimitValue: row.limit_value,
  Unit: row.unit,
  Decimals: row.decimals,
  AckedName: row.acknowledged_name,
  ALARM_EPOCH_ACKED: row.acknowledged_at?.getTime() ?? null,
  FollowUp: row.follow_up as AlarmRow['FollowUp'],
  Comment: row.comment,
  CommentName: row.handled_name,
  COMMENT_TIME: row.handled_at?.getTime() ?? null,
  DetectedLate: row.detected_late,
  NotifiedCount: row.notified_count,
});

export function presentDetail(
  alarm: AlarmListRow,
  parts: {
    rule: AlarmRuleRow;
    journal: readonly JournalRow[];
    told: readonly ToldRow[];
    presentValue: number | null;
  },
  nowMs: number,
  language: Language,
): AlarmDetail {
  const rule = parseRule(parts.rule.rule_id, parts.rule.rule_definition);
  const limitOf = (band: 'highHigh' | 'high' | 'low' | 'lowLow') =>
    rule?.kind === 'limit' ? (rule.bands[band]?.limit ?? null) : null;
  const { strategy_name, strategy_name_en, status_values } = parts.rule;
  return {
    ...presentAlarm(alarm, nowMs, language),
    StrategyName: strategy_name === null ? null : inLanguage(strategy_name, strategy_name_en, language),
    ALARM_SETTING: rule === null ? '' : ruleText(rule, { ...alarm, statusValues: status_values ?? [] })[language],
    SuperUpperLimit: limitOf('highHigh'),
    UpperLimit: limitOf('high'),
    LowerLimit: limitOf('low'),
    SuperLowerLimit: limitOf('lowLow'),
    Value: parts.presentValue,
    Journal: parts.journal.map((row) => ({
      At: row.at.getTime(),
      Kind: row.kind as AlarmJournalRow['Kind'],
      Level: row.severity,
      Text: language === 'en' ? row.text_en : row.text_zh,
      UserName: row.user_name,
    })),
    Notified: parts.told.map((row) => ({
      UserName: row.user_name,
      PushType: row.push_type,
      SendEPOCH: row.created_at.getTime(),
      ReadEPOCH: row.read_at?.getTime() ?? null,
    })),
  };
}

export const presentMessage = (
  row: MessageRow,
  language: Language,
): CallData<AllCalls['getAlarmMessageByUserId']>['Data'][number] => ({
  AlarmId: row.id,
  ProjectID: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  ALARM_LEVEL: row.severity,
  ALARM_DESCRIBE: sentenceOf(row, language),
  MName: inLanguage(row.device_name, row.device_name_en, language),
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
  ALARM_EPOCH: row.raised_at.getTime(),
});

/** All four levels, those without an alarm with zero. */
export function presentCounts(rows: readonly LevelCountRow[]): CallData<AllCalls['getAlarmOverNum']> {
  const levels = [1, 2, 3, 4].map((level) => {
    const row = rows.find(({ severity }) => severity === level);
    return {
      Level: level,
      Count: row?.count ?? 0,
      Unconfirmed: row?.unconfirmed ?? 0,
      OldestEPOCH: row?.oldest.getTime() ?? null,
    };
  });
  const sum = (read: (level: (typeof levels)[number]) => number) =>
    levels.reduce((total, level) => total + read(level), 0);
  return { Total: sum(({ Count }) => Count), Unconfirmed: sum(({ Unconfirmed }) => Unconfirmed), Levels: levels };
}
