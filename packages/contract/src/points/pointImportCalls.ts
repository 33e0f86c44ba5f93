import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, integer } from '../scalars.ts';

/** Two thousand points with every column are about 300 KB. */
export const pointImportMaxBytes = 5 * 1024 * 1024;
export const pointImportMaxRows = 2_000;

export const SheetResult = z.object({
  TotalCount: z.number().int(),
  ImportedCount: z.number().int().describe('of a dry run: how many would be'),
  WrongCount: z.number().int(),
  IsDryRun: z.boolean(),
  /** The rows that are wrong, in the order of the file. */
  Rows: z.array(
    z.object({
      Row: z.number().int().describe('as the spreadsheet counts: the first below the headings is 2'),
      Name: z.string().describe('what the row is about, as typed'),
      Errors: z.array(z.object({ Column: z.string(), Message: z.string() })),
    }),
  ),
  Notes: z
    .array(z.object({ Row: z.number().int(), Name: z.string(), Message: z.string() }))
    .describe('of a dry run of devices: what each right row comes to, a new device or one that exists'),
});
export type SheetResult = z.infer<typeof SheetResult>;

const how = {
  isDryRun: flag.default(false).describe('only say what would happen'),
  skipWrong: flag
    .default(false)
    .describe('import the right rows though others are wrong; else none while any is wrong'),
};
const upload = { maxBytes: pointImportMaxBytes, maxFiles: 1 };

const slave = { slaveId: id };
const places = {
  projectId: id
    .optional()
    .describe(
      'none: the project of the header, the only one of that industry that the caller sets up, or the only one that has all gateways of the file',
    ),
  industry: integer
    .pipe(z.number().min(1).max(4))
    .optional()
    .describe('which projects are meant; device classes of all industries are known anyway'),
};

/** Points of a slave, and devices with their points, from spreadsheets. */
export const pointImportCalls = defineCalls({
  getPointTemplate: {
    method: 'GET',
    path: '/Point/GetPointTemplate',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: { zh: '点位导入模板', en: 'The spreadsheet of points to fill in' },
    query: z.object({ isExample: flag.default(false).describe('with a few rows as an example') }),
    data: 'file',
  },
  importPoint: {
    method: 'POST',
    path: '/Point/ImportPoint',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'multipart',
    upload,
    summary: { zh: '导入从站点位', en: 'Import points of a slave from a spreadsheet' },
    query: z.object({ ...slave, ...how }),
    data: SheetResult,
  },
  correctImportPoint: {
    method: 'POST',
    path: '/Point/CorrectImportPoint',
    effect: 'read',
    access: ['terminalsEdit'],
    encoding: 'multipart',
    upload,
    summary: {
      zh: '下载待修正的点位行',
      en: 'The wrong rows of the same spreadsheet of points, each with what is wrong',
    },
    query: z.object(slave),
    data: 'file',
  },
  getModelTreeTemplate: {
    method: 'GET',
    path: '/Point/GetModelTreeTemplate',
    effect: 'read',
    access: ['projectConfig'],
    summary: {
      zh: '设备与点位关联模板',
      en: 'The spreadsheet of devices and their points: with the points of the project',
    },
    query: z.object({ projectId: id, industry: places.industry }),
    data: 'file',
  },
  importModelTree: {
    method: 'POST',
    path: '/Point/ImportModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'multipart',
    upload,
    summary: { zh: '导入设备并关联点位', en: 'Import devices with the points they are made of' },
    query: z.object({ ...places, ...how }),
    data: SheetResult,
  },
  correctImportModelTree: {
    method: 'POST',
    path: '/Point/CorrectImportModelTree',
    effect: 'read',
    access: ['projectConfig'],
    encoding: 'multipart',
    upload,
    summary: {
      zh: '下载待修正的设备行',
      en: 'The wrong rows of the same spreadsheet of devices, each with what is wrong',
    },
    query: z.object(places),
    data: 'file',
  },
});
