import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenBigIds, epochMs, id, page, pageOf } from '../scalars.ts';

export const AlarmPush = z.object({
  AlarmPushId: z.number().int(),
  AlarmId: z.number().int(),
  ModelTreeId: z.number().int().nullable(),
  ModelTreeName: z.string(),
  PointName: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  PushType: z.number().int().describe('0 trigger, 1 repeat, 2 escalation, 3 clear'),
  Level: z.number().int(),
  AlarmClassName: z.string(),
  /** The reason in words, in the caller's language. */
  AlarmSetting: z.string(),
  AlarmEpoch: epochMs,
  /** The alarm as it stands now, not as it stood when the push was written: when it returned, and who acknowledged it. */
  ClearedEpoch: epochMs.nullable(),
  AckedEpoch: epochMs.nullable(),
  AckedName: z.string().nullable(),
});
export type AlarmPush = z.infer<typeof AlarmPush>;

/** The user id that the original client sends for everybody. Spec §9. */
export const nobodyInParticular = 120;

export const popupCalls = defineCalls({
  /**
   * Unread popups of the caller, whom the token names. `UserId` may be left out, be the caller's own, or the fixed 120 of the original
   * client, which means nobody in particular and changes nothing; any other is refused.
   */
  getAlarmPlayScreenPage: {
    method: 'POST',
    path: '/AlarmPlayScreen/GetAlarmPlayScreenPage',
    effect: 'read',
    access: 'session',
    summary: { zh: '未读报警弹窗', en: 'Alarm popups not yet closed' },
    body: z.object({ UserId: id.optional(), CompanyId: id.optional(), ...page }),
    data: pageOf(AlarmPush),
  },
  readAlarmPlayScreen: {
    method: 'POST',
    path: '/AlarmPlayScreen/ReadAlarmPlayScreen',
    effect: 'write',
    logged: false,
    access: 'session',
    encoding: 'json',
    summary: { zh: '标记弹窗已读', en: 'Mark popups as read' },
    body: chosenBigIds,
    data: z.null(),
  },
});
