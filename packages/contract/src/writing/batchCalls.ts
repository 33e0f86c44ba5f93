import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, idFilter, listFilter, localTime, orEmpty, pageOf, queryPage, searchText } from '../scalars.ts';
import { maxBatchPoints, returnMinutes, WriteBatch, WriteRecord, writeReason, writeValue } from './fields.ts';
import { writeOutcomeNames } from './outcomes.ts';

const outcomeList = listFilter(z.array(z.enum(writeOutcomeNames)).max(20));

export const writeRecordFilter = {
  ProjectIdList: idFilter,
  UserIdList: idFilter,
  PointIdList: idFilter,
  OutcomeList: outcomeList,
  BatchId: orEmpty(id),
  /** In names of points and devices and in reasons. */
  Text: searchText,
  /** In the company's time zone; both ends count. */
  StartTime: orEmpty(localTime),
  EndTime: orEmpty(localTime),
};

/** Many points in one go, and what was ever written. */
export const batchCalls = defineCalls({
  /** Begins; `GetBatchWrite` tells how far it is. The specification names no fields. */
  batchControlDown: {
    method: 'POST',
    path: '/Device/BatchControlDown',
    effect: 'write',
    access: ['remoteWrite'],
    encoding: 'json',
    identity: true,
    summary: { zh: '批量写入点位', en: 'Write values to many points, one after the other' },
    body: z.object({
      PointList: z
        .array(
          z.object({
            PointId: id,
            Value: writeValue,
            /** The value that was confirmed; when the point reads something else by now it is left out. */
            ExpectedValue: writeValue.optional(),
          }),
        )
        .min(1)
        .max(maxBatchPoints),
      Reason: writeReason,
      /** At the first point that is not written the rest is left out; else every point is tried. */
      StopOnError: flag.default(true),
      ReturnMinutes: returnMinutes,
    }),
    data: z.object({ BatchId: z.number().int() }),
  },
  getBatchWrite: {
    method: 'GET',
    path: '/Device/GetBatchWrite',
    effect: 'read',
    access: ['remoteWrite'],
    summary: { zh: '批量写入进度', en: 'How far a batch of the caller is' },
    query: z.object({ batchId: id }),
    data: WriteBatch,
  },
  cancelBatchWrite: {
    method: 'POST',
    path: '/Device/CancelBatchWrite',
    effect: 'write',
    access: ['remoteWrite'],
    encoding: 'json',
    summary: { zh: '取消批量写入', en: 'Leave out what of a batch has not been sent yet' },
    body: z.object({ BatchId: id }),
    data: z.null(),
  },
  batchWriteRecord: {
    method: 'GET',
    path: '/Device/BatchWriteRecord',
    effect: 'read',
    access: ['remoteWrite', 'terminals', 'terminalsEdit', 'companyTerminals'],
    summary: { zh: '写入记录', en: 'What was written, the newest first' },
    query: z.object({ ...writeRecordFilter, ...queryPage }),
    data: pageOf(WriteRecord),
  },
  getWriteRecordFilters: {
    method: 'GET',
    path: '/Device/GetWriteRecordFilters',
    effect: 'read',
    access: ['remoteWrite', 'terminals', 'terminalsEdit', 'companyTerminals'],
    summary: { zh: '写入记录筛选项', en: 'People and projects that occur among the writes' },
    query: z.object({}),
    data: z.object({
      Users: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      Projects: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
    }),
  },
});
