import {
  type Bilingual,
  type ContactLack,
  contactChannels,
  type Language,
  type ReferenceProblemRow,
  type RuleDefinition,
  type StrategyDetail,
  type StrategyFormInput,
  type StrategyPoint,
  type StrategyRow,
  type StrategySource,
} from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { Severity } from '../engine/index.ts';
import type { ReferenceProblem } from '../referenceProblems.ts';
import { parseRule } from '../ruleDefinition.ts';
import { type RuleTextOptions, ruleText } from '../words/ruleText.ts';
import { severityText } from '../words/severityText.ts';
import type { PointName, SourceRow, WatchablePoint } from './choices.store.ts';
import { clockOf } from './clockOf.ts';
import type { ContactRow, RuleRow, StrategyListRow, SubjectRow } from './strategy.store.ts';
import type { ContactValues } from './strategyWrites.store.ts';

const named = (zh: string | null, en: string | null, language: Language): string | null =>
  language === 'en' ? (en ?? zh) : zh;

export const presentRow = (row: StrategyListRow, mayEdit: boolean, language: Language): StrategyRow => ({
  StrategyId: row.id,
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  StrategyName: inLanguage(row.name, row.name_en, language),
  Remarks: inLanguage(row.remarks, row.remarks_en, language),
  SmallTypeId: row.class_id,
  SmallTypeName: named(row.class_zh, row.class_en, language),
  PointTypeId: row.type_id,
  PointTypeName: named(row.type_zh, row.type_en, language),
  Enabled: row.enabled,
  AlarmClassList: row.kinds,
  Level: row.severity ?? 4,
  PointCount: row.point_count,
  SourceCount: row.source_count,
  OverrideCount: row.override_count,
  ContactNameList: row.contact_names,
  OpenCount: row.open_count,
  CreateName: row.created_name,
  ChangedEPOCH: row.changed_at.getTime(),
  MayEdit: mayEdit,
});

export const presentPoint = (row: WatchablePoint, language: Language): StrategyPoint => ({
  PointId: row.id,
  PointName: inLanguage(row.name, row.name_en, language),
  OwnName: row.name,
  PointTypeId: row.type_id,
  PointTypeName: language === 'zh' ? row.type_zh : row.type_en,
  PointType: row.value_type === 'status' ? 1 : 0,
  Unit: row.unit,
  Decimals: row.decimals,
  UnitMap: row.status_values.map((status) => ({ Key: status.value, Value: status[language] })),
  ModelTreeId: row.device_id,
  ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
  SmallTypeId: row.class_id,
  SmallTypeName: named(row.class_zh, row.class_en, language),
  Area: row.area_name === null ? null : inLanguage(row.area_name, row.area_name_en, language),
});

export const presentSource = (row: SourceRow, language: Language): StrategySource => ({
  Type: row.kind,
  Id: row.id,
  Name: inLanguage(row.name, row.name_en, language),
  GatewayName: row.gateway_name === null ? null : inLanguage(row.gateway_name, row.gateway_name_en, language),
});

const noUnit: RuleTextOptions = { unit: '', decimals: 1, statusValues: [] };

/** In whose unit a rule is said: its first point's. */
export const speechOf = (
  point: WatchablePoint | undefined,
  other: NonNullable<RuleTextOptions['other']>,
): RuleTextOptions => ({
  ...(point ? { unit: point.unit, decimals: point.decimals, statusValues: point.status_values } : noUnit),
  other,
});

/** A condition in words; one that the engine cannot run by its kind alone. */
export function definitionInWords(definition: RuleDefinition, speech: RuleTextOptions): Bilingual {
  const rule = parseRule(0, definition);
  return rule ? ruleText(rule, speech) : { zh: definition.kind, en: definition.kind };
}

function lacksOf(contact: ContactRow): ContactLack[] {
  if (!contact.is_member) return ['member'];
  const lacks: ContactLack[] = [];
  if (!contact.opens_project) lacks.push('project');
  if (!contact.has_mobile && contact.channels.some((channel) => channel === 'sms' || channel === 'voice'))
    lacks.push('mobile');
  if (!contact.has_email && contact.channels.includes('email')) lacks.push('email');
  return lacks;
}

const periodOf = ({ from_minute, until_minute }: Pick<ContactValues, 'from_minute' | 'until_minute'>) => ({
  From: from_minute === null ? null : clockOf(from_minute),
  Until: until_minute === null ? null : clockOf(until_minute),
  EndsNextDay: from_minute !== null && until_minute !== null && until_minute <= from_minute,
});

export const presentContact = (contact: ContactRow): StrategyDetail['ContactList'][number] => ({
  UserId: contact.user_id,
  UserName: contact.name,
  Step: contact.step,
  LevelList: contact.severities,
  ChannelList: contact.channels,
  WeekdayList: contact.weekdays,
  ...periodOf(contact),
  TellsOffline: contact.tells_offline,
  LackList: lacksOf(contact),
});

/** A strategy as its form has it. */
export const formOf = (
  row: StrategyListRow,
  rules: readonly RuleRow[],
  subjects: readonly SubjectRow[],
  contacts: readonly ContactRow[],
): StrategyFormInput & { PointIdList: number[]; GatewayIdList: number[]; SlaveIdList: number[] } => {
  const idsOf = (kind: SubjectRow['subject_kind']) => [
    ...new Set(subjects.filter(({ subject_kind }) => subject_kind === kind).map(({ subject_id }) => subject_id)),
  ];
  return {
    StrategyId: row.id,
    ProjectId: row.project_id,
    StrategyName: row.name,
    StrategyNameEn: row.name_en,
    Remarks: row.remarks,
    RemarksEn: row.remarks_en,
    Instruction: row.instruction,
    InstructionEn: row.instruction_en,
    SmallTypeId: row.class_id,
    PointTypeId: row.type_id,
    Enabled: row.enabled,
    EscalateMinutes: row.escalate_minutes,
    RepeatMinutes: row.repeat_minutes,
    NotifyOnClear: row.notify_on_clear,
    RuleList: rules.map(({ id, definition }) => ({ RuleId: id, Definition: definition })),
    PointIdList: idsOf('point'),
    GatewayIdList: idsOf('gateway'),
    SlaveIdList: idsOf('slave'),
    ContactList: contacts.map((contact) => ({
      UserId: contact.user_id,
      Step: contact.step,
      LevelList: contact.severities,
      ChannelList: contact.channels,
      WeekdayList: contact.weekdays,
      ...periodOf(contact),
      TellsOffline: contact.tells_offline,
    })),
  };
};

/** Devices that one answer names, beside their count. */
export const namesShown = 20;

export const presentProblem = (
  { rule, kind, reference, isJudged, places, candidates }: ReferenceProblem,
  other: NonNullable<RuleTextOptions['other']>,
  language: Language,
): ReferenceProblemRow => ({
  RuleIndex: rule,
  Kind: kind,
  What: (other(reference)?.name ?? { zh: '另一点位', en: 'another point' })[language],
  IsJudged: isJudged,
  DeviceCount: places.length,
  DeviceNameList: places.slice(0, namesShown).map((place) => place[language]),
  CandidateList: candidates.slice(0, namesShown).map((candidate) => candidate[language]),
});

/** By the names that are read: pinyin in Chinese. */
export const inOrderOfNames = <Named extends { readonly Value: string }>(
  list: readonly Named[],
  language: Language,
): Named[] => {
  const { compare } = new Intl.Collator(language === 'zh' ? 'zh-u-co-pinyin' : 'en', { numeric: true });
  return [...list].sort((a, b) => compare(a.Value, b.Value));
};

export const presentPointName = ({ name, name_en }: PointName, language: Language) => ({
  Name: name,
  Text: inLanguage(name, name_en, language),
});

const weekdayText = { zh: '一二三四五六日', en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] } as const;

/** One contact for the operation log: `Wang Qiang (urgent, important; SMS, Call; 08:00–20:00)`. */
export function contactInWords(name: string, contact: ContactValues): Bilingual {
  const { step, severities, channels, weekdays, tells_offline } = contact;
  const period = periodOf(contact);
  const said = (language: Language): string => {
    const comma = language === 'zh' ? '、' : ', ';
    const parts = [
      severities.map((severity) => severityText(severity as Severity)[language]).join(comma),
      channels.map((channel) => contactChannels[channel as keyof typeof contactChannels][language]).join(comma),
    ];
    if (weekdays.length < 7)
      parts.push(
        language === 'zh'
          ? `周${weekdays.map((day) => weekdayText.zh[day - 1]).join('')}`
          : weekdays.map((day) => weekdayText.en[day - 1]).join(' '),
      );
    if (period.From && period.Until) parts.push(`${period.From}–${period.Until}`);
    if (step > 0) parts.push(language === 'zh' ? `第 ${step} 次升级` : `escalation ${step}`);
    if (!tells_offline) parts.push(language === 'zh' ? '离线期间的报警不通知' : 'not of alarms while offline');
    return language === 'zh' ? `${name}（${parts.join('；')}）` : `${name} (${parts.join('; ')})`;
  };
  return { zh: said('zh'), en: said('en') };
}
