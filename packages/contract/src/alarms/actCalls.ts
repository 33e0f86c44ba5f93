import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { bigId, epochMs, id, idList, integer, localMoment } from '../scalars.ts';
import { followUps } from './kinds.ts';
import { AlarmDetail, AlarmOfPoint, AlarmRow } from './rows.ts';

const alarmReaders = ['alarmManage', 'monitorView', 'monitorEdit'] as const;

const words = z.string().trim().max(500);
/** What people say about an alarm when they handle it. */
const handling = {
  FollowUp: z.enum(followUps),
  Comment: words.default('').describe('remarks'),
  Measures: words.default('').describe('what was done'),
  AnalysisResult: words.default('').describe('what was found to be the cause'),
};

export const HandleAlarmForm = z.object({
  Id: bigId,
  ...handling,
  SeenEPOCH: integer
    .nullable()
    .optional()
    .describe('when it had last been handled as the caller saw it (COMMENT_TIME); null: not yet. None: not compared'),
});

/** At once, in one list. */
export const maxAlarmsAtOnce = 500;
const chosenAlarms = z.array(bigId).min(1).max(maxAlarmsAtOnce);

/** Spec §4, "history events". */
export const alarmEvents = {
  trigger: { zh: '触发', en: 'Trigger' },
  repeat: { zh: '重复', en: 'Repeat' },
  escalation: { zh: '升级', en: 'Escalation' },
  change: { zh: '级别变化', en: 'Change of level' },
  recovery: { zh: '点位恢复', en: 'Recovery' },
  acknowledge: { zh: '确认', en: 'Acknowledge' },
  handling: { zh: '处理', en: 'Handling' },
  comment: { zh: '评论', en: 'Comment' },
  hidden: { zh: '隐藏', en: 'Hidden' },
  shown: { zh: '恢复显示', en: 'Shown again' },
  correction: { zh: '按补传数据更正', en: 'Corrected by late data' },
} as const;
export type AlarmEventName = keyof typeof alarmEvents;
const eventNames = Object.keys(alarmEvents) as [AlarmEventName, ...AlarmEventName[]];

/** One alarm, and what people do about it. */
export const alarmActCalls = defineCalls({
  getAlarmDetail: {
    method: 'GET',
    path: '/AlarmActive/GetAlarmDetail',
    effect: 'read',
    access: alarmReaders,
    summary: { zh: '报警详情', en: 'One alarm with its journal' },
    query: z.object({ alarmId: bigId }),
    data: AlarmDetail,
  },
  /** The course of one alarm, in the order it happened: trigger, repeats, escalation, recovery, and what people did. */
  getAlarmSchedule: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmSchedule',
    effect: 'read',
    access: alarmReaders,
    encoding: 'json',
    summary: { zh: '报警进程', en: 'The course of one alarm' },
    body: z.object({ AlarmId: bigId }),
    data: z.array(
      z.object({
        Event: z.enum(eventNames),
        /** In the caller's language. */
        EventName: z.string(),
        EPOCH: epochMs,
        /** Since the alarm was raised; never below 0. */
        Seconds: z.number().int(),
        Level: z.number().int().nullable(),
        Text: z.string(),
        UserName: z.string().nullable(),
        /** How many people were told of it. */
        NotifiedCount: z.number().int(),
      }),
    ),
  },
  /** What a curve marks: alarms that were on at any moment of a range, of the levels the caller may see. */
  getAlarmsOfPoints: {
    method: 'POST',
    path: '/AlarmActive/GetAlarmsOfPoints',
    effect: 'read',
    access: alarmReaders,
    encoding: 'json',
    summary: { zh: '点位在一段时间内的报警', en: 'Alarms of points between two times, by point and beginning' },
    body: z.object({
      ProjectId: id,
      PointIdList: idList,
      /** In the project's time zone. */
      StartTime: localMoment,
      EndTime: localMoment,
    }),
    data: z.array(AlarmOfPoint),
  },
  /**
   * Acknowledge. `level`, ours: what the caller saw. If the alarm has become more severe since, the call is refused with 409, so
   * that nobody acknowledges what they have not seen. Without it nothing is compared.
   */
  updateStatus: {
    method: 'POST',
    path: '/AlarmActive/updateStatus',
    effect: 'write',
    access: ['alarmHandle'],
    summary: { zh: '确认报警', en: 'Acknowledge an alarm' },
    query: z.object({ id: bigId, level: integer.pipe(z.number().min(1).max(4)).optional() }),
    data: AlarmRow,
  },
  /** All or none: one that was confirmed before, or became more severe since it was on the screen, refuses the whole and is named. */
  batchConfirmAlarm: {
    method: 'POST',
    path: '/AlarmActive/BatchConfirmAlarm',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '批量确认报警', en: 'Acknowledge several alarms' },
    body: z.object({
      AlarmList: z
        .array(z.object({ Id: bigId, Level: integer.pipe(z.number().min(1).max(4)).optional() }))
        .min(1)
        .max(maxAlarmsAtOnce),
    }),
    data: z.object({ Count: z.number().int() }),
  },
  /**
   * Handle: the follow-up people chose, with what was done and found. It may be decided otherwise later; `SeenEPOCH`, ours, keeps
   * one from writing over what a colleague decided meanwhile: 409, with what was decided.
   */
  upDetail: {
    method: 'POST',
    path: '/AlarmActive/upDetail',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '处理报警', en: 'Handle an alarm' },
    body: HandleAlarmForm,
    data: AlarmRow,
  },
  /** All or none, each of them confirmed and not handled yet; a refusal says by `RefusedIds` which are not. */
  batchHandleAlarm: {
    method: 'POST',
    path: '/AlarmActive/BatchHandleAlarm',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '批量处理报警', en: 'Handle several alarms' },
    body: z.object({ IdList: chosenAlarms, ...handling }),
    data: z.object({ Count: z.number().int() }),
  },
  /** As many as people have to say; none takes another back. */
  addAlarmComment: {
    method: 'POST',
    path: '/AlarmActive/AddAlarmComment',
    effect: 'write',
    access: ['alarmHandle'],
    encoding: 'json',
    summary: { zh: '评论报警', en: 'Write a comment about an alarm' },
    body: z.object({ Id: bigId, Comment: z.string().trim().min(1).max(500) }),
    data: z.null(),
  },
});
