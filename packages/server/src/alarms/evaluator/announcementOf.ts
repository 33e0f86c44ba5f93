import type { Announcement } from '../../notifications/index.ts';
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
