import {
  type AllCalls,
  type Bilingual,
  type CallData,
  describeException,
  type Language,
  type PointToWrite,
  qualityOf,
  type ReturnAhead,
  readAfterNoAnswer,
  reasonOf,
  type WritablePoint,
  type WriteBatch,
  type WriteLimit,
  type WriteRecord,
  writeOutcomes,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { LiveReading } from '../points/index.ts';
import type { BatchRow } from './batches.store.ts';
import { isStale, sameValue } from './checkWrite.ts';
import type { InterlockChoice, LimitRow, PointToWriteRow, StatusWord } from './points.store.ts';
import type { RecordRow } from './records.store.ts';

const unitMap = (words: readonly StatusWord[], language: Language) =>
  words.map((word) => ({ Key: word.value, Value: word[language] }));

const wordOf = (words: readonly StatusWord[], value: number | null, language: Language): string | null =>
  words.find((word) => word.value === value)?.[language] ?? null;

const nullable = (name: string | null, nameEn: string | null, language: Language): string | null =>
  name === null ? null : inLanguage(name, nameEn, language);

/** The writer of an automatic return. */
const theSystem = { zh: '系统（自动恢复）', en: 'System (automatic return)' } as const;

/** The outcome in words, with what the device or we ourselves said. */
export function outcomeInWords(row: RecordRow, language: Language): string {
  const colon = language === 'zh' ? '：' : ': ';
  const said =
    row.message?.[language] ??
    (row.exception_code === null ? null : describeException(row.exception_code)[language]) ??
    readAllTheSame(row)?.[language] ??
    null;
  const outcome = writeOutcomes[row.outcome][language];
  return said === null ? outcome : `${outcome}${colon}${said}`;
}

/** What a device that did not answer holds so far; null: that is not known, or no news. */
function readAllTheSame({ outcome, read_back, old_value, decimals }: RecordRow): Bilingual | null {
  if (outcome !== 'noResponse' || read_back === null) return null;
  const isOld = old_value !== null && sameValue(read_back, old_value, decimals);
  return isOld ? readAfterNoAnswer.old : readAfterNoAnswer.other;
}

/** The writer's name at the time of the write. */
export const whoWrote = (row: RecordRow, language: Language): string =>
  row.user_id === null ? theSystem[language] : row.user_name;

export const presentRecord = (row: RecordRow, language: Language): WriteRecord => ({
  WriteId: row.id,
  Epoch: row.requested_at.getTime(),
  PointId: row.point_id,
  PointName: inLanguage(row.point_name, row.point_name_en, language),
  Mtid: row.device_id,
  MName: nullable(row.device_name, row.device_name_en, language),
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.project_name, row.project_name_en, language),
  Unit: row.unit,
  Decimals: row.decimals,
  UnitMap: unitMap(row.status_values, language),
  UserId: row.user_id,
  Nickname: whoWrote(row, language),
  OldValue: row.old_value,
  OldValueText: wordOf(row.status_values, row.old_value, language),
  Value: row.value,
  ValueText: wordOf(row.status_values, row.value, language),
  ReadBackValue: row.read_back,
  Reason: row.reason,
  Outcome: row.outcome,
  IsSuccess: writeOutcomes[row.outcome].success,
  Message: outcomeInWords(row, language),
  ExceptionCode: row.exception_code,
  SentEpoch: row.sent_at?.getTime() ?? null,
  FinishedEpoch: row.finished_at?.getTime() ?? null,
  BatchId: row.batch_id,
  ReturnEpoch: row.return_at?.getTime() ?? null,
  ReturnValue: row.return_at === null ? null : (row.return_value ?? row.old_value),
  ReturnState: row.return_state,
  ReturnsWriteId: row.returns_id,
});

export function presentLive(
  point: PointToWriteRow,
  live: LiveReading | null,
  now: number,
  language: Language,
): PointToWrite['Present'] {
  return {
    Value: live?.value ?? null,
    ValueText: wordOf(point.status_values, live?.value ?? null, language),
    Quality: live ? qualityOf(live.quality) : null,
    QualityReason: live ? (reasonOf(live.quality)?.reason ?? null) : null,
    Epoch: live?.measuredAt ?? null,
    IsStale: live !== null && isStale(live, point.sampling_interval_seconds, now),
  };
}

export const presentReturn = (ahead: { return_at: Date; return_value: number } | undefined): ReturnAhead | null =>
  ahead ? { Epoch: ahead.return_at.getTime(), Value: ahead.return_value } : null;

const placeOf = (point: PointToWriteRow, language: Language) => ({
  PointId: point.point_id,
  PointName: inLanguage(point.name, point.name_en, language),
  Mtid: point.device_id,
  MName: nullable(point.device_name, point.device_name_en, language),
  ProjectId: point.project_id,
  ProjectName: inLanguage(point.project_name, point.project_name_en, language),
  Unit: point.unit,
  Decimals: point.decimals,
  UnitMap: unitMap(point.status_values, language),
  PointType: point.value_type === 'status' ? 1 : 0,
});

/** @param other the interlock's point where the caller may see it */
export function presentLimit(limit: LimitRow, other: PointToWriteRow | undefined, language: Language): WriteLimit {
  const { interlock_point_id, interlock_operator, interlock_value } = limit;
  return {
    Min: limit.low,
    Max: limit.high,
    AllowedValues: limit.allowed_values,
    MinIntervalSeconds: limit.min_interval_seconds,
    Interlock:
      interlock_point_id === null || interlock_operator === null || interlock_value === null
        ? null
        : {
            PointId: interlock_point_id,
            PointName: other ? inLanguage(other.name, other.name_en, language) : '',
            MName: other ? nullable(other.device_name, other.device_name_en, language) : null,
            Operator: interlock_operator,
            Value: interlock_value,
            ValueText: wordOf(other?.status_values ?? [], interlock_value, language),
            Sentence: limit.interlock_sentence ?? '',
            SentenceEn: limit.interlock_sentence_en,
          },
  };
}

export const presentPointToWrite = (
  point: PointToWriteRow,
  facts: {
    live: LiveReading | null;
    now: number;
    bounds: { low: number | null; high: number | null; allowed: readonly number[] };
    other: PointToWriteRow | undefined;
    blocked: string | null;
    isConnected: boolean;
    returnAhead: { return_at: Date; return_value: number } | undefined;
    lastWrite: RecordRow | undefined;
  },
  language: Language,
): PointToWrite => ({
  ...placeOf(point, language),
  Present: presentLive(point, facts.live, facts.now, language),
  Limit: presentLimit({ ...point, allowed_values: [...facts.bounds.allowed] }, facts.other, language),
  Lowest: facts.bounds.low,
  Highest: facts.bounds.high,
  Blocked: facts.blocked,
  IsConnected: facts.isConnected,
  Return: presentReturn(facts.returnAhead),
  LastWrite: facts.lastWrite ? presentRecord(facts.lastWrite, language) : null,
});

export const presentWritablePoint = (
  point: PointToWriteRow,
  facts: {
    live: LiveReading | null;
    now: number;
    bounds: { low: number | null; high: number | null; allowed: readonly number[] };
    isConnected: boolean;
    returnAhead: { return_at: Date; return_value: number } | undefined;
  },
  language: Language,
): WritablePoint => ({
  ...placeOf(point, language),
  PointTypeId: point.point_type_id,
  PointTypeName: inLanguage(point.type_zh, point.type_en, language),
  SmallTypeName: nullable(point.class_zh, point.class_en, language),
  Present: presentLive(point, facts.live, facts.now, language),
  Lowest: facts.bounds.low,
  Highest: facts.bounds.high,
  AllowedValues: [...facts.bounds.allowed],
  HasInterlock: point.interlock_point_id !== null,
  IsConnected: facts.isConnected,
  Return: presentReturn(facts.returnAhead),
});

export function presentBatch(batch: BatchRow, records: readonly RecordRow[], language: Language): WriteBatch {
  const rows = records.map((record) => presentRecord(record, language));
  const done = rows.filter(({ Outcome }) => Outcome !== 'queued' && Outcome !== 'sending');
  const success = done.filter(({ IsSuccess }) => IsSuccess === true).length;
  return {
    BatchId: batch.id,
    State: batch.state,
    Reason: batch.reason,
    StopOnError: batch.stop_on_error,
    Epoch: batch.requested_at.getTime(),
    FinishedEpoch: batch.finished_at?.getTime() ?? null,
    TotalCount: rows.length,
    DoneCount: done.length,
    SuccessCount: success,
    FailCount: done.length - success,
    Rows: rows,
  };
}

export const presentInterlockPoint = (
  row: InterlockChoice,
  language: Language,
): CallData<AllCalls['getInterlockPoints']>['Data'][number] => ({
  PointId: row.point_id,
  PointName: inLanguage(row.name, row.name_en, language),
  MName: nullable(row.device_name, row.device_name_en, language),
  Unit: row.unit,
  UnitMap: unitMap(row.status_values, language),
});

/** Choices of one kind, by their names. */
export const presentChoices = <Kind extends string>(
  rows: readonly { kind: Kind; id: number; name: string; name_en: string | null }[],
  kind: Kind,
  language: Language,
): { Key: number; Value: string }[] =>
  rows
    .filter((row) => row.kind === kind)
    .map(({ id, name, name_en }) => ({ Key: id, Value: inLanguage(name, name_en, language) }));
