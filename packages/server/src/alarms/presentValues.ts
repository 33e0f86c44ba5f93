import type { UserTenant } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { shownLive } from '../projects/index.ts';
import type { AlarmService } from './evaluator/alarmService.ts';
import { alarmsWithVisiblePoint } from './presentValues.store.ts';
import type { AlarmListRow } from './store.ts';

/** The present values of the points of these alarms, by alarm. Left out: what is unknown, or not for this reader. */
export type PresentValuesOf = (
  tenant: UserTenant,
  rows: readonly AlarmListRow[],
) => Promise<ReadonlyMap<number, number>>;

export const createPresentValues =
  ({
    db,
    clock,
    alarms,
  }: {
    readonly db: Db;
    readonly clock: Clock;
    readonly alarms: Pick<AlarmService, 'presentValueOf'>;
  }): PresentValuesOf =>
  async (tenant, rows) => {
    const known = rows.flatMap(({ id, point_id, project_id }) => {
      const value = point_id === null ? null : alarms.presentValueOf(point_id);
      return value === null ? [] : [{ id, project_id, value }];
    });
    if (known.length === 0) return new Map();
    // Without service there is no live data.
    const shown = await shownLive(tenant, db, [...new Set(known.map(({ project_id }) => project_id))], clock.now());
    const visible = await alarmsWithVisiblePoint(
      tenant,
      db,
      known.map(({ id }) => id),
    );
    return new Map(
      known
        .filter(({ id, project_id }) => shown.has(project_id) && visible.has(id))
        .map(({ id, value }) => [id, value] as const),
    );
  };
