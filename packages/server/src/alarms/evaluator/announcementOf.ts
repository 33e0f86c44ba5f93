import { pushTypes } from '@watchpost/contract';
import { type Announcement, isNotified } from '../../notifications/index.ts';
import type { AlarmWrite } from './alarmWrites.ts';
import type { WrittenAlarm } from './evaluator.store.ts';

export const announcementOf = (
  row: Pick<WrittenAlarm, 'id' | 'project_id'>,
  push: AlarmWrite['pushes'][number],
): Announcement => ({
  alarmId: row.id,
  projectId: row.project_id,
  severity: push.severity,
  pushType: push.type,
  step: push.step,
  text: push.text,
  previouslyNotifiedOnly: push.previouslyNotifiedOnly,
});

/** A buffer comes in many messages. What is told of it is gathered by windows of this length, in ms, so that it is one message. */
const gatheredMs = 120_000;

/** That an alarm came and went unheard: nothing to be called for, but to be known. Null: it was never more than a record. */
export function offlineAnnouncementOf(
  row: Pick<WrittenAlarm, 'id' | 'project_id' | 'worst_severity'>,
  { whileOffline }: Pick<AlarmWrite, 'whileOffline'>,
  now: number,
): Announcement | null {
  if (whileOffline === null || !isNotified(row.worst_severity)) return null;
  const push = { type: pushTypes.offline, step: 'offline', severity: row.worst_severity, text: whileOffline };
  const dueAt = new Date((Math.floor(now / gatheredMs) + 2) * gatheredMs);
  return { ...announcementOf(row, { ...push, previouslyNotifiedOnly: false }), dueAt };
}
