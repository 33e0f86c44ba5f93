import {
  type CallSpec,
  calls,
  type ExportKindName,
  exportKinds,
  type Language,
  type LogState,
  nameKey,
  type OperationNames,
  type OperationRow,
  operationPointers,
  ownDeeds,
  type SubjectKind,
  subjectKinds,
  callInWords as wordsOfCall,
} from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { NameOfThing, OperationOfPage } from './store.ts';
import type { LogCheck } from './verifyLog.ts';

/** What a call does, in words; a call that the product no longer has by its name. */
export const callInWords = (call: string, language: Language): string =>
  Object.hasOwn(calls, call)
    ? wordsOfCall(call, (calls as Record<string, CallSpec>)[call]!, language)
    : Object.hasOwn(ownDeeds, call)
      ? ownDeeds[call as keyof typeof ownDeeds][language]
      : call;

/** Who did what nobody asked for at that moment. */
const theProduct = { zh: '系统', en: 'System' };

/** Empty: somebody who had not signed in. */
export const whoInWords = (
  { user_name, call }: Pick<OperationOfPage, 'user_name' | 'call'>,
  language: Language,
): string => user_name || (Object.hasOwn(ownDeeds, call) ? theProduct[language] : '');

export const subjectInWords = (kind: string, language: Language): string =>
  Object.hasOwn(subjectKinds, kind) ? subjectKinds[kind as SubjectKind][language] : kind;

/** What was done to something, by name. Of an export only its kind is kept for good; what that is called depends on who reads. */
export function subjectNameOf(row: Pick<OperationOfPage, 'subject_name' | 'after'>, language: Language): string {
  const kind = asObject(row.after)?.exportKind;
  return typeof kind === 'string' && Object.hasOwn(exportKinds, kind)
    ? exportKinds[kind as ExportKindName][language]
    : row.subject_name;
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;

/** Names by what they are asked for with. */
export const presentNames = (things: readonly NameOfThing[], language: Language): OperationNames =>
  Object.fromEntries(
    things.map(({ kind, thing_id, name, name_en }) => [nameKey(kind, thing_id), inLanguage(name, name_en, language)]),
  );

/** What a line itself points at. */
const namesIn = (row: OperationOfPage, names: OperationNames): OperationNames =>
  Object.fromEntries(
    [row.before, row.after]
      .flatMap(operationPointers)
      .map(({ kind, id }) => nameKey(kind, id))
      .flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]]])),
  );

export const presentOperation = (
  row: OperationOfPage,
  { language, sealedUntil, names }: { language: Language; sealedUntil: number; names: OperationNames },
): OperationRow => ({
  OperationId: row.id,
  Epoch: row.at.getTime(),
  UserId: row.user_id,
  UserName: whoInWords(row, language),
  Call: row.call,
  CallName: callInWords(row.call, language),
  SubjectKind: row.subject_kind,
  SubjectKindName: subjectInWords(row.subject_kind, language),
  SubjectId: row.subject_id,
  SubjectName: subjectNameOf(row, language),
  ProjectId: row.project_id,
  ProjectName: row.project_name === null ? null : inLanguage(row.project_name, row.project_name_en, language),
  Address: row.address,
  UserAgent: row.user_agent,
  Before: asObject(row.before),
  After: asObject(row.after),
  Names: namesIn(row, names),
  Sealed: row.id <= sealedUntil,
});

export const presentCheck = (check: LogCheck): LogState => ({
  Unbroken: check.broken === null,
  SinceEpoch: check.sinceAt?.getTime() ?? null,
  SealedEpoch: check.sealedAt?.getTime() ?? null,
  CheckedEpoch: check.checkedAt.getTime(),
  BrokenEpoch: check.broken?.sealedAt.getTime() ?? null,
  BrokenBatchId: check.broken?.batchId ?? null,
});
