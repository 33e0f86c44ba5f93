import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { chosenIds, epochMs, flag, freeText, id, mobile, orEmpty, personName } from '../scalars.ts';

/** 128 random bits in base32: nothing of a device follows from it. */
const stickerId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z2-7]{26}$/);
const receipt = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z2-7]{16}$/);

/** How often strangers may report; counted in the database. Our choice. */
export const reportLimits = {
  stickerHour: 3,
  stickerDay: 10,
  addressHour: 5,
  addressDay: 20,
  companyDay: 100,
} as const;
/** How long after it was opened a person sends a form. */
export const reportFormSeconds = { min: 3, max: 30 * 60 } as const;
export const reportPhotos = { maxFiles: 3, maxBytes: 4 * 1024 * 1024 } as const;

/** What becomes of a report, as its author learns it. */
export const reportStates = {
  waiting: { zh: '已收到，等待处理', en: 'Received, not looked at yet' },
  working: { zh: '正在处理', en: 'Being dealt with' },
  done: { zh: '已修复', en: 'Repaired' },
  closed: { zh: '已关闭', en: 'Closed' },
} as const;
export type ReportState = keyof typeof reportStates;
const reportStateNames = Object.keys(reportStates) as [ReportState, ...ReportState[]];

/** Reports by QR code, without an account. They name no person, alarm, value or order number. */
export const faultReportCalls = defineCalls({
  getReportForm: {
    method: 'GET',
    path: '/RepairReport/GetReportForm',
    effect: 'read',
    access: 'public',
    perMinute: 120,
    summary: { zh: '扫码报修：表单', en: 'Report by QR code: the form' },
    query: z.object({ Sticker: stickerId }),
    data: z.object({
      EquipmentName: z.string(),
      ProjectName: z.string(),
      SymptomList: z.array(z.object({ Key: z.number().int(), Value: z.string() })),
      RepairedSinceEPOCH: epochMs.nullable().describe('it is being repaired since then; null: it is not'),
      FormToken: z.string().describe('goes back with the report'),
    }),
  },
  sendReport: {
    method: 'POST',
    path: '/RepairReport/SendReport',
    effect: 'write',
    access: 'public',
    encoding: 'multipart',
    upload: { ...reportPhotos, mayBeNone: true },
    // As often as forms are opened.
    perMinute: 120,
    summary: { zh: '扫码报修：提交', en: 'Report by QR code: send' },
    // Looked at before the pictures are read.
    query: z.object({ Sticker: stickerId, FormToken: z.string().max(200) }),
    body: z
      .object({
        SymptomId: orEmpty(id),
        FaultContent: freeText(500).default(''),
        Name: personName,
        Phone: orEmpty(mobile),
        Consent: flag.default(false).describe('the phone number may be kept for this report'),
        Latitude: orEmpty(z.coerce.number<unknown>().min(-90).max(90)),
        Longitude: orEmpty(z.coerce.number<unknown>().min(-180).max(180)),
        AddToOpen: flag.default(false).describe('a note to the repair that goes on, instead of a new report'),
        Website: z.string().max(500).default('').describe('left empty by people: the form hides it'),
      })
      .refine(({ SymptomId, FaultContent }) => SymptomId !== undefined || FaultContent !== '', {
        path: ['FaultContent'],
        error: say({ zh: '请选择或填写故障现象', en: 'Choose a symptom, or say what is wrong.' }),
      })
      .refine(({ Phone, Consent }) => Phone === undefined || Consent, {
        path: ['Consent'],
        error: say({
          zh: '填写电话须同意为此次报修保存该号码',
          en: 'To leave a phone number, agree that it is kept for this report.',
        }),
      }),
    data: z.object({ Receipt: z.string() }),
  },
  getReportState: {
    method: 'GET',
    path: '/RepairReport/GetReportState',
    effect: 'read',
    access: 'public',
    perMinute: 30,
    summary: { zh: '扫码报修：进度', en: 'Report by QR code: what became of it' },
    query: z.object({ Receipt: receipt }),
    data: z.object({
      EquipmentName: z.string(),
      ProjectName: z.string(),
      ReportEPOCH: epochMs,
      State: z.enum(reportStateNames),
    }),
  },
});

export const DeviceSticker = z.object({
  EquipmentId: z.number().int(),
  EquipmentName: z.string(),
  Area: z.string().nullable(),
  SmallTypeName: z.string(),
  MadeEPOCH: epochMs.nullable().describe('null: it has none'),
  ReportCount: z.number().int().describe('reports by its stickers in 30 days'),
});
export type DeviceSticker = z.infer<typeof DeviceSticker>;

/** The stickers with the codes. */
export const stickerCalls = defineCalls({
  getStickers: {
    method: 'GET',
    path: '/DeviceSticker/GetStickers',
    effect: 'read',
    access: ['repairDispatch'],
    summary: { zh: '设备报修二维码', en: 'Devices of a project and their stickers' },
    query: z.object({ ProjectId: id }),
    data: z.array(DeviceSticker),
  },
  /** New codes for devices, as a sheet to print. The codes before them count for another 30 days. */
  makeStickers: {
    method: 'POST',
    path: '/DeviceSticker/MakeStickers',
    effect: 'write',
    access: ['repairDispatch'],
    encoding: 'json',
    summary: { zh: '生成并打印设备二维码', en: 'Make stickers for devices, as a sheet to print' },
    body: z.object({
      ProjectId: id,
      EquipmentIdList: chosenIds,
      Address: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .optional()
        .describe('where people open this installation; counts only where PUBLIC_URL is not set'),
    }),
    data: 'file',
  },
  revokeStickers: {
    method: 'POST',
    path: '/DeviceSticker/RevokeStickers',
    effect: 'write',
    access: ['repairDispatch'],
    encoding: 'json',
    summary: { zh: '作废设备二维码', en: 'Revoke the stickers of devices at once' },
    body: z.object({ ProjectId: id, EquipmentIdList: chosenIds }),
    data: z.null(),
  },
});
