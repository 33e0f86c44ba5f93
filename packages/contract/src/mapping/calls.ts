import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { partsOf } from '../partsOf.ts';
import { flag, id, orEmpty, page, pageOf, searchText } from '../scalars.ts';
import { checkedMapping, MappingDefinition, MappingDefinitionRow, mappingName } from './fields.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;
const edits = ['terminalsEdit'] as const;
const companyId = id.optional();

/** A row of the list. */
export const MappingProfileRow = z.object({
  MappingProfileId: z.number().int(),
  MappingName: z.string(),
  Note: z.string(),
  Topic: z.string(),
  TakesCommands: z.boolean(),
  GatewayCount: z.number().int().describe('of the whole company'),
  GatewayNames: z.array(z.string()).describe('at most five, of projects that are open to the caller'),
  UpdateTime: z.string().describe('YYYY-MM-DD HH:mm:ss in the company’s time zone'),
  UpdateName: z.string().nullable(),
  CanEdit: z.boolean().describe('the caller may set up every gateway that uses it'),
});
export type MappingProfileRow = z.infer<typeof MappingProfileRow>;

const head = {
  MappingName: mappingName,
  Note: z.string().trim().max(200).default(''),
};

export const NewMappingProfile = checkedMapping(MappingDefinition.extend({ CompanyId: companyId, ...head }));
/** Only what is to change; the rest stays. What comes of it keeps the rules of `NewMappingProfile`. */
export const MappingProfileChange = z.object({
  CompanyId: companyId,
  MappingProfileId: id,
  ...partsOf({ ...head, ...MappingDefinition.shape }),
});

const maxTriedCharacters = 65_536;

/** What came of one value of a tried message. */
export const TriedReading = z.object({
  Device: z.string().nullable().describe('null: the gateway itself'),
  Key: z.string(),
  Value: z.number().nullable(),
  Text: z.string().nullable().describe('what was sent in place of a number'),
  Unit: z.string().nullable(),
  TimeEPOCH: z.number().int().nullable().describe('null: the message names none'),
  Quality: z.enum(['good', 'uncertain', 'bad']),
  Reason: z.string().nullable(),
  Refused: z
    .string()
    .nullable()
    .describe('why it would be left out, in the caller’s language; null: it would be taken, where a point reads it'),
  PointName: z
    .string()
    .nullable()
    .describe('the point of the named gateway that takes it; null: none, or no gateway is named'),
});
export type TriedReading = z.infer<typeof TriedReading>;

/** What a profile makes of a message. */
export const TriedMapping = z.object({
  /** `readings`, the answer to a command, or what is wrong with the message. */
  Kind: z.enum(['readings', 'commandAnswer', 'wrongTopic', 'notJson', 'wrongShape', 'tooLarge']),
  Readings: z.array(TriedReading).describe('the first 200'),
  ReadingCount: z.number().int(),
  UsableCount: z.number().int().describe('of these those that have a value and would not be left out'),
  RefusedEntries: z.number().int().describe('values without a usable device or key'),
  Answer: z
    .object({ RequestId: z.string(), Accepted: z.boolean().nullable() })
    .nullable()
    .describe('of a command; Accepted null: it does not say'),
  Command: z
    .object({ Topic: z.string(), Payload: z.string() })
    .nullable()
    .describe(
      'how the first value of the message would be written; null: the profile takes no commands, or its names do not fit a topic',
    ),
});
export type TriedMapping = z.infer<typeof TriedMapping>;

export const CapturedMessage = z.object({
  AtEPOCH: z.number().int(),
  Topic: z.string(),
  Payload: z.string().describe('as text; its beginning where IsWhole is false'),
  IsWhole: z.boolean(),
  ByteCount: z.number().int(),
  Refused: z.string().nullable().describe('why it was refused; null: it was not, or was not judged'),
});
export type CapturedMessage = z.infer<typeof CapturedMessage>;

/** Mapping profiles: how gateways that speak no known format are read and written. Issue 5 §2. */
export const mappingCalls = defineCalls({
  getMappingProfilePage: {
    method: 'POST',
    path: '/MappingProfile/GetMappingProfilePage',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '映射方案列表', en: 'Mapping profiles of the company' },
    body: z.object({
      CompanyId: companyId,
      Text: searchText.describe('in name, note or topic'),
      SortType: z.enum(['name', 'updateTime']).default('name'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(MappingProfileRow),
  },
  getMappingProfile: {
    method: 'GET',
    path: '/MappingProfile/GetMappingProfile',
    effect: 'read',
    access: sees,
    summary: { zh: '映射方案', en: 'One mapping profile' },
    query: z.object({ companyId, mappingProfileId: id }),
    data: MappingDefinitionRow.extend({
      MappingProfileId: z.number().int(),
      MappingName: z.string(),
      Note: z.string(),
      CanEdit: z.boolean(),
    }),
  },
  getMappingProfileDropdown: {
    method: 'GET',
    path: '/MappingProfile/GetMappingProfileDropdown',
    effect: 'read',
    access: sees,
    summary: { zh: '映射方案下拉', en: 'Mapping profiles to choose from' },
    query: z.object({ companyId }),
    data: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
  },
  addMappingProfile: {
    method: 'POST',
    path: '/MappingProfile/AddMappingProfile',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '新增映射方案', en: 'Add a mapping profile' },
    body: NewMappingProfile,
    data: z.object({ MappingProfileId: z.number().int() }),
  },
  updateMappingProfile: {
    method: 'POST',
    path: '/MappingProfile/UpdateMappingProfile',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: {
      zh: '修改映射方案；未提供的内容保持不变',
      en: 'Change a mapping profile; what is left out stays, and its gateways are read by it at once',
    },
    body: MappingProfileChange,
    data: z.null(),
  },
  deleteMappingProfile: {
    method: 'DELETE',
    path: '/MappingProfile/DeleteMappingProfile',
    effect: 'write',
    access: edits,
    summary: { zh: '删除映射方案', en: 'Delete a mapping profile that no gateway uses' },
    query: z.object({ companyId, mappingProfileId: id }),
    data: z.null(),
  },
  tryMapping: {
    method: 'POST',
    path: '/MappingProfile/TryMapping',
    effect: 'read',
    access: edits,
    encoding: 'json',
    summary: { zh: '试用映射方案', en: 'What a profile makes of a message; nothing is kept' },
    body: z.object({
      CompanyId: companyId,
      DeviceId: orEmpty(id).describe('a gateway whose points are looked up'),
      Mapping: checkedMapping(MappingDefinition),
      MessageTopic: z.string().trim().min(1).max(255),
      Payload: z.string().max(maxTriedCharacters),
    }),
    data: TriedMapping,
  },
  /** Asking begins to watch: for ten minutes what the gateway sends is kept in memory to be looked at. */
  getCapturedMessages: {
    method: 'GET',
    path: '/MappingProfile/GetCapturedMessages',
    effect: 'read',
    access: edits,
    summary: { zh: '网关最近的消息', en: 'The last messages of an MQTT gateway, the newest first' },
    query: z.object({ deviceId: id }),
    data: z.object({
      Messages: z.array(CapturedMessage),
      IsConnected: z.boolean(),
      WatchedUntilEPOCH: z.number().int(),
    }),
  },
});
