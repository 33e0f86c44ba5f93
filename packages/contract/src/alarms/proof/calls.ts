import { z } from 'zod';
import { type Bilingual, defineCalls } from '../../call.ts';
import { day, epochMs, id } from '../../scalars.ts';

/** So many days after a day its proof is made once more, for what came late. */
export const provedAgainAfterDays = 3;

/** How the record of alarms may differ from what history tells. Stored: never reuse a name. */
export const proofDifferences = {
  missing: { zh: '漏记的报警', en: 'Alarm that should have been' },
  extra: { zh: '多记的报警', en: 'Alarm that history does not show' },
  other: { zh: '时间或级别不同', en: 'Other times or severity' },
} as const satisfies Record<string, Bilingual>;
export type ProofDifference = keyof typeof proofDifferences;
const differenceNames = Object.keys(proofDifferences) as [ProofDifference, ...ProofDifference[]];

const place = {
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Mtid: z.number().int().nullable(),
  MName: z.string(),
  PointId: z.number().int(),
  PointName: z.string(),
};

const explainedSeconds = {
  OfflineSeconds: z.number().int().describe('of GapSeconds: the line was on record as lost'),
  RefusedSeconds: z
    .number()
    .int()
    .describe('of GapSeconds: the gateway sent readings that were refused for their time'),
  SuppressedSeconds: z
    .number()
    .int()
    .describe('neither without a value nor of bad quality: the state of another point suppressed a rule'),
};

export const ProofDay = z.object({
  Day: z.string().describe('YYYY-MM-DD, of the projects’ own time zones'),
  ProvedEPOCH: epochMs.describe('of the last of the projects'),
  Points: z.number().int().describe('that had a rule about their values'),
  Alarms: z
    .number()
    .int()
    .nullable()
    .describe('of these rules, as history tells them; null: the caller does not see every level'),
  Differences: z.number().int(),
  GapSeconds: z.number().int().describe('without a value that could be trusted, of all points together'),
  ...explainedSeconds,
  BadSeconds: z.number().int().describe('with values of bad quality'),
  OverBudget: z.number().int().describe('points that could not be judged for longer than `BudgetMinutes`'),
});
export type ProofDay = z.infer<typeof ProofDay>;

const UnjudgedPoint = z.object({
  ...place,
  GapSeconds: z.number().int(),
  ...explainedSeconds,
  BadSeconds: z.number().int(),
  WorstDay: z.string(),
  WorstSeconds: z.number().int().describe('of that day'),
});

const Difference = z.object({
  ...place,
  Day: z.string(),
  Kind: z.enum(differenceNames),
  RuleId: z.number().int(),
  AlarmId: z.number().int().nullable().describe('null: none is on record'),
  RaisedEPOCH: epochMs.nullable().describe('as history tells it; null: it tells of none'),
  ReturnedEPOCH: epochMs.nullable(),
  RecordedRaisedEPOCH: epochMs.nullable(),
  RecordedEndEPOCH: epochMs.nullable(),
});

export const AlarmProof = z.object({
  DayList: z.array(ProofDay).describe('days that were proved, from the first'),
  WaitingDays: z.number().int().describe('days of the stretch that are over and not proved'),
  BudgetMinutes: z
    .number()
    .int()
    .describe('how long a point may be left unjudged on one day: a setting of the company'),
  UnjudgedPoints: z.number().int(),
  UnjudgedList: z.array(UnjudgedPoint).describe('the worst 50'),
  DifferenceCount: z.number().int(),
  DifferenceList: z.array(Difference).describe('the latest 100'),
});
export type AlarmProof = z.infer<typeof AlarmProof>;

/** The specification knows no such call. */
export const alarmProofCalls = defineCalls({
  /** Whether the record of alarms is what history tells, and for how long nothing could be judged. */
  getAlarmProof: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmProof',
    effect: 'read',
    access: ['alarmManage', 'companyAnalysis', 'companyAnalysisData'],
    encoding: 'json',
    summary: { zh: '报警完整性核对', en: 'Record of alarms compared with history, day by day' },
    body: z.object({
      ProjectId: id.optional().describe('none: all projects in which the caller may see alarms'),
      StartDay: day,
      EndDay: day.describe('with StartDay at most 31 days'),
    }),
    data: AlarmProof,
  },
});
