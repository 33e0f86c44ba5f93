import type { Announcement } from '../../notifications/index.ts';
import type { OccurrenceWrite } from './alarmWrites.ts';
import type { WrittenOccurrence } from './evaluator.store.ts';

export const announcementOf = (
  row: Pick<WrittenOccurrence, 'id' | 'project_id'>,
  push: OccurrenceWrite['pushes'][number],
): Announcement => ({
  alarmId: row.id,
  projectId: row.project_id,
  severity: push.severity,
  pushType: push.type,
  step: push.step,
  text: push.text,
  onlyThoseTold: push.onlyThoseTold,
});
