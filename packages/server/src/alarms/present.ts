import {
  type AlarmDetail,
  type AlarmJournalRow,
  type AlarmOfPoint,
  type AlarmRow,
  type AllCalls,
  type alarmEvents,
  alarmStatus,
  type Bilingual,
  type CallData,
  channels,
  type Language,
  notSentReasons,
  sendStates,
} from '@watchpost/contract';
import type { ToldRow } from '../notifications/index.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { hiderFor, type Reader } from './alarmStaff.ts';
import type { AlarmForecast } from './forecast/alarmForecast.ts';
import { eventOf } from './journalEvent.ts';
import type { AlarmPerson } from './lists/people.store.ts';
import type { PointBeside } from './pointsBeside.store.ts';
import type { RelatedSuppression } from './relatedSuppressions.ts';
import { parseRule } from './ruleDefinition.ts';
import type { AlarmSpan } from './spansOfPoints.store.ts';
import type {
  AlarmLine,
  AlarmListRow,
  AlarmRuleRow,
  CommentRow,
  JournalRow,
  LevelCountRow,
  MessageRow,
  ToldCount,
} from './store.ts';
import { type RuleTextOptions, ruleText } from './words/ruleText.ts';

const sentenceOf = (row: { sentence_zh: string; sentence_en: string }, language: Language): string =>
  language === 'en' ? row.sentence_en : row.sentence_zh;

const statusOf = (row: AlarmListRow): number => {
  if (!row.acknowledged_at) return alarmStatus.unconfirmed;
  return row.returned_at ? alarmStatus.eliminated : alarmStatus.confirmed;
};

/** What is known of an alarm beside its row. */
export interface AlarmNow {
  /** Null: there is none. */
  readonly forecast: AlarmForecast | null;
  /** Suppressed around it. */
  readonly held: readonly RelatedSuppression[];
  /** Of its point; null: unknown. */
  readonly presentValue: number | null;
}

export const presentAlarm = (
  row: AlarmListRow,
  { forecast, held, presentValue }: AlarmNow,
  nowMs: number,
  { language, managesAlarms }: Reader,
): AlarmRow => ({
  Id: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Mtid: row.device_id,
  MName: inLanguage(row.device_name, row.device_name_en, language),
  PointId: row.point_id,
  PointName: inLanguage(row.subject_name, row.subject_name_en, language),
  Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
  Level: row.effective_severity,
  WorstLevel: row.worst_severity,
  LastLevel: row.severity,
  AlarmType: row.kind as AlarmRow['AlarmType'],
  ALARM_DESCRIBE: sentenceOf(row, language),
  ALARM_EPOCH: row.raised_at.getTime(),
  ALARM_EPOCH_CLEARED: row.returned_at?.getTime() ?? null,
  EndReason: row.end_reason,
  ContinuedTime: Math.max(0, Math.floor(((row.returned_at?.getTime() ?? nowMs) - row.raised_at.getTime()) / 1000)),
  Status: statusOf(row),
  Active: row.returned_at === null,
  MaxValue: row.extreme,
  Value: presentValue,
  LimitValue: row.limit_value,
  Unit: row.unit,
  Decimals: row.decimals,
  AckedName: row.acknowledged_name,
  ALARM_EPOCH_ACKED: row.acknowledged_at?.getTime() ?? null,
  ResponseTime: row.acknowledged_at
    ? Math.max(0, Math.round((row.acknowledged_at.getTime() - row.answerable_from.getTime()) / 1000))
    : null,
  FollowUp: row.follow_up as AlarmRow['FollowUp'],
  Comment: managesAlarms ? row.comment : null,
  CommentName: managesAlarms ? row.handled_name : null,
  COMMENT_TIME: row.handled_at?.getTime() ?? null,
  Measures: managesAlarms ? row.measures || null : null,
  AnalysisResult: managesAlarms ? row.analysis_result || null : null,
  DetectedLate: row.detected_late,
  NotifiedCount: row.notified_count,
  Hidden: hiddenBy(row, managesAlarms, language),
  HeldList: held.map(({ kind, name, since, until }) => ({
    Kind: kind,
    Name: name[language],
    SinceEPOCH: since,
    UntilEPOCH: until,
  })),
  Ahead: forecast && {
    Kind: forecast.kind,
    Limit: forecast.limit,
    Level: forecast.severity,
    ExpectedEPOCH: Math.round(forecast.expectedAt),
    ExpectedFromEPOCH: Math.round(forecast.soonest),
    ExpectedToEPOCH: Math.round(forecast.latest),
  },
});

function hiddenBy(row: AlarmListRow, managesAlarms: boolean, language: Language): AlarmRow['Hidden'] {
  if (row.hidden_by === null || row.hidden_kind === null) return null;
  const { reason, userName } = hiderFor(managesAlarms, {
    reason: inLanguage(row.hidden_reason ?? '', row.hidden_reason_en, language),
    userName: row.hidden_user,
  });
  return {
    ShelfId: row.hidden_by,
    Kind: row.hidden_kind as NonNullable<AlarmRow['Hidden']>['Kind'],
    Reason: reason,
    UserName: userName,
    SinceEPOCH: (row.hidden_since ?? row.raised_at).getTime(),
    UntilEPOCH: row.hidden_until?.getTime() ?? null,
  };
}

export function presentDetail(
  alarm: AlarmListRow,
  parts: AlarmNow & {
    rule: AlarmRuleRow;
    journal: readonly JournalRow[];
    /** Null: not read, because it is not for this reader. */
    told: readonly ToldRow[] | null;
    /** Null as well. */
    comments: readonly CommentRow[] | null;
    /** What the points its rule looks at are called. */
    other: NonNullable<RuleTextOptions['other']>;
    /** Of a slave's or gateway's own alarm. */
    line: AlarmLine | null;
    /** Of its device, which explain it. */
    beside: readonly PointBeside[];
  },
  nowMs: number,
  reader: Reader,
): AlarmDetail {
  const { language } = reader;
  const rule = parseRule(parts.rule.rule_id, parts.rule.rule_definition);
  const limitOf = (band: 'highHigh' | 'high' | 'low' | 'lowLow') =>
    rule?.kind === 'limit' ? (rule.bands[band]?.limit ?? null) : null;
  const { strategy_name, strategy_name_en, status_values } = parts.rule;
  return {
    ...presentAlarm(alarm, parts, nowMs, reader),
    StrategyName: strategy_name === null ? null : inLanguage(strategy_name, strategy_name_en, language),
    StrategyDeleted: parts.rule.strategy_deleted,
    Instruction: inLanguage(parts.rule.instruction ?? '', parts.rule.instruction_en, language) || null,
    ALARM_SETTING:
      rule === null
        ? ''
        : ruleText(rule, { ...alarm, statusValues: status_values ?? [], other: parts.other })[language],
    SuperUpperLimit: limitOf('highHigh'),
    UpperLimit: limitOf('high'),
    LowerLimit: limitOf('low'),
    SuperLowerLimit: limitOf('lowLow'),
    Source: presentLine(alarm, parts.line, language),
    PointList: parts.beside.map(({ id, name, name_en }) => ({
      PointId: id,
      PointName: inLanguage(name, name_en, language),
    })),
    Journal: parts.journal.map((row) => presentJournal(row, reader)),
    Comments:
      parts.comments?.map(({ at, user_name, text }) => ({ At: at.getTime(), UserName: user_name, Text: text })) ?? null,
    Notified:
      parts.told?.map((row) => ({
        UserName: row.name,
        PushType: row.push_type,
        Channel: row.channel,
        ChannelName: channels[row.channel][language],
        State: row.state,
        StateName: sendStates[row.state][language],
        Explain: row.reason === null ? '' : notSentReasons[row.reason][language],
        SendEPOCH: row.at.getTime(),
        ReadEPOCH: row.read_at?.getTime() ?? null,
      })) ?? null,
  };
}

const presentLine = (
  { subject_kind, subject_id }: AlarmListRow,
  line: AlarmLine | null,
  language: Language,
): AlarmDetail['Source'] =>
  line === null || subject_kind === 'point'
    ? null
    : {
        Type: subject_kind,
        Id: subject_id,
        GatewayId: line.gateway_id,
        GatewayName: inLanguage(line.gateway_name, line.gateway_name_en, language),
        DeviceList: line.devices.map(({ id, name, name_en, area_name, area_name_en }) => ({
          Mtid: id,
          MName: inLanguage(name, name_en, language),
          Area: area_name === null ? null : inLanguage(area_name, area_name_en, language),
        })),
      };

/** The course of an alarm; times before it was raised (a late buffer) count as its beginning. */
export function presentSchedule(
  alarm: AlarmListRow,
  journal: readonly JournalRow[],
  told: readonly ToldCount[],
  reader: Reader,
  events: typeof alarmEvents,
): CallData<AllCalls['getAlarmSchedule']> {
  /** By kind of event how many people each time, in order. */
  const waiting = new Map<string, number[]>();
  for (const { event, people } of told) waiting.set(event, [...(waiting.get(event) ?? []), people]);
  let severity: number | null = null;
  return journal.map((row) => {
    const event = eventOf(row, severity);
    severity = row.severity ?? severity;
    const { At, Level, Text, UserName } = presentJournal(row, reader);
    return {
      Event: event,
      EventName: events[event][reader.language],
      EPOCH: At,
      Seconds: Math.max(0, Math.round((At - alarm.raised_at.getTime()) / 1000)),
      Level,
      Text,
      UserName,
      NotifiedCount: waiting.get(event)?.shift() ?? 0,
    };
  });
}

/** What staff wrote, and who, is left out for others; so are the recipients of an escalation step. Everybody reads who confirmed, because that is whom to ask. */
function presentJournal(row: JournalRow, { language, managesAlarms }: Reader): AlarmJournalRow {
  const kind = row.kind as AlarmJournalRow['Kind'];
  const written: Bilingual = { zh: row.text_zh, en: row.text_en };
  const ofStaff = managesAlarms ? undefined : textForOthers[kind];
  return {
    At: row.at.getTime(),
    Kind: kind,
    Level: row.severity,
    Text: (ofStaff ?? written)[language],
    UserName: ofStaff === undefined ? row.user_name : null,
  };
}

/** What readers other than staff get instead of the staff's words; null: the sentence names nobody and no reason. */
const textForOthers: Partial<Record<AlarmJournalRow['Kind'], Bilingual | null>> = {
  escalated: { zh: '仍未确认，已升级通知', en: 'Still unacknowledged: the next step was notified' },
  handled: { zh: '已处理', en: 'Handled' },
  commented: { zh: '有评论', en: 'Comment' },
  hidden: { zh: '已隐藏', en: 'Hidden' },
  shown: null,
};

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
export function presentCounts(rows: readonly LevelCountRow[], hidden: number): CallData<AllCalls['getAlarmOverNum']> {
  const levels = [1, 2, 3, 4].map((level) => {
    const row = rows.find(({ severity }) => severity === level);
    return {
      Level: level,
      Count: row?.count ?? 0,
      Unconfirmed: row?.unconfirmed ?? 0,
      Returned: row?.returned ?? 0,
      OldestEPOCH: row?.oldest.getTime() ?? null,
    };
  });
  const sum = (read: (level: (typeof levels)[number]) => number) =>
    levels.reduce((total, level) => total + read(level), 0);
  return {
    Total: sum(({ Count }) => Count),
    Unconfirmed: sum(({ Unconfirmed }) => Unconfirmed),
    Levels: levels,
    Hidden: hidden,
  };
}

/** An alarm as a curve marks it. */
export const presentSpan = (span: AlarmSpan, language: Language): AlarmOfPoint => ({
  AlarmId: span.id,
  PointId: span.point_id,
  StrategyId: span.strategy_id,
  Level: span.severity,
  ALARM_DESCRIBE: sentenceOf(span, language),
  ALARM_EPOCH: span.raised_at.getTime(),
  ALARM_EPOCH_CLEARED: span.returned_at?.getTime() ?? null,
  EndReason: span.end_reason,
});

export const presentPerson = ({ id, name }: AlarmPerson): { Key: number; Value: string } => ({ Key: id, Value: name });
