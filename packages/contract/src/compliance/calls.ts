import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { maxDocumentBytes } from '../files/calls.ts';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { chosenIds, day, epochMs, flag, freeText, id, idList, nameOf, page, pageOf } from '../scalars.ts';
import {
  complianceProfileNames,
  conformityLights,
  conformityReasons,
  dispositions,
  findingCauses,
  findingKinds,
  findingStates,
  proofProblems,
  sealReasons,
} from './kinds.ts';

const readers = ['reportsView', 'reportsEdit', 'reportsPublish', 'reportPolicies', 'compliancePublish'] as const;
const writers = ['reportsEdit', 'compliancePublish'] as const;

const range = { FromDay: day, UntilDay: day.describe('included') };
/** A hash, hexadecimal. */
const hash = z.string();
const month = z
  .string()
  .trim()
  .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, {
    error: say({ zh: '请选择月份，如 2026-10', en: 'A month such as 2026-10' }),
  });
/** At least ten characters: what was done, in words. */
const action = freeText(500).min(10, {
  error: say({ zh: '请用至少 10 个字符说明', en: 'Say it in ten characters at least' }),
});

export const DailySeal = z.object({
  SealId: z.number().int(),
  Number: z.number().int().describe('from 1, without a gap'),
  Day: day.nullable().describe('null: of days that were sealed again'),
  MadeEpoch: epochMs,
  PointCount: z.number().int(),
  EmptyCount: z.number().int().describe('of these without a sample'),
  SampleCount: z.number().int(),
  Root: hash,
  Hash: hash.describe('what is signed'),
  KeyId: z.number().int(),
  RevisionList: z
    .array(
      z.object({
        PointName: z.string(),
        Day: day,
        Revision: z.number().int(),
        Reason: z.enum(sealReasons),
      }),
    )
    .describe('what was sealed again, 50 at most'),
});
export type DailySeal = z.infer<typeof DailySeal>;

export const ProofProblemRow = z.object({
  Problem: z.enum(proofProblems),
  PointId: z.number().int().nullable(),
  PointName: z.string().nullable(),
  DeviceName: z.string().nullable(),
  Day: day.nullable(),
  Number: z.number().int().nullable().describe('of the root, where it is about one'),
});
export type ProofProblemRow = z.infer<typeof ProofProblemRow>;

export const Verification = z.object({
  PointCount: z.number().int(),
  DayCount: z.number().int().describe('days of points'),
  MatchCount: z.number().int(),
  SampleCount: z.number().int(),
  RootCount: z.number().int(),
  ProblemList: z.array(ProofProblemRow).describe('500 at most'),
  ProblemCount: z.number().int(),
});
export type Verification = z.infer<typeof Verification>;

export const SealCheckState = z.object({
  SealedDays: z.number().int(),
  CheckedDays: z.number().int().describe('of these, verified by the server at least once'),
  RecentDays: z.number().int().describe('of these, within the last 30 days'),
  LastEpoch: epochMs.nullable().describe('of the newest verification'),
  OldestEpoch: epochMs.nullable().describe('of the day that waited longest'),
  BrokenDays: z.number().int(),
  BrokenList: z
    .array(
      z.object({
        Day: day,
        CheckEpoch: epochMs,
        SinceEpoch: epochMs.describe('when it was first found'),
        ProblemList: z.array(ProofProblemRow).describe('100 at most'),
        ProblemCount: z.number().int(),
      }),
    )
    .describe('days that did not match when they were last verified, newest first, 50 at most'),
});
export type SealCheckState = z.infer<typeof SealCheckState>;

/** A company's own profile, and the version that counts. */
const OwnProfileOfPoint = z.object({
  ProfileId: z.number().int(),
  ProfileName: z.string(),
  Version: z.number().int(),
});

export const ConformityRow = z.object({
  AssignmentId: z.number().int(),
  PointId: z.number().int(),
  PointName: z.string(),
  DeviceId: z.number().int().nullable(),
  DeviceName: z.string(),
  Unit: z.string(),
  Profile: z.enum(complianceProfileNames).describe('the standard; of an own profile the one it is a copy of'),
  OwnProfile: OwnProfileOfPoint.nullable(),
  NextVersion: z.number().int().nullable().describe('of the own profile, from the next day of the project on'),
  LowLimit: z.number().nullable(),
  HighLimit: z.number().nullable(),
  SinceEpoch: epochMs,
  SealedDay: day.nullable().describe('the last one'),
  Light: z.enum(conformityLights),
  ReasonList: z
    .array(
      z.object({
        Reason: z.enum(conformityReasons),
        Level: z.enum(['red', 'yellow']),
        Sentence: z.string(),
      }),
    )
    .describe('one sentence for each red or yellow'),
});
export type ConformityRow = z.infer<typeof ConformityRow>;

export const FindingRow = z.object({
  FindingId: z.number().int(),
  Kind: z.enum(findingKinds),
  State: z.enum(findingStates),
  PointId: z.number().int(),
  PointName: z.string(),
  DeviceName: z.string(),
  Unit: z.string(),
  Decimals: z.number().int(),
  Day: day,
  Profile: z.enum(complianceProfileNames).nullable().describe('by which it was judged; null: it is gone'),
  OwnProfile: OwnProfileOfPoint.nullable(),
  FromEpoch: epochMs,
  UntilEpoch: epochMs,
  LowLimit: z.number().nullable(),
  HighLimit: z.number().nullable(),
  Extreme: z.number().nullable(),
  DegreeMinutes: z.number().nullable(),
  Cause: z.enum(findingCauses).nullable(),
  Explanation: z.string().nullable(),
  Disposition: z.enum(dispositions).nullable(),
  ExplainName: z.string().nullable(),
  ExplainEpoch: epochMs.nullable(),
  ConfirmName: z.string().nullable(),
  ConfirmEpoch: epochMs.nullable(),
  IsOwn: z.boolean().describe('explained by the caller, who cannot confirm it'),
});
export type FindingRow = z.infer<typeof FindingRow>;

export const CertificateRow = z.object({
  CertificateId: z.number().int(),
  PointId: z.number().int(),
  PointName: z.string(),
  DeviceName: z.string(),
  Number: z.string(),
  Laboratory: z.string(),
  DoneOn: day,
  ValidUntil: day,
  MaxError: z.number(),
  Unit: z.string(),
  IsValid: z.boolean().describe('today, by the clock of the project'),
  File: z
    .object({
      Name: z.string(),
      Url: z.string().describe('shows it until the day after tomorrow'),
      ContentType: z.string(),
      Size: z.number().int().describe('bytes'),
    })
    .nullable(),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

export const PackRow = z.object({
  PackId: z.number().int(),
  PackName: z.string(),
  ProjectId: z.number().int(),
  FromDay: day,
  UntilDay: day,
  Language: z.enum(['zh', 'en']),
  Revision: z.number().int(),
  Status: z.number().int(),
  PointCount: z.number().int().nullable(),
  SizeBytes: z.number().int().nullable(),
  Sha256: hash.nullable(),
  Failure: z.string().nullable(),
  CreateName: z.string().nullable(),
  MadeEpoch: epochMs.nullable(),
  PublishName: z.string().nullable(),
  PublishEpoch: epochMs.nullable(),
  MissingList: z.array(z.string()).describe('what stands between a draft and its publication, 20 at most'),
  MissingCount: z.number().int(),
  RevisedCount: z.number().int().describe('days that were sealed again since a published pack was made'),
  IsOwn: z.boolean().describe('made by the caller, who cannot publish it'),
});
export type PackRow = z.infer<typeof PackRow>;

export const complianceCalls = defineCalls({
  getSealPage: {
    method: 'POST',
    path: '/Compliance/GetSealPage',
    effect: 'read',
    access: readers,
    summary: { zh: '日封存记录', en: 'Daily seals of a project, newest first' },
    body: z.object({ ProjectId: id, ...page }),
    data: pageOf(DailySeal),
  },
  verifySeals: {
    method: 'POST',
    path: '/Compliance/Verify',
    effect: 'read',
    access: readers,
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '核对封存', en: 'Recomputes what was sealed of a range of days and names what does not match' },
    body: z.object({ ProjectId: id, ...range }),
    data: Verification,
  },
  getSealChecks: {
    method: 'GET',
    path: '/Compliance/GetChecks',
    effect: 'read',
    access: readers,
    summary: {
      zh: '每夜自动核对的结果',
      en: 'What the server found when it last verified the sealed days, each every 30 days at most',
    },
    query: z.object({ projectId: id }),
    data: SealCheckState,
  },
  downloadProof: {
    method: 'GET',
    path: '/Compliance/DownloadProof',
    effect: 'read',
    access: readers,
    answerSeconds: 300,
    summary: { zh: '下载证明（ZIP）', en: 'Samples, seals, roots, public keys and a program that checks them, as ZIP' },
    query: z.object({ projectId: id, fromDay: day, untilDay: day }),
    data: 'file',
  },
  downloadSealKey: {
    method: 'GET',
    path: '/Compliance/DownloadKey',
    effect: 'read',
    access: readers,
    summary: { zh: '下载公钥（PEM）', en: 'The public keys that check signatures of roots, as PEM' },
    data: 'file',
  },
  getConformity: {
    method: 'GET',
    path: '/Compliance/GetProfileState',
    effect: 'read',
    access: readers,
    summary: { zh: '合规状态', en: 'Points under a profile, each with its light and a sentence for each red' },
    query: z.object({ projectId: id }),
    data: z.array(ConformityRow),
  },
  getCompliancePoints: {
    method: 'GET',
    path: '/Compliance/GetPoints',
    effect: 'read',
    access: readers,
    summary: {
      zh: '可纳入合规档案的点位',
      en: 'Points of a project that can be put under a profile, with their limits',
    },
    query: z.object({ projectId: id }),
    data: z.array(
      z.object({
        PointId: z.number().int(),
        PointName: z.string(),
        DeviceId: z.number().int(),
        DeviceName: z.string(),
        Unit: z.string(),
        LowLimit: z.number().nullable().describe('of its alarms'),
        HighLimit: z.number().nullable().describe('of its alarms'),
        IsAssigned: z.boolean(),
      }),
    ),
  },
  assignProfile: {
    method: 'POST',
    path: '/Compliance/AssignProfile',
    effect: 'write',
    access: writers,
    encoding: 'json',
    summary: { zh: '纳入合规档案', en: 'Put points under a profile; whole days count, from the next one' },
    body: z
      .object({
        ProjectId: id,
        Profile: z.enum(complianceProfileNames).optional().describe('a standard as it is'),
        ProfileId: orNone(id).describe('instead: a profile of the company, by its newest version'),
        PointIdList: chosenIds,
        LowLimit: orNone(decimal),
        HighLimit: orNone(decimal),
      })
      .refine(({ Profile, ProfileId }) => (Profile === undefined) !== (ProfileId == null), {
        path: ['Profile'],
        error: say({ zh: '请选择一个标准或一个企业档案', en: 'Choose a standard, or a profile of the company' }),
      })
      .refine(({ LowLimit, HighLimit }) => (LowLimit ?? null) !== null || (HighLimit ?? null) !== null, {
        path: ['HighLimit'],
        error: say({ zh: '上限与下限至少填写一个', en: 'An upper or a lower limit is needed' }),
      })
      .refine(({ LowLimit, HighLimit }) => LowLimit == null || HighLimit == null || LowLimit < HighLimit, {
        path: ['HighLimit'],
        error: say({ zh: '上限须大于下限', en: 'The upper limit has to be above the lower one' }),
      }),
    data: z.object({ Assigned: z.number().int() }),
  },
  endAssignment: {
    method: 'POST',
    path: '/Compliance/EndAssignment',
    effect: 'write',
    access: writers,
    summary: { zh: '结束合规档案', en: 'End the profile of points with this day; what was sealed stays' },
    body: z.object({ AssignmentIdList: chosenIds }),
    data: z.object({ Ended: z.number().int() }),
  },
  getFindingPage: {
    method: 'POST',
    path: '/Compliance/GetFindingPage',
    effect: 'read',
    access: readers,
    summary: { zh: '超限与缺口', en: 'Excursions and gaps of sealed days' },
    body: z.object({
      ProjectId: id,
      KindList: z.array(z.enum(findingKinds)).max(2).optional(),
      StateList: z.array(z.enum(findingStates)).max(3).optional(),
      IsAsc: flag.default(false),
      ...page,
    }),
    data: pageOf(FindingRow),
  },
  explainFindings: {
    method: 'POST',
    path: '/Compliance/Explain',
    effect: 'write',
    access: writers,
    encoding: 'json',
    summary: { zh: '说明超限或缺口', en: 'Say cause and action; of excursions also what becomes of the goods' },
    body: z.object({
      FindingIdList: chosenIds,
      Cause: z.enum(findingCauses),
      Explanation: action,
      Disposition: z.enum(dispositions).optional(),
    }),
    data: z.object({ Explained: z.number().int() }),
  },
  confirmFindings: {
    method: 'POST',
    path: '/Compliance/Confirm',
    effect: 'write',
    access: writers,
    summary: { zh: '确认超限处理', en: 'Confirm the action on excursions, as another person' },
    body: z.object({ FindingIdList: chosenIds }),
    data: z.object({ Confirmed: z.number().int() }),
  },
  getCertificates: {
    method: 'GET',
    path: '/Compliance/GetCertificates',
    effect: 'read',
    access: readers,
    summary: { zh: '校准证书', en: 'Calibration certificates of a project' },
    query: z.object({ projectId: id }),
    data: z.array(CertificateRow),
  },
  addCertificate: {
    method: 'POST',
    path: '/Compliance/AddCertificate',
    effect: 'write',
    access: writers,
    encoding: 'json',
    summary: { zh: '登记校准证书', en: 'Register a calibration certificate' },
    body: z.object({
      ProjectId: id,
      PointId: id,
      Number: nameOf({ zh: '证书编号', en: 'A certificate number' }, 1, 50),
      Laboratory: nameOf({ zh: '校准机构', en: 'A laboratory' }, 1, 100),
      DoneOn: day,
      ValidUntil: day.describe('included'),
      MaxError: decimal
        .refine((value) => value >= 0 && value <= 100, {
          error: say({ zh: '请输入 0 到 100 之间的误差', en: 'An error from 0 to 100' }),
        })
        .describe('the largest error found, without a sign'),
    }),
    data: z.object({ CertificateId: z.number().int() }),
  },
  keepCertificateFile: {
    method: 'POST',
    path: '/Compliance/KeepCertificateFile',
    effect: 'write',
    access: writers,
    encoding: 'multipart',
    // A little above what is taken, so that the handler says the limit in its own words.
    upload: { maxBytes: 2 * maxDocumentBytes, maxFiles: 1 },
    summary: {
      zh: '上传校准证书文件',
      en: 'Keep the paper of a certificate, PDF or image, in place of an earlier one',
    },
    query: z.object({ certificateId: id }),
    data: z.null(),
  },
  deleteCertificate: {
    method: 'POST',
    path: '/Compliance/DeleteCertificate',
    effect: 'write',
    access: writers,
    summary: { zh: '删除校准证书', en: 'Delete certificates that no published pack names' },
    body: z.object({ CertificateIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  getPackPage: {
    method: 'POST',
    path: '/Compliance/GetPackPage',
    effect: 'read',
    access: readers,
    summary: { zh: '合规包', en: 'Compliance packs of a project, newest first' },
    body: z.object({ ProjectId: id, ...page }),
    data: pageOf(PackRow),
  },
  makePack: {
    method: 'POST',
    path: '/Compliance/MakePack',
    effect: 'write',
    access: writers,
    encoding: 'json',
    summary: { zh: '生成合规包', en: 'Make a pack of a month; a draft of the same scope is made anew' },
    body: z.object({
      ProjectId: id,
      Month: month,
      DeviceIdList: idList.default([]).describe('empty: all'),
      Language: z.enum(['zh', 'en']).default('zh'),
    }),
    data: z.object({ PackId: z.number().int() }),
  },
  downloadPack: {
    method: 'GET',
    path: '/Compliance/DownloadPack',
    effect: 'read',
    access: readers,
    answerSeconds: 120,
    summary: { zh: '下载合规包（ZIP）', en: 'A pack as ZIP' },
    query: z.object({ packId: id }),
    data: 'file',
  },
  publishPack: {
    method: 'POST',
    path: '/Compliance/PublishPack',
    effect: 'write',
    access: ['compliancePublish'],
    summary: { zh: '发布合规包', en: 'Publish a draft; refused while anything is unexplained' },
    body: z.object({ PackId: id }),
    data: z.null(),
  },
  deletePack: {
    method: 'POST',
    path: '/Compliance/DeletePack',
    effect: 'write',
    access: writers,
    summary: { zh: '删除合规包草稿', en: 'Delete unpublished packs' },
    body: z.object({ PackIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
