import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { bigId, chosenBigIds, epochMs, flag, page, pageOf, searchText } from '../scalars.ts';
import { type ExportKindName, exportKinds } from './exportKinds.ts';

/** A finished file is kept this long. */
export const downloadKeptDays = 7;

export const downloadStates = ['waiting', 'running', 'done', 'failed', 'expired'] as const;
export type DownloadState = (typeof downloadStates)[number];

/** Filters, as text; a list of a thousand ids is far less. */
const maxInputLength = 20_000;

const kindNames = Object.keys(exportKinds) as [ExportKindName, ...ExportKindName[]];

export const DownloadRow = z.object({
  DownloadId: z.number().int(),
  DownloadType: z.number().int().describe('which list: 2 operation log, from 100 on those of exportKinds'),
  Kind: z.string(),
  /** What was exported, in the language of the caller. */
  Title: z.string(),
  /** In the language of the caller. */
  Detail: z.string().describe('what it was asked to hold: project, points, range …; empty where the title says it all'),
  State: z.enum(downloadStates),
  IsGenerate: z.number().int().describe('1: it is over: the file is there, or the reason why there is none'),
  IsRead: z.number().int().describe('1: its notice was closed'),
  Progress: z.number().int().describe('percent'),
  RowCount: z.number().int().nullable(),
  Size: z.number().int().nullable().describe('bytes'),
  FileName: z.string().nullable(),
  /** Why there is no file, in the language of the caller. */
  FailureReason: z.string().nullable(),
  RequestedEpoch: epochMs,
  FinishedEpoch: epochMs.nullable(),
  /** The file is deleted then. */
  ExpiresEpoch: epochMs.nullable(),
  /** `YYYY-MM-DD HH:mm:ss` in the company's time zone: when it was finished, else when it was asked for. */
  Updated: z.string(),
  /** Where the file is fetched, with a sign-in; empty while there is none. */
  Url: z.string(),
});
export type DownloadRow = z.infer<typeof DownloadRow>;

/** The caller's own exports within the company. Spec §7.10. */
export const downloadCalls = defineCalls({
  getDownloadPage: {
    method: 'POST',
    path: '/Download/GetDownloadPage',
    effect: 'read',
    access: 'session',
    summary: { zh: '下载列表', en: 'The caller’s exports, the newest first' },
    body: z.object({
      IsGenerate: flag.optional().describe('1: only those that are over, with a file or a reason; 0: the others'),
      IsRead: flag.optional(),
      State: z.enum(downloadStates).optional(),
      Kind: z.enum(kindNames).optional(),
      FileName: searchText,
      ...page,
    }),
    data: pageOf(DownloadRow),
  },
  downloadRead: {
    method: 'POST',
    path: '/Download/DownloadRead',
    effect: 'write',
    logged: false,
    access: 'session',
    encoding: 'json',
    summary: { zh: '标记下载通知已读', en: 'Mark notices of finished exports as read' },
    body: chosenBigIds,
    data: z.null(),
  },
  deleteDownload: {
    method: 'POST',
    path: '/Download/DeleteDownload',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: { zh: '删除下载', en: 'Delete exports; one under way is given up' },
    body: chosenBigIds,
    data: z.null(),
  },
  requestExport: {
    method: 'POST',
    path: '/Download/RequestExport',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: { zh: '导出列表到下载中心', en: 'Export everything a list shows, in the background' },
    body: z.object({
      Kind: z.enum(kindNames),
      Input: z
        .strictObject({
          query: z.record(z.string(), z.unknown()).optional(),
          body: z.record(z.string(), z.unknown()).optional(),
        })
        .refine((input) => JSON.stringify(input).length <= maxInputLength)
        .describe(
          'query and body of the list’s own read call, with the filters as they are; the page counts for nothing',
        ),
    }),
    data: z.object({ DownloadId: z.number().int() }),
  },
  getDownloadFile: {
    method: 'GET',
    path: '/Download/GetDownloadFile',
    effect: 'read',
    access: 'session',
    summary: { zh: '下载文件', en: 'The file of a finished export of one’s own' },
    query: z.object({ downloadId: bigId }),
    data: 'file',
  },
});
