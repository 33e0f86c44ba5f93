import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { clearable } from '../projects/fields.ts';
import { epochMs, flag, id, idList, integer, nameOf, page, pageOf, searchText } from '../scalars.ts';
import { companyFlagNames } from './companyFlags.ts';
import { companyId } from './fields.ts';

/** What the address of a data screen may have filled in. */
export const dataScreenPlaces = ['company', 'user', 'language', 'code'] as const;

/** An address that a browser opens as a page: nothing that runs in ours, no sign-in inside of it. */
function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text)) return false;
  try {
    const url = new URL(text);
    const isPage = url.protocol === 'https:' || url.protocol === 'http:';
    return isPage && url.username === '' && url.password === '' && !/[{}]/.test(decodeURIComponent(url.host));
  } catch {
    return false;
  }
}

/** `https://hub.example.com/start`; at most 500 characters. */
export const webAddress = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(500, { abort: true })
  .refine(isWebAddress, {
    abort: true,
    error: say({
      zh: '须为完整的网址，以 https:// 或 http:// 开头',
      en: 'A whole web address, beginning with https:// or http://',
    }),
  });

const hasKnownPlaces = (text: string): boolean =>
  [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => dataScreenPlaces.some((known) => known === name)) &&
  !/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''));

/** The same with places to fill in: `https://screen.example.com/{company}?lang={language}&code={code}`. */
export const dataScreenAddress = webAddress.refine(hasKnownPlaces, {
  error: say({
    zh: '大括号内只能是 company、user、language 或 code',
    en: 'Only company, user, language or code can stand in braces',
  }),
});

const companyName = nameOf({ zh: '企业名称', en: 'A company name' }, 1, 50);

const Flags = z.array(z.enum(companyFlagNames));

export const CompanySettings = z.object({
  CompanyId: z.number().int(),
  CompanyName: z.string().describe('as entered, independent of the language of the caller'),
  CompanyNameEn: z.string().nullable(),
  DataScreenUrl: z.string().nullable(),
  KnowledgeHubUrl: z.string().nullable(),
  /** Accounts whose sign-ins by `GET /User/login` make dangerous calls without a proof of identity. */
  UserIdListWithoutProof: z.array(z.number().int()),
  /** Of gateways and slaves for whose loss no policy has a rule. */
  LinkAlarmLevel: z.number().int().describe('1 urgent to 4 record'),
  LinkAlarmMinutes: z.number().int().describe('silent for so long'),
  UnjudgedMinutes: z
    .number()
    .int()
    .describe('how long a point may be without a usable value on one day before an event tells of it'),
  /** What the installation has switched on for it. */
  FlagList: Flags,
});
export type CompanySettings = z.infer<typeof CompanySettings>;

const CompanyOfInstallation = z.object({
  CompanyId: z.number().int(),
  CompanyName: z.string(),
  Industry: z.number().int(),
  FlagList: Flags,
  DataScreenUrl: z.string().nullable(),
  MemberCount: z.number().int(),
  ProjectCount: z.number().int(),
  CreateEPOCH: epochMs,
  /** It runs this installation. */
  IsOperator: z.boolean(),
});
export type CompanyOfInstallation = z.infer<typeof CompanyOfInstallation>;

/** What a company is and has: its own side set by its administrators, what it has bought by the operator of the installation. */
export const companyCalls = defineCalls({
  getCompanySettings: {
    method: 'GET',
    path: '/User/GetCompanySettings',
    effect: 'read',
    access: ['companySettings'],
    summary: { zh: '企业设置', en: 'Settings of the company' },
    query: z.object({ companyId }),
    data: CompanySettings,
  },
  updateCompanySettings: {
    method: 'POST',
    path: '/User/UpdateCompanySettings',
    effect: 'write',
    access: ['companySettings'],
    encoding: 'json',
    summary: {
      zh: '修改企业名称、数据大屏和知识库地址；未提供的内容保持不变',
      en: 'Change name and addresses of the company; what is not given stays as it is',
    },
    body: z.object({
      CompanyId: companyId,
      CompanyName: companyName.optional(),
      CompanyNameEn: clearable(companyName).describe('shown in English; none: the name itself'),
      DataScreenUrl: clearable(dataScreenAddress).describe(
        'https://screen.example.com/{company}?lang={language}; one with {code} is set by the operator of the installation alone',
      ),
      KnowledgeHubUrl: clearable(webAddress).describe('empty: it has none'),
      UserIdListWithoutProof: idList
        .optional()
        .describe('members; empty: nobody. To change them needs a proof of identity'),
      LinkAlarmLevel: integer.pipe(z.number().min(1).max(4)).optional(),
      LinkAlarmMinutes: integer.pipe(z.number().min(1).max(1440)).optional(),
      UnjudgedMinutes: integer.pipe(z.number().min(1).max(1440)).optional(),
    }),
    data: z.null(),
  },
  getCompanyPage: {
    method: 'POST',
    path: '/User/GetCompanyPage',
    effect: 'read',
    access: ['companiesEdit'],
    encoding: 'json',
    summary: { zh: '平台上的企业', en: 'The companies of this installation' },
    body: z.object({
      CompanyId: companyId,
      Text: searchText.describe('part of the name in either language'),
      FlagList: Flags.optional().describe('has any of them'),
      SortType: z.enum(['name', 'createTime']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(CompanyOfInstallation),
  },
  /** A platform that is switched off refuses its screens as soon as an open page has read the rights again. */
  updateCompanyPlatforms: {
    method: 'POST',
    path: '/User/UpdateCompanyPlatforms',
    effect: 'write',
    identity: true,
    access: ['companiesEdit'],
    encoding: 'json',
    summary: {
      zh: '开通或关闭企业的平台，设置其数据大屏地址',
      en: 'Switch platforms of a company on and off, and say where its data screen is',
    },
    body: z.object({
      OfCompanyId: id.describe('the company that gets them'),
      FlagList: Flags.max(companyFlagNames.length)
        .optional()
        .describe('all that are to be on, the others are switched off; absent: they stay as they are'),
      DataScreenUrl: clearable(dataScreenAddress).describe('empty: it has none'),
    }),
    data: z.null(),
  },
});
