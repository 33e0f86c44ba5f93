import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { decimal } from '../points/fields.ts';
import { chosenIds, epochMs, id, integer, nameOf } from '../scalars.ts';
import { complianceProfileNames } from './kinds.ts';

const readers = ['reportsView', 'reportsEdit', 'reportsPublish', 'reportPolicies', 'compliancePublish'] as const;
const editors = ['reportPolicies', 'compliancePublish'] as const;

const whole = (low: number, high: number, zh: string, en: string) => {
  const error = say({
    zh: `请输入 ${low} 到 ${high} 之间的整数${zh}`,
    en: `A whole number of ${en} from ${low} to ${high}`,
  });
  return integer.pipe(z.number().min(low, { error }).max(high, { error }));
};

/** What a version of a profile says. */
const figures = {
  SampleSeconds: whole(1, 86_400, '（秒）', 'seconds').describe('longest time between two samples'),
  GapMinutes: whole(1, 1440, '（分钟）', 'minutes').describe('a longer time without a good sample is a gap'),
  ExcursionMinutes: whole(1, 1440, '（分钟）', 'minutes').describe('a stretch beyond the limits of this length counts'),
  MaxError: decimal
    .refine((value) => value > 0 && value <= 100, {
      error: say({ zh: '请输入大于 0、不超过 100 的误差', en: 'An error above 0, up to 100' }),
    })
    .describe('largest error of a certificate, in the unit of the point'),
  AnswerMinutes: whole(1, 1440, '（分钟）', 'minutes').describe('alarms have to be acknowledged within'),
  KeepYears: whole(1, 50, '（年）', 'years').describe('records have to be kept for'),
};
const ProfileName = nameOf({ zh: '档案名称', en: 'A profile name' }, 1, 50);

/** A sample that comes later than a gap allows would be a gap each time. */
const sampleWithinGap = ({ SampleSeconds, GapMinutes }: { SampleSeconds: number; GapMinutes: number }): boolean =>
  SampleSeconds <= GapMinutes * 60;
const gapTooShort = {
  path: ['GapMinutes'],
  error: say({ zh: '缺口时长不能短于采集周期', en: 'A gap cannot be shorter than the time between samples' }),
};

export const NewOwnProfile = z
  .object({ ProfileName, BasedOn: z.enum(complianceProfileNames), ...figures })
  .refine(sampleWithinGap, gapTooShort);
export const OwnProfileVersion = z
  .object({
    ProfileId: id,
    Version: id.describe('the newest as it was read: refused when somebody else saved one meanwhile'),
    ProfileName,
    ...figures,
  })
  .refine(sampleWithinGap, gapTooShort);

const shownFigures = {
  SampleSeconds: z.number().int(),
  GapMinutes: z.number().int(),
  ExcursionMinutes: z.number().int(),
  MaxError: z.number(),
  AnswerMinutes: z.number().int(),
  KeepYears: z.number().int(),
};
export const OwnProfileRow = z.object({
  ProfileId: z.number().int(),
  ProfileName: z.string(),
  BasedOn: z.enum(complianceProfileNames),
  Version: z.number().int(),
  ...shownFigures,
  PointCount: z.number().int().describe('points under it, of projects that the caller sees as a whole'),
  VersionList: z
    .array(
      z.object({
        Version: z.number().int(),
        ...shownFigures,
        SaveEpoch: epochMs,
        SaveName: z.string().nullable(),
      }),
    )
    .describe('newest first; each stays as it is'),
});
export type OwnProfileRow = z.infer<typeof OwnProfileRow>;

/** Profiles of a company: copies of a standard with figures of its own. */
export const profileCalls = defineCalls({
  getOwnProfiles: {
    method: 'GET',
    path: '/Compliance/GetProfiles',
    effect: 'read',
    access: readers,
    summary: { zh: '企业合规档案', en: "The company's own profiles with all their versions" },
    data: z.array(OwnProfileRow),
  },
  addOwnProfile: {
    method: 'POST',
    path: '/Compliance/AddProfile',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新增企业合规档案', en: 'Copy a standard to a profile of the company, with figures of its own' },
    body: NewOwnProfile,
    data: z.object({ ProfileId: z.number().int() }),
  },
  changeOwnProfile: {
    method: 'POST',
    path: '/Compliance/ChangeProfile',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: {
      zh: '修改企业合规档案',
      en: 'Save a new version; points under the profile are judged by it from their next day on, and what was judged before keeps its version',
    },
    body: OwnProfileVersion,
    data: z.object({ Version: z.number().int() }),
  },
  deleteOwnProfile: {
    method: 'POST',
    path: '/Compliance/DeleteProfile',
    effect: 'write',
    access: editors,
    summary: {
      zh: '删除企业合规档案',
      en: 'Delete profiles that no point is under; what was judged by them keeps them',
    },
    body: z.object({ ProfileIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
