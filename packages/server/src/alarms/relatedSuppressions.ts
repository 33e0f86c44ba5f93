import type { AlarmRow, Bilingual } from '@watchpost/contract';
import { seesLevel, type UserTenant } from '../access/index.ts';
import type { AlarmService } from './evaluator/alarmService.ts';
import type { AlarmListRow } from './store.ts';

export interface RelatedSuppression {
  readonly kind: AlarmRow['HeldList'][number]['Kind'];
  readonly name: Bilingual;
  readonly since: number;
  readonly until: number;
}

/** What is suppressed around an active alarm: a door that stands open silences the limit beside it, and says so. */
export function relatedSuppressions(
  alarms: Pick<AlarmService, 'relatedSuppressions'>,
  tenant: UserTenant,
  row: AlarmListRow,
): RelatedSuppression[] {
  if (row.returned_at !== null) return [];
  const { own, others } = alarms.relatedSuppressions(row, (level) => seesLevel(tenant, row.project_id, level));
  return [
    ...own.map(({ by, since, until, isSettling }): RelatedSuppression => {
      return { kind: isSettling ? 'settling' : 'by', name: by, since, until };
    }),
    ...others.map(({ name, since, until }): RelatedSuppression => ({ kind: 'other', name, since, until })),
  ];
}
