import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { PickedPoint } from '../history/calls.ts';
import { bigId, flag, id, idList, integer, localMoment, nameOf } from '../scalars.ts';
import { dataDownloadAccess, dataFormats } from './formats.ts';
import { longestDownloadIntervalMinutes } from './sizes.ts';

/** The numbers of the specification's `fileType` were not shown; 0, 1 and 2 are ours, in the order of `dataFormats`. */
const fileType = z.preprocess((v) => {
  const text = String(v).toLowerCase();
  return text === 'xlsx' || text === '0' ? 'excel' : text === '1' ? 'pdf' : text === '2' ? 'csv' : text;
}, z.enum(dataFormats)) as unknown as z.ZodType<
  (typeof dataFormats)[number],
  (typeof dataFormats)[number] | '0' | '1' | '2'
>;

const fileName = nameOf({ zh: '文件名', en: 'A file name' }, 1, 80);

/** What is taken away: the same for a file at once and for one in the background. */
export const HistoryDownload = z.object({
  start: localMoment,
  end: localMoment,
  pointIdList: idList.describe('at most 100'),
  tmes: integer
    .pipe(z.number().min(1).max(longestDownloadIntervalMinutes))
    .describe('interval in minutes: at least 10 up to 7 days, 20 up to 31, 60 up to 182, else 120'),
  fileType: fileType.default('excel').describe('excel, pdf or csv; also as 0, 1 and 2'),
  isZip: flag.default(false).describe('a zip: one file a point, or those of zipFileList'),
  isMerge: flag.default(false).describe('one row a time with all points side by side; else one row a point and time'),
  isAlarmLacy: flag
    .default(false)
    .describe(
      'marks alarms at the values: in Excel by colour, with a legend in the heads behind the columns; on the curve of a single point in a PDF; in words everywhere, a CSV has nothing else. All points are of one point type',
    ),
  isAlarmList: flag
    .default(false)
    .describe(
      'says alarms in words, of points of any types: neither marked nor with a legend; isAlarmLacy says them, too',
    ),
  zipFileList: z
    .array(z.object({ FileName: fileName, PointIdList: idList }))
    .max(100)
    .default([])
    .describe('with isZip: which files there are and what stands in each; empty: one file a point'),
  ProjectId: id.optional().describe('none: that of the points'),
});

export const PickedDevice = z.object({
  ModelTreeId: z.number().int().describe('0: none; these points serve no device'),
  ModelTreeName: z.string(),
  Points: z.array(PickedPoint),
});
export const PickedSubsystem = z.object({
  BigTypeId: z.number().int().describe('0: the points of the project that serve no device, at the end'),
  BigTypeName: z.string(),
  Devices: z.array(PickedDevice),
});
export type PickedSubsystem = z.infer<typeof PickedSubsystem>;

export const dataDownloadCalls = defineCalls({
  downHistoryDataToExcelOrPdf: {
    method: 'POST',
    path: '/Device/DownHistoryDataToExcelOrPdf',
    refusalCode: 500,
    effect: 'read',
    access: dataDownloadAccess,
    encoding: 'json',
    answerSeconds: 120,
    summary: { zh: '导出历史数据', en: 'Point data as Excel, PDF or CSV, at once when it is not much' },
    body: HistoryDownload,
    data: 'file',
  },
  downHistoryDataToExcelOrPdfBack: {
    method: 'POST',
    path: '/Device/DownHistoryDataToExcelOrPdfBack',
    refusalCode: 500,
    effect: 'write',
    access: dataDownloadAccess,
    encoding: 'json',
    summary: { zh: '后台导出历史数据', en: 'Point data into the download centre, in the background' },
    body: HistoryDownload,
    data: z.object({ DownloadId: z.number().int() }),
  },
  repeatDownload: {
    method: 'POST',
    path: '/Download/RepeatDownload',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: {
      zh: '重新生成下载，或换成上个月',
      en: 'Make an export of one’s own again, as it was or for last month',
    },
    body: z.object({
      DownloadId: bigId,
      Range: z
        .enum(['same', 'lastMonth'])
        .default('same')
        .describe('lastMonth: of point data, the calendar month before this one in the project’s time zone'),
    }),
    data: z.object({ DownloadId: z.number().int() }),
  },
  getDownloadPoints: {
    method: 'GET',
    path: '/Download/GetDownloadPoints',
    effect: 'read',
    access: dataDownloadAccess,
    summary: { zh: '可下载的点位', en: 'Points of a project by subsystem and device, for a download' },
    query: z.object({ ProjectId: id }),
    data: z.array(PickedSubsystem),
  },
});
