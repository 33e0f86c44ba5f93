import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  areaFilter,
  bigId,
  epochMs,
  flag,
  id,
  idFilter,
  integerFilter,
  pageOf,
  queryPage,
  searchText,
} from '../scalars.ts';
import { warningEnds, warningFeedbackNames, warningKindNames } from './kinds.ts';

export const warningSorts = ['start', 'level', 'project', 'device', 'expected'] as const;

/** A fault warning (pre-alarm): a figure of a device that leaves those of its peers, its own past or its limit. Spec §3. */
export const PreAlarm = z.object({
  ID: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Area: z.string().nullable(),
  Mtid: z.number().int(),
  MName: z.string(),
  PointId: z.number().int(),
  PointName: z.string(),
  Content: z.string(),
  Level: z.number().int(),
  Type: z.enum(warningKindNames),
  StartEPOCH: epochMs,
  /** When it was last found to hold. */
  SeenEPOCH: epochMs,
  EndEPOCH: epochMs.nullable().describe('null: it holds'),
  EndReason: z.enum(warningEnds).nullable(),
  /** Of the last days, in `Unit`; of drift the distance from its peers; of limits the value now. */
  Value: z.number(),
  /** The same of its peers; null: too few of them, or not all are the caller’s to see. */
  LikeValue: z.number().nullable(),
  LikeCount: z.number().int(),
  /** The same of the device itself before; null: not known. */
  PastValue: z.number().nullable(),
  Unit: z.string(),
  LimitValue: z.number().nullable(),
  /** When the limit is reached, as things go; never sooner than the first, hardly later than the last. */
  ExpectedEPOCH: epochMs.nullable(),
  ExpectedFromEPOCH: epochMs.nullable(),
  ExpectedToEPOCH: epochMs.nullable(),
  /** The stretch that the figures were taken from. */
  EvidenceFromEPOCH: epochMs,
  EvidenceToEPOCH: epochMs,
  Feedback: z.enum(warningFeedbackNames).nullable(),
  FeedbackRemark: z.string().nullable(),
  FeedbackName: z.string().nullable(),
  FeedbackEPOCH: epochMs.nullable(),
});
export type PreAlarm = z.infer<typeof PreAlarm>;

const readers = ['alarmManage', 'monitorView', 'monitorEdit'] as const;

export const warningCalls = defineCalls({
  /** Without a sort the open ones first, the most severe and then the newest of them. */
  preAlarmPage: {
    method: 'POST',
    path: '/DeviceMonitoryPoint/PreAlarmPage',
    effect: 'read',
    access: readers,
    encoding: 'json',
    summary: { zh: '故障预警列表', en: 'Fault warnings' },
    body: z.object({
      ...queryPage,
      CompanyId: id.optional(),
      ProjectId: id.optional().describe('none: all projects in which the caller may see alarms'),
      Area: areaFilter.describe('areas by id or name, with those below them'),
      subareaList: idFilter.describe('partitions, projects or areas, with everything below them'),
      pname: searchText.describe('part of the name of the project, the device or the point'),
      Mtid: id.optional().describe('device'),
      Level: integerFilter,
      TypeList: z.array(z.enum(warningKindNames)).max(20).optional(),
      FeedbackList: z
        .array(z.enum([...warningFeedbackNames, 'none']))
        .max(10)
        .optional(),
      IsOver: flag.optional(),
      SortType: z.enum(warningSorts).optional(),
      IsAsc: flag.optional(),
    }),
    data: pageOf(PreAlarm),
  },
  /**
   * What the service department says of a warning. `false` ends it and makes the platform less ready to warn of this device in
   * this way; `confirmed` and `done` make it as ready as it was.
   */
  updatePraAlarmFeedback: {
    method: 'GET',
    path: '/DeviceMonitoryPoint/UpdatePraAlarmFeedback',
    effect: 'write',
    access: ['alarmHandle'],
    summary: { zh: '故障预警反馈', en: 'Feedback on a fault warning' },
    query: z.object({
      feedback: z.enum(warningFeedbackNames),
      ID: bigId,
      remark: z.string().trim().max(500).default('').describe('what was found or done'),
    }),
    data: PreAlarm,
  },
  /** The specification knows no such call. */
  getPreAlarmEvidence: {
    method: 'GET',
    path: '/DeviceMonitoryPoint/GetPreAlarmEvidence',
    effect: 'read',
    access: readers,
    summary: { zh: '故障预警依据', en: 'A fault warning, the figures behind it by day, and all feedback' },
    query: z.object({ ID: bigId }),
    data: z.object({
      Warning: PreAlarm,
      /** Empty where the curve of the point says it. */
      DayList: z.array(
        z.object({
          Day: z.string().describe('YYYY-MM-DD, by the calendar of the project'),
          DayEPOCH: epochMs.describe('its beginning'),
          Value: z.number().nullable(),
          LikeValue: z.number().nullable().describe('median of the peers'),
        }),
      ),
      /** What it was compared with. Null: with no other device. */
      Like: z
        .object({
          ClassName: z.string().describe('all of them are of this class of devices, as the warned one is'),
          List: z
            .array(
              z.object({
                Mtid: z.number().int(),
                MName: z.string(),
                ProjectId: z.number().int(),
                ProjectName: z.string(),
                Value: z.number().nullable().describe('the figure of the last days of the evidence; null: not known'),
              }),
            )
            .describe('those the caller may see'),
          HiddenCount: z
            .number()
            .int()
            .describe(
              'deleted since, or beyond the 40 that are kept; 0 where the caller sees only some of them: not even a count',
            ),
        })
        .nullable(),
      FeedbackList: z.array(
        z.object({
          Feedback: z.enum(warningFeedbackNames),
          Remark: z.string(),
          UserName: z.string().nullable(),
          EPOCH: epochMs,
        }),
      ),
    }),
  },
});
