import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, flag, id, integerFilter, page, pageOf, searchText } from '../scalars.ts';

export const applicationStates = {
  pending: { zh: '待审批', en: 'Waiting' },
  approved: { zh: '已通过', en: 'Approved' },
  refused: { zh: '未通过', en: 'Refused' },
} as const;
const applicationState = z.enum(['pending', 'approved', 'refused']);

const CompanyApplication = z.object({
  ApplyId: z.number().int(),
  CompanyName: z.string(),
  Industry: z.number().int(),
  FullName: z.string(),
  Mobile: z.string(),
  State: applicationState,
  AppliedEPOCH: epochMs,
  DecidedEPOCH: epochMs.nullable(),
  DecidedByName: z.string(),
  Reason: z.string(),
  /** The company that came of it; null while waiting or when refused. */
  CompanyId: z.number().int().nullable(),
});

export type CompanyApplication = z.infer<typeof CompanyApplication>;

const InboxMessage = z.object({
  MessageId: z.number().int(),
  Channel: z.enum(['sms', 'mail']),
  Recipient: z.string(),
  Subject: z.string().describe('empty for SMS'),
  Body: z.string(),
  SentEPOCH: epochMs,
});

export type InboxMessage = z.infer<typeof InboxMessage>;

/** For the company that runs the installation: companies that apply, and the test inbox. */
export const installationCalls = defineCalls({
  getCompanyApplyPage: {
    method: 'POST',
    path: '/User/GetCompanyApplyPage',
    effect: 'read',
    access: ['companyApplications'],
    encoding: 'json',
    summary: { zh: '企业注册申请列表', en: 'Applications for companies, the newest first' },
    body: z.object({
      CompanyId: id.optional(),
      State: z.array(applicationState).max(3).optional(),
      Industry: integerFilter,
      Text: searchText.describe('part of company, name or phone number'),
      ...page,
    }),
    data: pageOf(CompanyApplication),
  },
  decideCompanyApply: {
    method: 'POST',
    path: '/User/DecideCompanyApply',
    effect: 'write',
    access: ['companyApplications'],
    encoding: 'json',
    summary: {
      zh: '审批企业注册申请：通过后创建企业，申请人成为管理员',
      en: 'Decide an application; approved, the company is made with the applicant, who is notified, as its administrator',
    },
    body: z.object({
      ApplyId: id,
      Approve: flag,
      Reason: z.string().trim().max(200).optional().describe('needed for a refusal; the applicant reads it'),
    }),
    data: z.object({ CompanyId: z.number().int().nullable() }),
  },
  getInboxMessagePage: {
    method: 'POST',
    path: '/User/GetInboxMessagePage',
    effect: 'read',
    access: ['testInbox'],
    encoding: 'json',
    summary: {
      zh: '测试收件箱：未接短信与邮件服务时的消息',
      en: 'The test inbox: messages that no service carried away, the newest first',
    },
    body: z.object({
      CompanyId: id.optional(),
      Channel: z.enum(['sms', 'mail']).optional(),
      Text: searchText.describe('part of recipient, subject or body'),
      ...page,
    }),
    data: pageOf(InboxMessage),
  },
});
