import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { permissionsOfFormat } from '../dataDownload/formats.ts';
import { say } from '../inputWords.ts';
import { decimal, orNone } from '../points/fields.ts';
import { SheetResult } from '../points/pointImportCalls.ts';
import { PointValue } from '../points/wire.ts';
import {
  epochMs,
  flag,
  freeText,
  id,
  idFilter,
  integer,
  integerFilter,
  localMoment,
  nameOf,
  page,
  pageOf,
  queryPage,
  searchText,
  textOr,
} from '../scalars.ts';
import { isTagCycle, tagStates, tagTypes } from './kinds.ts';

const sees = ['terminals', 'terminalsEdit', 'monitorView', 'companyTerminals'] as const;

/** As it is printed on the tag; the gateway that hears it names it so. */
export const tagSn = z
  .string()
  .trim()
  .min(1)
  .regex(/^([A-Za-z0-9][A-Za-z0-9._-]{0,31})?$/, {
    error: say({
      zh: '标签号须为 1–32 位字母、数字、点、横线或下划线，并以字母或数字开头',
      en: 'A tag number has 1 to 32 letters, digits, dots, dashes or underscores, and begins with a letter or digit',
    }),
  });
const tagName = nameOf({ zh: '标签名称', en: 'A tag name' }, 1, 50);
const tagType = integer.pipe(z.literal([...tagTypes]));
const cycle = integer.refine(isTagCycle, {
  error: say({
    zh: '采集周期须为 10、30 秒或整分钟，最长 24 小时',
    en: 'A cycle is 10 or 30 seconds, or whole minutes up to 24 hours',
  }),
});
const stepOf = (most: number, unit: string) =>
  decimal.refine((value) => Math.abs(value) <= most && Number.isInteger(Math.round(value * 1000) / 100), {
    error: say({
      zh: `偏移须在 ±${most} ${unit} 之内，最多一位小数`,
      en: `An offset is within ±${most} ${unit}, in steps of 0.1`,
    }),
  });
const tOffset = stepOf(5, '°C');
const hOffset = stepOf(10, '%RH');

const cycleUsual = 60;
/** A tag as it is registered. */
export const NewTag = z.object({
  TagSn: tagSn,
  TagName: tagName.optional().describe('none: its number'),
  TagType: tagType
    .optional()
    .describe('1 temperature, 2 and humidity, 3 and a door; none: tagType of the query, else 1'),
  cycle: cycle.default(cycleUsual).describe('seconds'),
  tOffset: tOffset.default(0).describe('added to what it measures, °C'),
  hOffset: hOffset.default(0).describe('added to what it measures, %RH'),
});
export type NewTag = z.infer<typeof NewTag>;

/** At and beyond which an alarm is raised; one of them may be missing. */
const TagAlarm = z
  .strictObject(
    { low: orNone(decimal), high: orNone(decimal) },
    {
      error: say({
        zh: '报警限值须写作 {"low":-25,"high":-15}，任一项可省略',
        en: 'Limits are written as {"low":-25,"high":-15}; either may be left out',
      }),
    },
  )
  .refine(({ low, high }) => low == null || high == null || low < high, {
    path: ['high'],
    error: say({ zh: '上限须大于下限', en: 'The upper limit must be above the lower one' }),
  });

export const TagChange = z.object({
  SensorIdList: z.array(id).min(1).max(200),
  cycle: cycle.optional().describe('how often it is expected to report, seconds'),
  tOffset: tOffset.optional().describe('from five seconds on; needs the permission to calibrate'),
  hOffset: hOffset.optional().describe('like tOffset'),
  Reason: freeText(200).default('').describe('why an offset is changed: the certificate, a comparison; may be absent'),
  tAlarm: TagAlarm.nullable()
    .optional()
    .describe('limits of its temperature, an alarm policy as any other; both empty, or null: none'),
});

export const TagRow = z.object({
  SensorId: z.number().int(),
  TagSn: z.string(),
  TagName: z.string(),
  TagType: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  ModelTreeId: z.number().int().nullable().describe('the device that it is; null: that was deleted'),
  cycle: z.number().int(),
  tOffset: z.number(),
  hOffset: z.number(),
  tAlarm: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  State: z.enum(tagStates),
  LastEpoch: epochMs.nullable().describe('of its newest value'),
  GatewayName: z.string().nullable().describe('which heard it last'),
  Temperature: PointValue.nullable(),
  Humidity: PointValue.nullable(),
  Door: PointValue.nullable(),
  Battery: PointValue.nullable(),
  CertificateUntil: z
    .string()
    .nullable()
    .describe('last day of the newest calibration certificate of its temperature; null: there is none'),
  WaybillId: z.number().int().nullable(),
  WaybillNumber: z.string().nullable().describe('that it is bound to'),
  MayEdit: z.boolean(),
});
export type TagRow = z.infer<typeof TagRow>;

export const TagFilter = z.object({
  CompanyId: id.optional(),
  ProjectId: id.optional(),
  ProjectIdList: idFilter,
  QueryAll: flag.optional().describe('of every project of the caller'),
  Name: searchText.describe('part of number or name'),
  TagTypeList: integerFilter,
  IsBound: flag.optional().describe('to an open waybill, or to none'),
  IsRecorder: flag.optional().describe('those whose memory was uploaded with numbers, or the others'),
  SortType: z.enum(['sn', 'name', 'type', 'created']).default('sn'),
  IsAsc: flag.default(true),
});

const historyRange = { SensorId: id, start: localMoment, end: localMoment };

export const TagReading = z.object({
  Time: epochMs,
  Temperature: z.number().nullable(),
  Humidity: z.number().nullable(),
  Door: z.number().nullable(),
  Battery: z.number().nullable(),
  IsDoubtful: z.boolean().describe('a value may not be trusted, or was delivered without a number'),
});
export type TagReading = z.infer<typeof TagReading>;
export const OriginalTagReading = z.object({
  ...TagReading.shape,
  tOffset: z.number().describe('in force when it was measured; Temperature is without it'),
  hOffset: z.number(),
  TagEpoch: epochMs.nullable().describe('what the clock of the tag said then; null: it was never compared'),
});
export type OriginalTagReading = z.infer<typeof OriginalTagReading>;

const upload = { maxBytes: 5 * 1024 * 1024, maxFiles: 1 };
export const tagImportMaxRows = 5_000;
const imported = { projectId: id.optional().describe('none: that of the header, else the only one that it can be') };

/** What the numbers of a tag's samples prove. */
export const TagMemory = z.object({
  ReceivedCount: z.number().int(),
  MissingCount: z.number().int(),
  FirstEpoch: epochMs.nullable().describe('of the first numbered sample; null: it numbers nothing'),
  LastEpoch: epochMs.nullable(),
  HoleList: z
    .array(
      z.object({
        First: z.number().int().describe('number of the first sample that is missing'),
        Last: z.number().int(),
        FromEpoch: epochMs.describe('of the sample before'),
        ToEpoch: epochMs.describe('of the sample after'),
      }),
    )
    .describe('newest first, two hundred at most'),
  UploadList: z.array(
    z.object({
      BeginEpoch: epochMs,
      EndEpoch: epochMs,
      First: z.number().int(),
      Last: z.number().int(),
      AddedCount: z.number().int().describe('numbers that had not come before'),
      GatewayName: z.string().nullable(),
    }),
  ),
  ClockList: z
    .array(z.object({ Time: epochMs, OffsetMs: z.number().describe('the clock of the tag minus that of its gateway') }))
    .describe('newest first'),
});
export type TagMemory = z.infer<typeof TagMemory>;

export const tagCalls = defineCalls({
  batchAddSensorTag: {
    method: 'POST',
    path: '/Device/BatchAddSensorTag',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '登记温度标签', en: 'Register tags; all or none' },
    query: z.object({ projectId: id.optional(), CompanyId: id.optional(), tagType: tagType.optional() }),
    body: z.array(textOr(NewTag, 'TagSn')).min(1).max(500).describe('a text alone is the number of a tag'),
    data: z.object({ SensorIdList: z.array(z.number().int()) }),
  },
  sensorTagList: {
    method: 'POST',
    path: '/Device/SensorTagList',
    effect: 'read',
    access: sees,
    summary: { zh: '温度标签列表', en: 'Tags with what they last said' },
    body: z.object({ ...TagFilter.shape, ...page }),
    data: pageOf(TagRow),
  },
  updateSensor: {
    method: 'POST',
    path: '/Device/UpdateSensor',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '修改温度标签', en: 'Change tags: cycle, offsets, limits; what is left out stays' },
    body: TagChange,
    data: z.object({ Updated: z.number().int() }),
  },
  batchDeleteSensorTag: {
    method: 'POST',
    path: '/Device/BatchDeleteSensorTag',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '删除温度标签', en: 'Take tags out of service; refused while one is bound to an open waybill' },
    body: z.object({ SensorIdList: z.array(id).min(1).max(200) }),
    data: z.object({ Deleted: z.number().int() }),
  },
  getSensorHistList: {
    method: 'GET',
    path: '/Device/GetSensor_HistList',
    effect: 'read',
    refusalCode: 500,
    access: sees,
    summary: { zh: '标签历史（校准后）', en: 'What a tag measured, corrected by its offsets; newest first' },
    query: z.object({ ...historyRange, ...queryPage }),
    data: pageOf(TagReading),
  },
  getTagMemory: {
    method: 'GET',
    path: '/Device/GetTagMemory',
    effect: 'read',
    access: sees,
    summary: {
      zh: '标签存储',
      en: 'Which numbered samples of a tag were received, what is missing, and how its clock went',
    },
    query: z.object({ sensorId: id }),
    data: TagMemory,
  },
  getOriginalSensorHistList: {
    method: 'POST',
    path: '/Device/GetOriginalSensor_HistList',
    refusalCode: 500,
    effect: 'read',
    access: sees,
    summary: {
      zh: '标签历史（原始）',
      en: 'What a tag measured, as it sent it, with the offsets in force; newest first',
    },
    body: z.object({ ...historyRange, ...page }),
    fileBy: 'exportOriginalSensorHistList',
    data: pageOf(OriginalTagReading),
  },
  exportOriginalSensorHistList: {
    method: 'POST',
    path: '/Device/ExportOriginalSensor_HistList',
    effect: 'read',
    access: permissionsOfFormat.excel,
    answerSeconds: 120,
    summary: { zh: '导出标签原始历史', en: 'What a tag sent, as a spreadsheet' },
    body: z.object(historyRange),
    data: 'file',
  },
  downSensorHistoryData: {
    method: 'GET',
    path: '/Device/DownSensorHistoryData',
    effect: 'read',
    refusalCode: 500,
    access: permissionsOfFormat.excel,
    answerSeconds: 120,
    summary: { zh: '下载标签历史', en: 'What a tag measured, corrected, as a spreadsheet' },
    query: z.object(historyRange),
    data: 'file',
  },
  getSensorTagTemplate: {
    method: 'GET',
    path: '/Device/GetSensorTagTemplate',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: { zh: '标签导入模板', en: 'The spreadsheet of tags to fill in' },
    query: z.object({}),
    data: 'file',
  },
  importSensorTag: {
    method: 'POST',
    path: '/Device/ImportSensorTag',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'multipart',
    upload,
    summary: { zh: '导入温度标签', en: 'Register the tags of a spreadsheet; none while a row is wrong' },
    query: z.object({ ...imported, isDryRun: flag.default(false) }),
    data: SheetResult,
  },
  correctImportSensorTag: {
    method: 'POST',
    path: '/Device/CorrectImportSensorTag',
    effect: 'read',
    access: ['terminalsEdit'],
    encoding: 'multipart',
    upload,
    summary: {
      zh: '下载待修正的标签行',
      en: 'The wrong rows of the same spreadsheet of tags, each with what is wrong',
    },
    query: z.object(imported),
    data: 'file',
  },
});
