import type { DomainEvents, EventBus } from '../events.ts';
import type { OutboxItem } from '../notifications/index.ts';
import type { WrittenOccurrence } from './evaluator.store.ts';
import type { OccurrenceWrite } from './occurrenceWrites.ts';

/** What a transaction made true, to be told once it has committed. */
export interface Outcome {
  readonly changes: readonly DomainEvents['alarmChanged'][];
  /** People for whom messages were written already. */
  readonly userIds: readonly number[];
  /** Calls wait in the outbox to become messages. */
  readonly hasCalls: boolean;
}

type PlacedRow = Pick<WrittenOccurrence, 'id' | 'company_id' | 'project_id' | 'device_id' | 'point_id'>;

export const outboxItem = (row: PlacedRow, push: OccurrenceWrite['pushes'][number]): OutboxItem => ({
  alarmId: row.id,
  projectId: row.project_id,
  severity: push.severity,
  pushType: push.type,
  step: push.step,
  text: push.text,
  onlyThoseTold: push.onlyThoseTold,
});

type Change = DomainEvents['alarmChanged'];

export const changeOf = (row: PlacedRow, change: Pick<Change, 'kind' | 'level' | 'previousLevel' | 'at'>): Change => ({
  alarmId: row.id,
  companyId: row.company_id,
  projectId: row.project_id,
  deviceId: row.device_id,
  pointId: row.point_id,
  ...change,
});

export function announce(events: EventBus, outcome: Outcome | null): void {
  if (!outcome) return;
  for (const change of outcome.changes) events.emit('alarmChanged', change);
  if (outcome.userIds.length > 0) events.emit('pushesWaiting', { userIds: outcome.userIds });
}
