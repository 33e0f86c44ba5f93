import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { orNone } from '../points/fields.ts';
import { byteOrders, registerFormatNames } from '../points/modbusRules.ts';
import { flag, id, page, pageOf, searchText } from '../scalars.ts';
import { prefix, TemplateShape, templateKinds, templateName, templateSources } from './fields.ts';

/** `TYPE` on the wire. */
export const templateTypes = ['system', 'custom'] as const;

/** What a client of the specification sends back of a template and only the server decides. */
const madeByServer = ['num', 'TYPE', 'CREATETIME'] as const;

const companyTime = z.string().describe('YYYY-MM-DD HH:mm:ss in the company’s time zone');

/** A template in the library; `id`, `name`, `value`, `num`, `TYPE`, `CREATETIME` and `FLAG` as the specification spells them. */
export const TemplateRow = z.object({
  id: z.number().int(),
  name: z.string().describe('in the caller’s language'),
  value: z.string().describe('as another client sent it; ours sends none'),
  /** How many points it has. */
  num: z.number().int(),
  TYPE: z.enum(templateTypes),
  CREATETIME: companyTime,
  FLAG: z.boolean().describe('shared'),
  Kind: z.enum(templateKinds),
  Brand: z.string(),
  Model: z.string(),
  Category: z.string(),
  Source: z.enum(templateSources),
  SourceName: z.string(),
  CreateName: z.string().nullable(),
  /** The caller may change and delete it. */
  MayEdit: z.boolean(),
});
export type TemplateRow = z.infer<typeof TemplateRow>;

const shared = {
  PointName: z.string(),
  PointNameEn: z.string().nullable(),
  PointTypeName: z.string(),
  ValueType: z.number().int(),
  Unit: z.string(),
  Decimals: z.number().int(),
  Level: z.number().int(),
  IsWrite: z.boolean(),
  Cycle: z.number().int(),
  RangeLow: z.number().nullable(),
  RangeHigh: z.number().nullable(),
  ErrorValueList: z.array(z.number()),
  FrozenMinutes: z.number().int().nullable(),
  Note: z.string(),
};

export const TemplateDetail = TemplateRow.extend({
  /** As entered, independent of the caller's language. */
  Name: z.string(),
  nameEn: z.string().nullable(),
  Description: z.string(),
  FirstAddress: z.number().int().describe('0 or 1'),
  MaxRegisters: z.number().int(),
  MaxGap: z.number().int(),
  BaudRate: z.number().int(),
  DataBits: z.number().int(),
  Parity: z.enum(['none', 'even', 'odd']),
  StopBits: z.number().int(),
  RegisterList: z.array(
    z.object({
      ...shared,
      FunctionCode: z.number().int(),
      RegisterAddress: z.number().int(),
      DataFormat: z.enum(registerFormatNames),
      ByteOrder: z.enum(byteOrders).nullable(),
      AddressBit: z.number().int().nullable(),
      X1: z.number().nullable(),
      X2: z.number().nullable(),
      Y1: z.number().nullable(),
      Y2: z.number().nullable(),
      RawErrorValueList: z.array(z.number()),
      StatusRegister: z.number().int().nullable(),
      StatusFaultValueList: z.array(z.number()),
      WriteFunctionCode: z.number().int().nullable(),
    }),
  ),
  KeyList: z.array(z.object({ ...shared, MqttKey: z.string() })),
});
export type TemplateDetail = z.infer<typeof TemplateDetail>;

const mqttDevice = orNone(z.string().trim().max(200));

const read = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;
const edit = ['terminalsEdit', 'companyTerminals'] as const;

/** The product library: what is known about devices before one is connected. */
export const templateCalls = defineCalls({
  getTempByUid: {
    method: 'GET',
    path: '/Device/getTempByUid',
    effect: 'read',
    access: read,
    summary: { zh: '模板列表', en: 'Templates the caller may use: of the system, shared, and the caller’s own' },
    query: z.object({
      companyId: id.optional(),
      name: searchText.describe('part of the name, brand or model'),
      kind: z.enum(templateKinds).optional(),
      type: z.enum(templateTypes).optional(),
      source: z.enum(templateSources).optional(),
      isMine: flag.optional(),
      sortType: z.enum(['name', 'num', 'createTime']).optional(),
      isAsc: flag.optional(),
      pageIndex: page.PageIndex,
      pageSize: page.PageSize,
    }),
    data: pageOf(TemplateRow),
  },
  getTempById: {
    method: 'GET',
    path: '/Device/getTempById',
    effect: 'read',
    access: read,
    summary: { zh: '模板详情', en: 'One template with its points' },
    query: z.object({ id }),
    data: TemplateDetail,
  },
  addTemplate: {
    method: 'POST',
    path: '/Device/addTemplate',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '新增模板', en: 'Add a template' },
    body: z.object({
      CompanyId: id.optional(),
      Kind: z.enum(templateKinds).default('register'),
      ...TemplateShape,
    }),
    ignores: ['id', ...madeByServer],
    data: z.object({ id: z.number().int() }),
  },
  updateTemplate: {
    method: 'POST',
    path: '/Device/updateTemplate',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '修改模板', en: 'Change what is sent of a template; points made of it stay as they are' },
    body: z.object({ id, ...TemplateShape, name: templateName.optional() }),
    ignores: madeByServer,
    data: z.null(),
  },
  deleteTemplate: {
    method: 'GET',
    path: '/Device/deleteTemplate',
    effect: 'write',
    access: edit,
    summary: { zh: '删除模板', en: 'Delete a template; points made of it stay' },
    query: z.object({ id }),
    data: z.null(),
  },
  copyTemplate: {
    method: 'POST',
    path: '/Device/CopyTemplate',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '另存为自定义模板', en: 'Save a copy of a template as one’s own' },
    body: z.object({ CompanyId: id.optional(), id, name: templateName, FLAG: flag.optional() }),
    data: z.object({ id: z.number().int() }),
  },
  /** What an installer has set up once need not be set up again. Of a slave, or of an MQTT gateway (or one device behind it). */
  saveAsTemplate: {
    method: 'POST',
    path: '/Device/SaveAsTemplate',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: {
      zh: '将从站或 MQTT 网关的点位存为模板',
      en: 'Make a template of the points of a slave, with its line settings, or of an MQTT gateway',
    },
    body: z.object({
      SlaveId: id.optional(),
      GatewayId: id.optional(),
      MqttDevice: mqttDevice.describe('the device behind the gateway; none: the gateway itself'),
      name: templateName,
      FLAG: flag.optional(),
    }),
    data: z.object({ id: z.number().int() }),
  },
  applyTemplate: {
    method: 'POST',
    path: '/Device/ApplyTemplate',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: {
      zh: '应用模板',
      en: 'Make the points of a template on a slave or an MQTT gateway; those it has already are left out',
    },
    body: z.object({
      id,
      SlaveId: id.optional().describe('for a register template'),
      GatewayId: id.optional().describe('for an MQTT template'),
      MqttDevice: mqttDevice.describe('of an MQTT template: the device behind the gateway'),
      PointNameList: z.array(z.string().max(50)).max(500).optional().describe('which of its points; absent: all'),
      Prefix: prefix,
      IsDryRun: flag.optional().describe('only say what would happen'),
    }),
    data: z.object({
      AddedNames: z.array(z.string()),
      /** Left out, because a point of the name (or key) is there. */
      SkippedNames: z.array(z.string()),
      /** Point types that the company did not have. */
      NewTypeNames: z.array(z.string()),
      PointIdList: z.array(z.number().int()).describe('empty: a dry run'),
    }),
  },
});
