import type { Language, PointValue } from '@watchpost/contract';
import { seesLevel, type Tenant } from '../access/index.ts';
import type { PendingOnPoint } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { showsLive } from '../projects/index.ts';
import type { LiveValues } from './liveValues.ts';
import { presentPoint, type ShownLimits } from './present.ts';
import type { PointRow } from './store.ts';

/**
 * Points of one project with their present values and what is pending on them, as every screen shows them; without either once
 * its service has ended.
 */
export type PresentLive = (
  tenant: Tenant,
  projectId: number,
  rows: readonly PointRow[],
  language: Language,
) => Promise<PointValue[]>;

export interface LivePointDeps {
  db: Db;
  clock: Clock;
  live: LiveValues;
  limitsOfPoint(pointId: number): ShownLimits | null;
  pendingOnPoint(pointId: number): readonly PendingOnPoint[];
}

export const createPresentLive =
  ({ db, clock, live, limitsOfPoint, pendingOnPoint }: LivePointDeps): PresentLive =>
  async (tenant, projectId, rows, language) => {
    const isShown = await showsLive(tenant, db, projectId, clock.now());
    return rows.map((row) => {
      const pending = isShown ? pendingOnPoint(row.id) : [];
      return presentPoint(
        row,
        isShown ? live.get(row.id) : null,
        limitsOfPoint(row.id),
        pending.filter(({ severity }) => seesLevel(tenant, row.project_id, severity)),
        language,
      );
    });
  };
