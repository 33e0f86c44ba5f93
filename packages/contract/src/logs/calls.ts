import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, idFilter, listFilter, localTime, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { type SubjectKind, subjectKinds } from './logWords.ts';

const kindNames = Object.keys(subjectKinds) as [SubjectKind, ...SubjectKind[]];

const callName = z.string().regex(/^[A-Za-z]{1,60}$/);

export const operationFilter = {
  CompanyId: id.optional(),
  /** Only what concerned this project; without it everything of the company, which needs 25. */
  ProjectId: id.optional(),
  UserIdList: idFilter,
  /** Names of calls in the contract. */
  CallList: listFilter(z.array(callName).max(50)),
  SubjectKindList: listFilter(z.array(z.enum(kindNames)).max(50)),
  SubjectId: z.string().trim().max(50).optional(),
  /** In names of people and subjects, and in addresses. */
  Text: searchText,
  /** In the project's time zone, else the company's; both ends count. */
  StartTime: orEmpty(localTime),
  EndTime: orEmpty(localTime),
};

export const OperationRow = z.object({
  OperationId: z.number().int(),
  Epoch: epochMs,
  UserId: z.number().int().nullable().describe('null: nobody had signed in'),
  /** As it was then. */
  UserName: z.string(),
  Call: z.string(),
  /** What was done, in the caller's language; the name of the call when the product has none of that name any more. */
  CallName: z.string(),
  SubjectKind: z.string(),
  SubjectKindName: z.string(),
  SubjectId: z.string().nullable(),
  SubjectName: z.string(),
  ProjectId: z.number().int().nullable(),
  ProjectName: z.string().nullable(),
  Address: z.string(),
  UserAgent: z.string(),
  Before: z.record(z.string(), z.unknown()).nullable(),
  After: z.record(z.string(), z.unknown()).nullable(),
  /** Of what numbers in both point at, in the caller's language: `place 5` → 一号店. */
  Names: z.record(z.string(), z.string()),
  Sealed: z.boolean().describe('part of a minute batch whose hash is known'),
});
export type OperationRow = z.infer<typeof OperationRow>;

const LogState = z.object({
  Unbroken: z.boolean(),
  /** Since when batches are sealed; null: none was yet. */
  SinceEpoch: epochMs.nullable(),
  /** Until when operations are sealed. */
  SealedEpoch: epochMs.nullable(),
  CheckedEpoch: epochMs,
  /** When the first batch was sealed that is not as it was; null: all are. */
  BrokenEpoch: epochMs.nullable(),
  BrokenBatchId: z.number().int().nullable(),
});
export type LogState = z.infer<typeof LogState>;

/** What people changed. The spec names the operation log without a path. */
export const logCalls = defineCalls({
  getOperationLogPage: {
    method: 'POST',
    path: '/OperationLog/GetOperationLogPage',
    effect: 'read',
    access: ['companyLogs', 'projectLogs'],
    encoding: 'json',
    summary: { zh: '操作日志', en: 'Operation log, the newest first' },
    body: z.object({ ...operationFilter, ...page }),
    data: pageOf(OperationRow),
  },
  getOperationLogFilters: {
    method: 'GET',
    path: '/OperationLog/GetOperationLogFilters',
    effect: 'read',
    access: ['companyLogs', 'projectLogs'],
    summary: { zh: '操作日志筛选项', en: 'People and calls that occur in the operation log' },
    query: z.object({ companyId: id.optional(), projectId: id.optional() }),
    data: z.object({
      Users: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      Calls: z.array(z.object({ Key: z.string(), Value: z.string() })),
    }),
  },
  /** Of the log of this installation as a whole: batches hold operations of all companies, and nothing is told of them. */
  verifyOperationLog: {
    method: 'GET',
    path: '/OperationLog/VerifyOperationLog',
    effect: 'read',
    access: ['companyLogs', 'projectLogs'],
    summary: { zh: '校验操作日志', en: 'Recompute the chain of hashes over the operation log' },
    query: z.object({ companyId: id.optional(), projectId: id.optional() }),
    data: LogState,
  },
});
