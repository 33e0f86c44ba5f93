import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { orNone } from '../points/fields.ts';
import {
  chosenIds,
  epochMs,
  flag,
  id,
  idFilter,
  integer,
  localTime,
  nameOf,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import { eventChannelNames, eventSystemNames, eventTypeNames, eventTypes } from './kinds.ts';

const read = ['eventCenter'] as const;
/** Recipients are set up by those who set up the recipients of alarms. */
const edit = ['alarmStrategyEdit'] as const;

export const eventSorts = ['start', 'recovered', 'project'] as const;

const ToldOfEvent = z.object({
  UserName: z.string(),
  Channel: z.enum(eventChannelNames),
  IsRecovery: z.boolean(),
  State: z.string().describe('of the message: waiting, sent, delivered, failed; skipped: nothing was sent'),
  Reason: z.string().nullable(),
  SendEPOCH: epochMs,
});

export const EventRow = z.object({
  EventId: z.number().int(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  SystemType: z.enum(eventSystemNames),
  EventType: z.enum(eventTypeNames),
  SubjectType: z
    .string()
    .describe(
      'gateway, slave, card, way, download, message, point, project, repairOrder, maintenanceOrder, asset, bootEvent, scheduleJob, report, certificate, energyMeter, energyBaseline, prepaidAccount, switchOrder, vehicle, fenceCrossing, waybill, waybillStop, waybillTag, display',
    ),
  SubjectId: z.number().int(),
  SubjectName: z.string(),
  Describe: z.string(),
  StartEPOCH: epochMs,
  RecoverEPOCH: epochMs.nullable().describe('null: it lasts'),
  ContinuedTime: z.number().describe('seconds, until now where it lasts'),
  ToldList: z.array(ToldOfEvent),
});
export type EventRow = z.infer<typeof EventRow>;

const eventFilter = {
  CompanyId: id.optional(),
  ProjectId: id.optional(),
  ProjectIdList: idFilter,
  SystemTypeList: z.array(z.enum(eventSystemNames)).max(10).optional(),
  EventTypeList: z.array(z.enum(eventTypeNames)).max(50).optional(),
  IsRecovered: flag.optional(),
  Text: searchText.describe('part of the name of what it is about'),
  StartTime: localTime.optional().describe('begun from, in the project’s or company’s time zone'),
  EndTime: localTime.optional().describe('begun until'),
  SortType: z.enum(eventSorts).optional(),
  IsAsc: flag.optional(),
};

export const EventNoticeRow = z.object({
  NoticeId: z.number().int(),
  ProjectId: z.number().int(),
  NoticeName: z.string().describe('in the caller’s language'),
  /** As entered, for the form. */
  Name: z.string(),
  NameEn: z.string().nullable(),
  Enabled: z.boolean(),
  SystemType: z.enum(eventSystemNames),
  EventTypeList: z.array(z.enum(eventTypeNames)),
  DelayMinutes: z.number().int(),
  TellsRecovery: z.boolean(),
  PersonList: z.array(
    z.object({
      UserId: z.number().int(),
      UserName: z.string(),
      ChannelList: z.array(z.enum(eventChannelNames)),
      IsReached: z
        .boolean()
        .describe('false: the events of the project are not open to this person, or not all its devices'),
    }),
  ),
  NotifiedCount: z.number().int().describe('people'),
  ChangedEPOCH: epochMs,
  CreateName: z.string().nullable(),
});
export type EventNoticeRow = z.infer<typeof EventNoticeRow>;

const noticeName = nameOf({ zh: '通知名称', en: 'The name of a notice' }, 2, 25);

const noticeShape = {
  NoticeName: noticeName,
  NoticeNameEn: orNone(noticeName).describe('shown in English; none: the name itself'),
  Enabled: flag.default(true),
  SystemType: z.enum(eventSystemNames),
  EventTypeList: z
    .array(z.enum(eventTypeNames))
    .min(1, { error: say({ zh: '请至少选择一种事件', en: 'Choose at least one event' }) })
    .max(50),
  DelayMinutes: integer
    .pipe(z.number().min(0).max(1440))
    .default(0)
    .describe('events that end before this are not sent'),
  TellsRecovery: flag.default(true),
  PersonList: z
    .array(
      z.object({
        UserId: id,
        ChannelList: z
          .array(z.enum(eventChannelNames))
          .min(1, { error: say({ zh: '请选择通知方式', en: 'Choose how they are notified' }) })
          .max(3),
      }),
    )
    .min(1, { error: say({ zh: '请至少选择一位通知人', en: 'Choose at least one person' }) })
    .max(100),
};

/** All of a notice, as its form has it. */
export const EventNoticeForm = z
  .object({ ProjectId: id, NoticeId: id.optional().describe('none: a new one'), ...noticeShape })
  .refine(({ SystemType, EventTypeList }) => EventTypeList.every((type) => eventTypes[type].system === SystemType), {
    path: ['EventTypeList'],
    error: say({ zh: '所选事件须属于该系统类型', en: 'The events must be of this system' }),
  })
  .refine(({ PersonList }) => new Set(PersonList.map(({ UserId }) => UserId)).size === PersonList.length, {
    path: ['PersonList'],
    error: say({ zh: '同一通知人只能出现一次', en: 'Each person only once' }),
  });
export type EventNoticeFormInput = z.input<typeof EventNoticeForm>;
export type EventNoticeFormValues = z.output<typeof EventNoticeForm>;

/** Events that the platform finds by itself, and who is told of them. The specification names them without a path. */
export const eventNoticeCalls = defineCalls({
  getEventPage: {
    method: 'POST',
    path: '/EventCenter/GetEventPage',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '事件列表', en: 'Events that the platform found, with who was notified' },
    body: z.object({ ...eventFilter, ...page }),
    data: pageOf(EventRow),
  },
  exportEventPage: {
    method: 'POST',
    path: '/EventCenter/ExportEventPage',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '导出事件', en: 'Events as an Excel file' },
    body: z.object(eventFilter),
    data: 'file',
  },
  getEventNoticePage: {
    method: 'POST',
    path: '/EventCenter/GetEventNoticePage',
    effect: 'read',
    access: read,
    encoding: 'json',
    summary: { zh: '事件通知列表', en: 'Event notices of a project' },
    body: z.object({
      ProjectId: id,
      NoticeIdList: idFilter.describe('only these'),
      Text: searchText,
      SystemTypeList: z.array(z.enum(eventSystemNames)).max(10).optional(),
      Enabled: flag.optional(),
      ...page,
    }),
    data: pageOf(EventNoticeRow),
  },
  addOrUpdateEventNotice: {
    method: 'POST',
    path: '/EventCenter/AddOrUpdateEventNotice',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: {
      zh: '新增或修改事件通知；未提供的内容保持不变',
      en: 'Add or change an event notice; what is left out stays',
    },
    body: z.object({
      ProjectId: id,
      NoticeId: id.optional().describe('none: a new one, with everything'),
      ...partsOf(noticeShape),
    }),
    data: z.object({ NoticeId: z.number().int() }),
  },
  deleteEventNotice: {
    method: 'POST',
    path: '/EventCenter/DeleteEventNotice',
    effect: 'write',
    access: edit,
    encoding: 'json',
    summary: { zh: '删除事件通知', en: 'Delete event notices' },
    body: z.object({ ProjectId: id, NoticeIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
