import { z } from 'zod';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { clearable } from '../projects/fields.ts';
import { epochMs, id, integer, orEmpty } from '../scalars.ts';
import { interlockOperatorNames, returnStateNames, writeOutcomeNames } from './outcomes.ts';

const isNumber = say({ zh: '请输入数字', en: 'Enter a number' });

/** A value to write: required and numeric (spec §5.1). Text as a form or a query carries it; empty never becomes 0. */
export const writeValue = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[-+]?\d{1,15}(\.\d{1,15})?$/, { error: isNumber }),
    ],
    { error: isNumber },
  )
  .pipe(z.coerce.number<string | number>());

/** Why: one line for the log. */
export const writeReason = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(200, { abort: true })
  .regex(/^[^\p{Cc}\u2028\u2029]+$/u, {
    error: say({ zh: '写入原因须为一行文字', en: 'The reason is one line of text' }),
  });

/** The call of the specification names no reason; ours asks for one. */
export const optionalReason = orEmpty(writeReason);

/** For how long a value may stand in for the old one: a week. */
export const maxReturnMinutes = 7 * 24 * 60;

/** After how many minutes the old value is written back; absent: never. */
export const returnMinutes = orEmpty(
  integer.pipe(
    z
      .number()
      .min(1, { error: say({ zh: '至少 1 分钟', en: 'At least 1 minute' }) })
      .max(maxReturnMinutes, { error: say({ zh: '最长 7 天（10080 分钟）', en: 'At most 7 days (10,080 minutes)' }) }),
  ),
);

/** What a person fills in to write one point: unlike the call of the specification, with a reason. */
export const WriteForm = z.object({ Value: writeValue, Reason: writeReason, ReturnMinutes: returnMinutes });

/** At most so many points in one batch: an hour and a half of a slow line. */
export const maxBatchPoints = 1000;

/** Where a point is, by the names people know. */
const placeOfPoint = {
  PointId: z.number().int(),
  PointName: z.string(),
  /** The first of the devices it serves; null: it serves none. */
  Mtid: z.number().int().nullable(),
  MName: z.string().nullable(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Unit: z.string(),
  Decimals: z.number().int(),
  /** State points: every value with its word. */
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })),
};

/** What a point reads now. */
export const PresentValue = z.object({
  Value: z.number().nullable(),
  ValueText: z.string().nullable().describe('the word of a state'),
  Quality: z.enum(['good', 'uncertain', 'bad']).nullable(),
  QualityReason: z.string().nullable(),
  /** When it was measured. */
  Epoch: epochMs.nullable(),
  /** Older than it may be to stand for now. */
  IsStale: z.boolean(),
});

export const WriteRecord = z.object({
  WriteId: z.number().int(),
  Epoch: epochMs.describe('when it was asked for'),
  ...placeOfPoint,
  UserId: z.number().int().nullable(),
  /** Who asked; by their name then. Empty: the system, by an automatic return. */
  Nickname: z.string(),
  OldValue: z.number().nullable(),
  OldValueText: z.string().nullable(),
  Value: z.number(),
  ValueText: z.string().nullable(),
  /** What was read back; null: nothing was. */
  ReadBackValue: z.number().nullable(),
  Reason: z.string(),
  Outcome: z.enum(writeOutcomeNames),
  /** Null: nobody knows, or not yet. */
  IsSuccess: z.boolean().nullable(),
  /** The outcome in words, with the device's own where it gave some. */
  Message: z.string(),
  ExceptionCode: z.number().int().nullable(),
  SentEpoch: epochMs.nullable(),
  FinishedEpoch: epochMs.nullable(),
  BatchId: z.number().int().nullable(),
  ReturnEpoch: epochMs
    .nullable()
    .describe('when the value from before is written back; of a return that failed: when it did'),
  ReturnValue: z
    .number()
    .nullable()
    .describe('what is written back: not OldValue where that was itself written for a time'),
  ReturnState: z.enum(returnStateNames).nullable(),
  /** Of an automatic return: the write it takes back. */
  ReturnsWriteId: z.number().int().nullable(),
});
export type WriteRecord = z.infer<typeof WriteRecord>;

const Interlock = z.object({
  PointId: z.number().int(),
  PointName: z.string().describe('empty: the point is gone, and nothing is written'),
  MName: z.string().nullable(),
  Operator: z.enum(interlockOperatorNames),
  Value: z.number(),
  ValueText: z.string().nullable(),
  /** What the operator is told when it does not hold. */
  Sentence: z.string(),
  SentenceEn: z.string().nullable(),
});

export const WriteLimit = z.object({
  /** Null: no limit beyond the engineering range and the data format. */
  Min: z.number().nullable(),
  Max: z.number().nullable(),
  /** Empty: any within the limits. */
  AllowedValues: z.array(z.number()),
  MinIntervalSeconds: z.number().int(),
  Interlock: Interlock.nullable(),
});
export type WriteLimit = z.infer<typeof WriteLimit>;

/** A temporary value, until then; a third value set meanwhile keeps the old one from coming back. */
export const ReturnAhead = z.object({
  Epoch: epochMs.describe('when the value from before is written back'),
  Value: z.number().describe('what is written back'),
});
export type ReturnAhead = z.infer<typeof ReturnAhead>;

/** Everything the dialog asks before somebody confirms. */
export const PointToWrite = z.object({
  ...placeOfPoint,
  PointType: z.number().int().describe('0 analog, 1 state'),
  Present: PresentValue,
  Limit: WriteLimit,
  /** What can be written in the end: limits, engineering range and data format together. */
  Lowest: z.number().nullable(),
  Highest: z.number().nullable(),
  /** Why nothing can be written now, in words; null: it can. */
  Blocked: z.string().nullable(),
  /** Whether the gateway is connected. */
  IsConnected: z.boolean(),
  Return: ReturnAhead.nullable().describe('null: what it reads now was not written for a time'),
  LastWrite: WriteRecord.nullable(),
});
export type PointToWrite = z.infer<typeof PointToWrite>;

export const WritablePoint = z.object({
  ...placeOfPoint,
  PointType: z.number().int(),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  SmallTypeName: z.string().nullable(),
  Present: PresentValue,
  Lowest: z.number().nullable(),
  Highest: z.number().nullable(),
  AllowedValues: z.array(z.number()),
  HasInterlock: z.boolean(),
  IsConnected: z.boolean(),
  Return: ReturnAhead.nullable().describe('null: what it reads now was not written for a time'),
});
export type WritablePoint = z.infer<typeof WritablePoint>;

export const batchStates = ['running', 'done', 'stopped', 'cancelled', 'interrupted'] as const;

export const WriteBatch = z.object({
  BatchId: z.number().int(),
  State: z.enum(batchStates).describe('stopped: at the first failure; interrupted: the server stopped meanwhile'),
  Reason: z.string(),
  StopOnError: z.boolean(),
  Epoch: epochMs,
  FinishedEpoch: epochMs.nullable(),
  TotalCount: z.number().int(),
  DoneCount: z.number().int(),
  SuccessCount: z.number().int(),
  FailCount: z.number().int(),
  /** In the order asked for. */
  Rows: z.array(WriteRecord),
});
export type WriteBatch = z.infer<typeof WriteBatch>;

const nullableNumber = clearable(writeValue);

/** A sentence an operator reads when an interlock blocks: what must be so. */
const interlockSentence = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(100, { abort: true })
  .regex(/^[^\p{Cc}\u2028\u2029]+$/u);

const limitShape = {
  Min: nullableNumber,
  Max: nullableNumber,
  AllowedValues: z.array(writeValue).max(50).default([]),
  MinIntervalSeconds: integer
    .pipe(z.number().min(0).max(86_400))
    .default(0)
    .describe('0: as often as one likes; at most a day'),
  Interlock: z
    .object({
      PointId: id,
      Operator: z.enum(interlockOperatorNames),
      Value: writeValue,
      Sentence: interlockSentence,
      SentenceEn: orEmpty(interlockSentence),
    })
    .nullable()
    .default(null),
};

/** All that limits the writing of a point, as its form has it. */
export const WriteLimitForm = z
  .object({ PointId: id, ...limitShape })
  .refine(({ Min, Max }) => Min == null || Max == null || Min < Max, {
    path: ['Max'],
    error: say({ zh: '最大值须大于最小值', en: 'The maximum must be above the minimum' }),
  });
/** Only what is to change; the rest stays, an interlock as a whole. What comes of it keeps the rules of `WriteLimitForm`. */
export const WriteLimitChange = z.object({ PointId: id, ...partsOf(limitShape) });
