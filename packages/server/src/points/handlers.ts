import { commonErrors, type pointCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { LiveValues } from './liveValues.ts';
import { type PointLimits, presentPoint } from './present.ts';
import { findPoints, pagePoints } from './store.ts';

export interface PointDeps {
  db: Db;
  live: LiveValues;
  limitsOfPoint(pointId: number): PointLimits | null;
}

export const pointHandlers = ({ db, live, limitsOfPoint }: PointDeps): Handlers<typeof pointCalls> => ({
  /** One unknown or foreign id among many is left out; when nothing is left the answer is a refusal, not an empty success. */
  async getPointRealTimeData({ caller, language }, { query }) {
    const rows = await findPoints(caller.tenant, db, query.pointIds);
    if (rows.length === 0 && query.pointIds.length > 0) throw new Refusal(commonErrors.notFound);
    return rows.map((row) => presentPoint(row, live.get(row.id), limitsOfPoint(row.id), language));
  },

  async queryPointRead({ caller, language }, { body }) {
    const { rows, total } = await pagePoints(caller.tenant, db, {
      projectId: body.ProjectId,
      deviceId: body.mtid ?? null,
      name: body.name ?? null,
      offset: (body.PageIndex - 1) * body.PageSize,
      limit: body.PageSize,
    });
    return {
      Data: rows.map((row) => presentPoint(row, live.get(row.id), limitsOfPoint(row.id), language)),
      TotalCount: total,
    };
  },
});
