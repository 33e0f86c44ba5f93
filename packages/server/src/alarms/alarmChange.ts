import type { DomainEvents } from '../events.ts';
import type { WrittenAlarm } from './evaluator/evaluator.store.ts';

/** What became true of an alarm, to be told to browsers once its transaction has committed. */
export type AlarmChange = DomainEvents['alarmChanged'];

type PlacedRow = Pick<WrittenAlarm, 'id' | 'company_id' | 'project_id' | 'device_id' | 'point_id'>;

export const changeOf = (row: PlacedRow, change: Pick<AlarmChange, 'kind' | 'levels' | 'at'>): AlarmChange => ({
  alarmId: row.id,
  companyId: row.company_id,
  projectId: row.project_id,
  deviceId: row.device_id,
  pointId: row.point_id,
  ...change,
});
