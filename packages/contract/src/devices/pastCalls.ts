import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { epochMs, id, idFilter, page, pageOf } from '../scalars.ts';
import { DeviceRow } from './rows.ts';

const monitoring = ['monitorView', 'monitorEdit'] as const;

/** An alarm as a mark on a track of time. */
export const PastAlarm = z.object({
  AlarmId: z.number().int(),
  /** The device it was of; null: of a gateway or slave, or the device is gone. */
  Mtid: z.number().int().nullable(),
  SubjectName: z.string(),
  Level: z.number().int().describe('1 urgent … 3 general'),
  RaisedEPOCH: epochMs,
  /** Null: it is still active. */
  ClearedEPOCH: epochMs.nullable(),
});
export type PastAlarm = z.infer<typeof PastAlarm>;

/** A moment that was. */
const pastMoment = epochMs.min(0).max(8_640_000_000_000_000);
const longestTrackMs = 8 * 86_400_000;

/** So many alarms are marked of one day, the most severe first. */
export const maxPastAlarms = 500;

/** Monitoring: devices as they stood at a moment of the past. */
export const pastCalls = defineCalls({
  /**
   * Of each point the newest sample before the moment, no older than three times what counts as stale, at least an hour; limits by
   * the rules as they are now, as curves show them; alarms by when they were raised and cleared, and how severe they were then.
   */
  getPastTable: {
    method: 'POST',
    path: '/ModelTree/GetPastTable',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '过去某一时刻的项目设备与点位', en: 'Devices of a project as they stood at a moment' },
    body: z.object({
      ProjectId: id,
      MomentEPOCH: pastMoment.describe('not in the future'),
      ModelTreeIdList: idFilter.describe('only these devices'),
      ...page,
    }),
    data: pageOf(DeviceRow).extend({
      MomentEPOCH: epochMs,
      NeverIdList: z
        .array(z.number().int())
        .describe('devices of the page of which nothing is kept from before the moment'),
    }),
  },
  getPastAlarmList: {
    method: 'POST',
    path: '/ModelTree/GetPastAlarmList',
    effect: 'read',
    access: monitoring,
    encoding: 'json',
    summary: { zh: '一段时间内的报警标记', en: 'Alarms that were active within a time, as marks on a track' },
    body: z
      .object({ ProjectId: id, FromEPOCH: pastMoment, ToEPOCH: pastMoment.describe('at most eight days later') })
      .refine(({ FromEPOCH, ToEPOCH }) => FromEPOCH < ToEPOCH && ToEPOCH - FromEPOCH <= longestTrackMs, {
        path: ['ToEPOCH'],
        error: say({
          zh: '结束时间须晚于开始时间，且最多相隔 8 天',
          en: 'The end lies after the start, at most 8 days',
        }),
      }),
    data: z.array(PastAlarm),
  },
});
