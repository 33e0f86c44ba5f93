import { z } from 'zod';
import { dialingCode, phoneNumber } from '../account/phone.ts';
import { yuan } from '../assets/calls.ts';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import {
  day,
  epochMs,
  flag,
  freeText,
  id,
  integer,
  nameOf,
  orEmpty,
  page,
  pageOf,
  personName,
  searchText,
} from '../scalars.ts';
import { contracts, sees } from './access.ts';
import { reason, revision } from './fields.ts';
import { contractPartyNames, contractStateNames, maintenanceCycleNames, signatureProofNames } from './kinds.ts';

const minutes = integer.pipe(z.number().min(1).max(525_600));
/** How soon repairs of one severity are accepted, reached and finished, in minutes of a calendar. */
export const ServiceTarget = z
  .object({
    Level: integer.pipe(z.number().min(1).max(3)),
    ResponseMinutes: minutes,
    ArrivalMinutes: minutes,
    ResolutionMinutes: minutes,
    CalendarId: orEmpty(id).describe('a service calendar; left out: the calendar of the severity'),
    CalendarName: z.string().max(20).optional().describe('said in answers, not read from forms'),
    CalendarHours: z
      .string()
      .optional()
      .describe('the hours and holidays that were agreed on, in words; said in answers, not read'),
  })
  .refine(
    ({ ResponseMinutes: response, ArrivalMinutes: arrival, ResolutionMinutes: resolution }) =>
      response <= arrival && arrival <= resolution,
    {
      path: ['ResolutionMinutes'],
      error: say({ zh: '响应、到场、解决时限须依次不减', en: 'Response, arrival and resolution must not decrease.' }),
    },
  );
export type ServiceTarget = z.infer<typeof ServiceTarget>;

const contractFields = {
  ContractName: nameOf({ zh: '合同名称', en: 'A contract name' }, 2, 50),
  ContractNumber: nameOf({ zh: '合同编号', en: 'A contract number' }, 1, 50),
  PartyA: nameOf({ zh: '甲方企业', en: 'Party A' }, 1, 50),
  TeamId: id,
  SigningDate: orNone(day),
  ProjectIdList: z.array(id).min(1).max(200),
  StartDate: day,
  EndDate: day,
  Cycle: z.enum(maintenanceCycleNames),
  CycleCount: integer.pipe(z.number().min(1).max(10)).default(1),
  FirstDate: day.describe('of the first maintenance'),
  TemplateIdList: z.array(id).max(20),
  Amount: orNone(yuan).describe('yuan'),
  TargetList: z
    .array(ServiceTarget)
    .max(3)
    .refine((targets) => new Set(targets.map(({ Level }) => Level)).size === targets.length, {
      error: say({ zh: '每个级别只能设一次', en: 'One target for each level.' }),
    })
    .default([])
    .describe('for repairs of its projects, by severity; a level that is left out has the usual targets'),
  Note: freeText(200).default(''),
};
export const NewContract = z.object(contractFields);
export const ContractChange = z.object({ ContractId: id, Revision: revision, ...partsOf(contractFields) });
export const documentHash = z.string().regex(/^[0-9a-f]{64}$/);
export const ContractSignature = z.object({
  Party: z.enum(contractPartyNames),
  Name: z.string(),
  Epoch: epochMs,
  Proof: z.enum(signatureProofNames),
  Mobile: z.string().nullable().describe('of who signed by a link, its middle hidden'),
});
const SignLink = z.object({
  Party: z.enum(contractPartyNames),
  Name: z.string(),
  Mobile: z.string().describe('its middle hidden'),
  ExpireEpoch: epochMs,
});
export const ContractRow = z.object({
  ContractId: z.number().int(),
  ContractName: z.string(),
  ContractNumber: z.string(),
  PartyA: z.string(),
  TeamId: z.number().int(),
  TeamName: z.string(),
  SignedTeamName: z
    .string()
    .nullable()
    .describe('who signed as the unit, where another team took over since; else null'),
  SigningDate: day.nullable(),
  ProjectList: z.array(z.object({ ProjectId: z.number().int(), ProjectName: z.string() })),
  StartDate: day,
  EndDate: day,
  Cycle: z.enum(maintenanceCycleNames),
  CycleCount: z.number().int(),
  FirstDate: day,
  TemplateList: z.array(z.object({ TemplateId: z.number().int(), TemplateName: z.string() })),
  Amount: z.number().nullable().describe('yuan'),
  TargetList: z.array(ServiceTarget),
  DueCount: z.number().int().describe('visits that were done, or whose window is over'),
  OnTimeCount: z.number().int().describe('of these, done within a tenth of the cycle around their day'),
  State: z.enum(contractStateNames),
  Hash: z.string().describe('SHA-256 of what is signed, hexadecimal'),
  Revision: z.number().int().describe('sent back with a change, so that one of an older revision is refused'),
  SignatureList: z.array(ContractSignature),
  SignLinkList: z
    .array(SignLink)
    .describe('links that were sent to sign by and are not used; one of another document counts no more'),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type MaintenanceContractRow = z.infer<typeof ContractRow>;

/** Who maintains what for whom, signed by both. The specification names no calls for maintenance. */
export const contractCalls = defineCalls({
  getContractPage: {
    method: 'POST',
    path: '/Contract/GetContractPage',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: { zh: '维保合同列表', en: 'Maintenance contracts' },
    body: z.object({
      Text: searchText.describe('in name, number, party A and team'),
      State: z.enum(contractStateNames).optional(),
      TeamId: id.optional(),
      Over: flag.optional().describe('expired or terminated, or neither'),
      SortType: z.enum(['name', 'start', 'end']).default('end'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(ContractRow),
  },
  getContractNumber: {
    method: 'GET',
    path: '/Contract/GetContractNumber',
    effect: 'write',
    access: contracts,
    logged: false,
    summary: { zh: '获取合同编号', en: 'Take the next contract number of today' },
    query: z.object({}),
    data: z.object({ ContractNumber: z.string() }),
  },
  addContract: {
    method: 'POST',
    path: '/Contract/AddContract',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: { zh: '新增维保合同', en: 'Add a maintenance contract' },
    body: NewContract,
    data: z.object({ ContractId: z.number().int() }),
  },
  editContract: {
    method: 'POST',
    path: '/Contract/EditContract',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: { zh: '修改维保合同', en: 'Change a contract; signatures are void then' },
    body: ContractChange,
    data: z.null(),
  },
  deleteContract: {
    method: 'POST',
    path: '/Contract/DeleteContract',
    effect: 'write',
    access: contracts,
    summary: { zh: '删除未签署的合同', en: 'Delete a contract that is not signed by both' },
    body: z.object({ ContractId: id, Revision: revision }),
    data: z.null(),
  },
  signContract: {
    method: 'POST',
    path: '/Contract/SignContract',
    effect: 'write',
    access: ['contractSign'],
    identity: true,
    summary: { zh: '签署合同', en: 'Sign a contract for one party, as it was read' },
    body: z.object({ ContractId: id, Party: z.enum(contractPartyNames), Hash: documentHash }),
    data: z.object({ State: z.enum(contractStateNames) }),
  },
  sendSignLink: {
    method: 'POST',
    path: '/Contract/SendSignLink',
    effect: 'write',
    access: contracts,
    encoding: 'json',
    summary: {
      zh: '向无账号的签署人发送签署链接，24 小时内有效，仅可签署一次',
      en: 'Send a link to somebody without an account, who signs for one party by it, once and within 24 hours',
    },
    body: z.object({
      ContractId: id,
      Party: z.enum(contractPartyNames),
      Name: personName,
      Mobile: phoneNumber,
      Region: dialingCode,
      Address: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .optional()
        .describe('where people open this installation; counts only where PUBLIC_URL is not set'),
    }),
    data: z.object({
      Mobile: z.string().describe('its middle hidden'),
      ExpireEpoch: epochMs,
      InTestInbox: z.boolean().describe('no provider delivers it: the message is in the test inbox'),
    }),
  },
  downloadContract: {
    method: 'GET',
    path: '/Contract/DownloadContract',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: { zh: '下载合同 PDF', en: 'A contract as PDF, with the hash of what is signed' },
    query: z.object({ contractId: id }),
    data: 'file',
  },
  downloadContractSeal: {
    method: 'GET',
    path: '/Contract/DownloadSeal',
    effect: 'read',
    access: [...sees, 'contractSign'],
    summary: {
      zh: '下载已封存的合同',
      en: 'A contract that both parties signed: PDF, fields, signatures and the program that checks them, as a zip',
    },
    query: z.object({ contractId: id }),
    data: 'file',
  },
  terminateContract: {
    method: 'POST',
    path: '/Contract/TerminateContract',
    effect: 'write',
    access: contracts,
    identity: true,
    summary: { zh: '终止合同', en: 'Terminate a contract; its orders to come are taken away' },
    body: z.object({ ContractId: id, Revision: revision, Reason: reason }),
    data: z.null(),
  },
});
