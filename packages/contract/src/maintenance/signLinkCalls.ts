import { z } from 'zod';
import { CodeSent } from '../account/fields.ts';
import { verificationCode } from '../account/phone.ts';
import { defineCalls } from '../call.ts';
import { day, epochMs } from '../scalars.ts';
import { ContractSignature, documentHash, ServiceTarget } from './contractCalls.ts';
import { contractPartyNames, contractStateNames, maintenanceCycleNames } from './kinds.ts';

/** So long a link to sign is good. Our choice: a day is enough to have a contract read. */
export const signLinkHours = 24;

/** 128 random bits in base32. */
const link = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z2-7]{26}$/);

/** What a party without an account reads before it signs, and afterwards. */
export const SignPage = z.object({
  ContractName: z.string(),
  ContractNumber: z.string(),
  PartyA: z.string(),
  TeamName: z.string(),
  Party: z.enum(contractPartyNames).describe('for whom is signed'),
  Name: z.string().describe('who signs'),
  Mobile: z.string().describe('the phone that codes go to, its middle hidden'),
  ExpireEpoch: epochMs,
  IsSigned: z.boolean().describe('the link was used: the contract may still be read'),
  Hash: z.string(),
  StartDate: day,
  EndDate: day,
  Cycle: z.enum(maintenanceCycleNames),
  CycleCount: z.number().int(),
  FirstDate: day,
  Amount: z.number().nullable(),
  ProjectNameList: z.array(z.string()),
  TemplateNameList: z.array(z.string()),
  TargetList: z.array(ServiceTarget),
  Note: z.string(),
  State: z.enum(contractStateNames),
  SignatureList: z.array(ContractSignature),
});
export type SignPage = z.infer<typeof SignPage>;

/** A contract is signed without an account, by who has a link and the phone that it was sent to. */
export const signLinkCalls = defineCalls({
  getSignPage: {
    method: 'GET',
    path: '/Contract/GetSignPage',
    effect: 'read',
    access: 'public',
    perMinute: 60,
    summary: { zh: '凭链接签署合同：查看', en: 'Sign by link: what is signed' },
    query: z.object({ Link: link }),
    data: SignPage,
  },
  downloadSignDocument: {
    method: 'GET',
    path: '/Contract/DownloadSignDocument',
    effect: 'read',
    access: 'public',
    perMinute: 20,
    summary: {
      zh: '凭链接签署合同：下载 PDF，双方签署后可下载封存文件',
      en: 'Sign by link: the contract as PDF, or sealed once both have signed',
    },
    query: z.object({ Link: link, Kind: z.enum(['pdf', 'seal']).default('pdf') }),
    data: 'file',
  },
  sendSignCode: {
    method: 'POST',
    path: '/Contract/SendSignCode',
    effect: 'write',
    access: 'public',
    logged: false,
    perMinute: 20,
    summary: { zh: '凭链接签署合同：发送验证码', en: 'Sign by link: send a code to the phone of the link' },
    body: z.object({ Link: link }),
    data: CodeSent,
  },
  signByLink: {
    method: 'POST',
    path: '/Contract/SignByLink',
    effect: 'write',
    access: 'public',
    perMinute: 20,
    summary: { zh: '凭链接签署合同：签署', en: 'Sign by link: sign what was read, once' },
    body: z.object({ Link: link, Hash: documentHash, Code: verificationCode }),
    data: z.object({ State: z.enum(contractStateNames) }),
  },
});
