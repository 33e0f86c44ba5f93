import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { sealedDocumentId } from '../compliance/documentCalls.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { SheetResult } from '../points/pointImportCalls.ts';
import {
  answerLanguage,
  clientKey,
  epochMs,
  flag,
  freeText,
  id,
  idFilter,
  integer,
  integerFilter,
  localMoment,
  localTime,
  mobile,
  nameOf,
  orEmpty,
  page,
  pageOf,
  personName,
  searchText,
} from '../scalars.ts';
import { SignaturePath } from '../work/signature.ts';
import { type CertificateReason, certificateReasons } from './certificate.ts';
import { handoverConditionNames, handoverKindNames, handoverOutcomeNames, handoverPhotosMax } from './handover.ts';
import { goodsLag, rejectionMin, stopsOfWaybill, tagsOfWaybill, waybillMoveNames } from './kinds.ts';

const sees = ['monitorView', 'waybillEdit'] as const;

export const waybillNumber = z
  .string()
  .trim()
  .min(1)
  .regex(/^([A-Za-z0-9][A-Za-z0-9_/-]{0,31})?$/, {
    error: say({
      zh: '运单号须为 1–32 位字母、数字、横线、下划线或斜线',
      en: 'A waybill number has 1 to 32 letters, digits, dashes, underscores or slashes',
    }),
  });

const lag = integer.refine((minutes) => minutes >= goodsLag.min && minutes <= goodsLag.max, {
  error: say({
    zh: `滞后时间须为 ${goodsLag.min}–${goodsLag.max} 分钟`,
    en: `A lag has ${goodsLag.min} to ${goodsLag.max} minutes`,
  }),
});

const plannedStop = z
  .object({
    StopId: id.optional().describe('one that the waybill has; none: a new one'),
    StopName: freeText(100).default('').describe('empty: that of its geofence'),
    GeofenceId: orNone(id).describe('a stay of three minutes there is the arrival; none: a handover says it'),
    PlannedTime: orNone(localTime).describe('when it is to be there at the latest'),
  })
  .refine(({ StopName, GeofenceId }) => StopName !== '' || GeofenceId != null, {
    path: ['StopName'],
    error: say({ zh: '请填写经停点名称或选择电子围栏', en: 'A stop needs a name or a geofence' }),
  });

const waybillFields = {
  WaybillNumber: waybillNumber,
  CarId: orNone(id).describe('the vehicle'),
  Shipper: freeText(100).default(''),
  Consignee: freeText(100).default(''),
  Origin: freeText(200).default(''),
  Destination: freeText(200).default(''),
  Goods: freeText(200).default(''),
  Quantity: freeText(50).default(''),
  TempRangeId: orNone(id).describe('whose limits its figures are held against'),
  OriginFenceId: orNone(id).describe('geofence that it departs from; an empty origin takes its name'),
  MovesByFence: flag
    .default(false)
    .describe('it departs and arrives by its geofences; else what they say is offered, and a person decides'),
  DestinationFenceId: orNone(id).describe('geofence where it is to arrive; an empty destination takes its name'),
  GoodsLagMinutes: orNone(lag).describe(
    'how slowly the goods follow the air: 63 % of a jump; none: they are not estimated',
  ),
  PlannedDepart: orNone(localTime),
  PlannedArrive: orNone(localTime),
  StopList: z
    .array(plannedStop)
    .max(stopsOfWaybill)
    .default([])
    .describe('where it is to stop on its way, in order; a change takes the whole list'),
  Remark: freeText(500).default(''),
};
export const NewWaybill = z.object({ ProjectId: id, ...waybillFields });
export const WaybillChange = z.object({ WaybillId: id, ...partsOf(waybillFields) });

/** Where a waybill is to stop on its way, and whether it was there. */
export const PlannedStop = z.object({
  StopId: z.number().int(),
  StopName: z.string(),
  GeofenceId: z.number().int().nullable(),
  GeofenceName: z.string().nullable(),
  PlannedEpoch: epochMs.nullable(),
  ArriveEpoch: epochMs
    .nullable()
    .describe('by the stay of its vehicle within the geofence, else by the first handover there'),
  LeaveEpoch: epochMs.nullable().describe('when its vehicle left the geofence'),
  IsByHandover: z.boolean().describe('the arrival is the time of a handover'),
  IsLate: z.boolean().describe('not reached by its plan, or reached after it'),
});
export type PlannedStop = z.infer<typeof PlannedStop>;

export const WaybillRow = z.object({
  WaybillId: z.number().int(),
  WaybillNumber: z.string(),
  TransportStatus: z.number().int(),
  TransportStatusName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  CarId: z.number().int().nullable(),
  CarName: z.string().nullable(),
  Shipper: z.string(),
  Consignee: z.string(),
  Origin: z.string(),
  Destination: z.string(),
  OriginFenceId: z.number().int().nullable(),
  OriginFenceName: z.string().nullable(),
  MovesByFence: z.boolean(),
  DestinationFenceId: z.number().int().nullable(),
  DestinationFenceName: z.string().nullable(),
  GoodsLagMinutes: z.number().int().nullable(),
  Goods: z.string(),
  Quantity: z.string(),
  TempRangeId: z.number().int().nullable(),
  TempRangeName: z.string().nullable(),
  Low: z.number().nullable().describe('°C'),
  High: z.number().nullable(),
  PlannedDepart: epochMs.nullable(),
  PlannedArrive: epochMs.nullable(),
  DepartEpoch: epochMs.nullable(),
  ArriveEpoch: epochMs.nullable(),
  EndEpoch: epochMs.nullable().describe('signed, rejected or cancelled'),
  IsLate: z.boolean().describe('not arrived by its plan, or arrived after it'),
  StopList: z.array(PlannedStop).describe('in the order of the plan'),
  TagCount: z.number().int().describe('bound now; of a closed waybill those that it had'),
  Remark: z.string(),
  CreateEpoch: epochMs,
  CreateName: z.string().nullable(),
  MayEdit: z.boolean(),
});
export type WaybillRow = z.infer<typeof WaybillRow>;

/** What a tag measured while it was bound. */
export const WaybillTag = z.object({
  SensorId: z.number().int().nullable().describe('null: the tag was deleted since'),
  TagSn: z.string(),
  TagName: z.string(),
  Place: z.string().describe('where it lies: front, rear, box 7'),
  BoundEpoch: epochMs,
  UnboundEpoch: epochMs.nullable(),
  PointId: z.number().int().nullable(),
  IsSilent: z.boolean().describe('it is bound now, and was not heard within two cycles'),
  CertificateUntil: z
    .string()
    .nullable()
    .describe('last day of its newest calibration certificate; null: there is none'),
  MemoryReadEpoch: epochMs
    .nullable()
    .describe(
      'when its memory was read last; null: never, or it numbers nothing, so that there is nothing to wait for',
    ),
  KnownMs: z.number().int().nullable().describe('how much of that time its temperature is known'),
  Lowest: z.number().nullable(),
  Highest: z.number().nullable(),
  Mean: z.number().nullable().describe('weighted by how long each value held'),
  BeyondMs: z.number().int().nullable().describe('beyond the limits of the temperature range; null without limits'),
  KineticMean: z.number().nullable().describe('mean kinetic temperature, ΔH 83.144 kJ/mol, °C'),
  WorstDay: z
    .object({ FromEpoch: epochMs, KineticMean: z.number() })
    .nullable()
    .describe('the 24 hours with the highest mean kinetic temperature; null: bound for less, or hardly known'),
  ExcursionList: z
    .array(
      z.object({
        FromEpoch: epochMs,
        ToEpoch: epochMs,
        Extreme: z.number().describe('°C, the farthest beyond a limit'),
        DegreeHours: z.number().describe('K·h beyond it'),
        Custodian: z
          .string()
          .describe('who had taken over the goods last when it began; before any handover the shipper'),
      }),
    )
    .describe('of a minute at least, by time; none without limits'),
});
export type WaybillTag = z.infer<typeof WaybillTag>;

export const WaybillHandover = z.object({
  HandoverId: z.number().int(),
  Kind: z.enum(handoverKindNames),
  Outcome: z.enum(handoverOutcomeNames),
  Time: epochMs.describe('when it took place'),
  RecordEpoch: epochMs.describe('when it was recorded'),
  FromName: z.string(),
  ToName: z.string(),
  ToPhone: z.string().nullable(),
  Place: z.string(),
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  Quantity: z.string(),
  Condition: z.enum(handoverConditionNames),
  Note: z.string(),
  Signature: z.string().nullable().describe('strokes in a field of 600 × 200'),
  PhotoList: z.array(z.string()).describe('addresses of pictures'),
  ReadingList: z
    .array(z.object({ TagSn: z.string(), Value: z.number().nullable() }))
    .describe('what each bound tag said at that time, °C'),
  UserName: z.string().nullable().describe('who recorded it'),
});
export type WaybillHandover = z.infer<typeof WaybillHandover>;

const certificateReasonNames = Object.keys(certificateReasons) as [CertificateReason, ...CertificateReason[]];
export const WaybillCertificate = z.object({
  Document: z.string().describe('its id'),
  Revision: z.number().int(),
  Reason: z.enum(certificateReasonNames),
  IssueEpoch: epochMs,
  Address: z.string().nullable().describe('address of its public verification page; null: PUBLIC_URL is not set'),
  UnreadList: z.array(z.string()).describe('tags whose memory was not read since: it is provisional'),
  ChangeList: z
    .array(
      z.object({ TagSn: z.string(), Samples: z.number().int(), KnownMs: z.number(), BeyondMs: z.number().nullable() }),
    )
    .describe('what each tag has more of than in the revision before it'),
});
export type WaybillCertificate = z.infer<typeof WaybillCertificate>;

export const WaybillDetail = z.object({
  ...WaybillRow.shape,
  TagList: z.array(WaybillTag),
  HandoverList: z.array(WaybillHandover).describe('by time'),
  CertificateList: z.array(WaybillCertificate).describe('newest first'),
  FenceDeparture: epochMs
    .nullable()
    .describe('of one that has not departed: when its vehicle left its origin, by its track'),
  FenceArrival: z
    .object({ FromEpoch: epochMs, ToEpoch: epochMs, IsArrivalKnown: z.boolean(), IsOpen: z.boolean() })
    .nullable()
    .describe('first stay of three minutes at its destination since the departure, by the track of its vehicle'),
  IsCertificateDue: z.boolean().describe('one is being made'),
  MayHandOver: z.boolean().describe('the caller may record a handover, of a closed waybill an earlier one'),
  EventList: z
    .array(z.object({ Time: epochMs, UserName: z.string().nullable(), Content: z.string() }))
    .describe('what happened to it, newest first'),
});
export type WaybillDetail = z.infer<typeof WaybillDetail>;

export const WaybillFilter = z.object({
  CompanyId: id.optional(),
  ProjectId: id.optional(),
  ProjectIdList: idFilter,
  QueryAll: flag.optional().describe('of every project of the caller'),
  WaybillNumber: searchText.describe('part of it'),
  TransportStatusList: integerFilter,
  CarIdList: idFilter,
  Text: searchText.describe('part of shipper, consignee, goods, origin or destination'),
  SortType: z.enum(['number', 'status', 'depart', 'create']).default('create'),
  IsAsc: flag.default(false),
});

const rangeFields = {
  TempRangeName: nameOf({ zh: '温区名称', en: 'The name of a temperature range' }, 1, 30),
  Low: orNone(decimal),
  High: orNone(decimal),
};
const rangeRules = <Schema extends z.ZodType<{ Low?: number | null | undefined; High?: number | null | undefined }>>(
  schema: Schema,
): Schema =>
  schema
    .refine(({ Low, High }) => Low != null || High != null, {
      path: ['High'],
      error: say({ zh: '请至少填写一个限值', en: 'Give at least one limit' }),
    })
    .refine(({ Low, High }) => Low == null || High == null || Low < High, {
      path: ['High'],
      error: say({ zh: '上限须大于下限', en: 'The upper limit must be above the lower one' }),
    }) as Schema;
export const TempRangeForm = rangeRules(
  z.object({ TempRangeId: id.optional().describe('none: a new one'), ...rangeFields }),
);

export const TempRange = z.object({
  TempRangeId: z.number().int(),
  TempRangeName: z.string(),
  Low: z.number().nullable(),
  High: z.number().nullable(),
  IsOwn: z.boolean().describe('of the company; the others come with the platform'),
});
export type TempRange = z.infer<typeof TempRange>;

const upload = { maxBytes: 5 * 1024 * 1024, maxFiles: 1 };
export const waybillImportMaxRows = 5_000;
const imported = { projectId: id.optional().describe('none: that of the header, else the only one that it can be') };

export const waybillCalls = defineCalls({
  getWaybillPageV2: {
    method: 'POST',
    path: '/Device/GetWaybillPageV2',
    effect: 'read',
    access: sees,
    summary: { zh: '运单列表', en: 'Waybills' },
    body: z.object({ ...WaybillFilter.shape, ...page }),
    data: pageOf(WaybillRow),
  },
  getWaybillManagement: {
    method: 'GET',
    path: '/Device/GetWaybillManagement',
    effect: 'read',
    access: sees,
    summary: { zh: '运单详情', en: 'A waybill with its tags and their figures' },
    query: z.object({ waybillId: id }),
    data: WaybillDetail,
  },
  addWaybill: {
    method: 'POST',
    path: '/Device/AddWaybill',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '新增运单', en: 'Add a waybill' },
    body: NewWaybill,
    data: z.object({ WaybillId: z.number().int() }),
  },
  editWaybill: {
    method: 'POST',
    path: '/Device/EditWaybill',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '修改运单', en: 'Change an open waybill; what is left out stays' },
    body: WaybillChange,
    data: z.null(),
  },
  moveWaybill: {
    method: 'POST',
    path: '/Device/MoveWaybill',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '运单发车、到达、签收、拒收、作废', en: 'Depart, arrive, sign, reject or cancel' },
    body: z.object({
      WaybillId: id,
      Move: z.enum(waybillMoveNames),
      Reason: freeText(200)
        .default('')
        .describe(`of a cancellation, or of a rejection in ${rejectionMin} characters at least`),
      Time: localMoment
        .optional()
        .describe('of a departure or an arrival: when it took place, an arrival after the departure; none: now'),
    }),
    data: WaybillDetail,
  },
  /** Sent twice with one key it is recorded once. */
  addHandover: {
    method: 'POST',
    path: '/Device/AddHandover',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '运单交接', en: 'Record that goods changed hands; with a delivery they are signed for or rejected' },
    body: z
      .object({
        WaybillId: id,
        ClientKey: clientKey,
        Kind: z.enum(handoverKindNames),
        Outcome: z.enum(handoverOutcomeNames).default('none'),
        StopId: orNone(id).describe('the planned stop at which it takes place'),
        FromName: personName,
        ToName: personName,
        ToPhone: orEmpty(mobile),
        Place: freeText(100).default(''),
        Latitude: z.number().min(-90).max(90).optional(),
        Longitude: z.number().min(-180).max(180).optional(),
        Quantity: freeText(50).default(''),
        Condition: z.enum(handoverConditionNames),
        Note: freeText(500).default(''),
        Signature: orEmpty(SignaturePath),
        PhotoList: z
          .array(z.object({ Url: z.string().max(500) }))
          .max(handoverPhotosMax)
          .default([]),
        Time: localMoment.optional().describe('when it took place, up to three days back; none: now'),
      })
      .refine(({ Kind, Outcome }) => Outcome === 'none' || Kind === 'delivery', {
        path: ['Outcome'],
        error: say({ zh: '只有送达交接可以签收或拒收', en: 'Only a delivery is signed for or rejected' }),
      })
      .refine(({ Kind, StopId }) => StopId == null || Kind === 'stop', {
        path: ['StopId'],
        error: say({
          zh: '只有途中交接可以选择经停点',
          en: 'Only a handover on the way takes place at a planned stop',
        }),
      })
      .refine(({ Outcome, Signature }) => Outcome !== 'sign' || Signature !== undefined, {
        path: ['Signature'],
        error: say({ zh: '签收须由收货人签名', en: 'The recipient has to sign' }),
      })
      .refine(({ Outcome, Note }) => Outcome !== 'reject' || [...Note].length >= rejectionMin, {
        path: ['Note'],
        error: say({ zh: '请用至少 10 个字符说明拒收原因', en: 'Say in ten characters at least why it is rejected' }),
      })
      .refine(({ Condition, Note }) => Condition === 'good' || Note !== '', {
        path: ['Note'],
        error: say({ zh: '请说明货物状况', en: 'Say what is wrong with the goods' }),
      })
      .refine(({ Latitude, Longitude }) => (Latitude === undefined) === (Longitude === undefined), {
        path: ['Longitude'],
        error: say({ zh: '请同时填写经度和纬度', en: 'Give both latitude and longitude' }),
      }),
    data: WaybillDetail,
  },
  getWaybillCertificate: {
    method: 'GET',
    path: '/Device/GetWaybillCertificate',
    effect: 'read',
    access: sees,
    summary: { zh: '下载运单温度证书', en: 'A certificate of a waybill as PDF' },
    query: z.object({
      document: sealedDocumentId,
      language: answerLanguage,
    }),
    data: 'file',
  },
  waybillBindTagsV2Web: {
    method: 'POST',
    path: '/Device/WaybillBindTagsV2Web',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '运单绑定标签', en: 'Bind tags to an open waybill' },
    body: z.object({
      WaybillId: id,
      SensorIdList: z.array(id).min(1).max(tagsOfWaybill),
      Place: freeText(50).default('').describe('where they lie'),
      BoundTime: localMoment.optional().describe('up to a day back; none: now'),
    }),
    data: z.null(),
  },
  waybillUnbindTagsWebV2: {
    method: 'POST',
    path: '/Device/WaybillUnbindTagsWebV2',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '运单解绑标签', en: 'Take tags off a waybill; what they measured until now stays with it' },
    body: z.object({ WaybillId: id, SensorIdList: z.array(id).min(1).max(tagsOfWaybill) }),
    data: z.null(),
  },
  getTempRangeWeb: {
    method: 'GET',
    path: '/Device/GetTempRangeWeb',
    effect: 'read',
    access: sees,
    summary: { zh: '温区', en: 'Temperature ranges' },
    query: z.object({ companyId: id.optional(), projectId: id.optional() }),
    data: z.array(TempRange),
  },
  saveTempRange: {
    method: 'POST',
    path: '/Device/SaveTempRange',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'json',
    summary: { zh: '保存温区', en: 'Add or change a temperature range of the company' },
    body: TempRangeForm,
    data: z.object({ TempRangeId: z.number().int() }),
  },
  deleteTempRange: {
    method: 'POST',
    path: '/Device/DeleteTempRange',
    effect: 'write',
    access: ['waybillEdit'],
    summary: { zh: '删除温区', en: 'Delete a temperature range that no waybill uses' },
    body: z.object({ TempRangeId: id }),
    data: z.null(),
  },
  getWaybillTemplate: {
    method: 'GET',
    path: '/Device/GetWaybillTemplate',
    effect: 'read',
    access: ['waybillEdit'],
    summary: { zh: '运单导入模板', en: 'The spreadsheet of waybills to fill in' },
    query: z.object(imported),
    data: 'file',
  },
  batchImportWaybill: {
    method: 'POST',
    path: '/Device/BatchImportWaybill',
    effect: 'write',
    access: ['waybillEdit'],
    encoding: 'multipart',
    upload,
    summary: { zh: '导入运单', en: 'Add the waybills of a spreadsheet; none while a row is wrong' },
    query: z.object({ ...imported, isDryRun: flag.default(false) }),
    data: SheetResult,
  },
  correctImportWaybill: {
    method: 'POST',
    path: '/Device/CorrectImportWaybill',
    effect: 'read',
    access: ['waybillEdit'],
    encoding: 'multipart',
    upload,
    summary: {
      zh: '下载待修正的运单行',
      en: 'The wrong rows of the same spreadsheet of waybills, each with what is wrong',
    },
    query: z.object(imported),
    data: 'file',
  },
});
