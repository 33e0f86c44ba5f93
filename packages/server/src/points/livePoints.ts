import type { Language, PointValue } from '@watchpost/contract';
import type { Tenant } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { showsLive } from '../projects/index.ts';
import type { LiveValues } from './liveValues.ts';
import { type PointLimits, presentPoint } from './present.ts';
import type { PointRow } from './store.ts';

/** Points of one project with their present values, as every screen shows them; without values once its service has ended. */
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
  limitsOfPoint(pointId: number): PointLimits | null;
}

export const createPresentLive =
  ({ db, clock, live, limitsOfPoint }: LivePointDeps): PresentLive =>
  async (tenant, projectId, rows, language) => {
    const isShown = await showsLive(tenant, db, projectId, clock.now());
    return rows.map((row) => presentPoint(row, isShown ? live.get(row.id) : null, limitsOfPoint(row.id), language));
  };
