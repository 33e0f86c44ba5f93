import { commonErrors, type pointCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createPresentLive, type LivePointDeps } from './livePoints.ts';
import { findPoints, pagePoints } from './store.ts';

export function pointHandlers(deps: LivePointDeps): Handlers<typeof pointCalls> {
  const { db } = deps;
  const presentLive = createPresentLive(deps);
  return {
    /** One unknown or foreign id among many is left out; when nothing is left the answer is a refusal, not an empty success. */
    async getPointRealTimeData({ caller, language }, { query }) {
      const rows = await findPoints(caller.tenant, db, query.pointIds);
      if (rows.length === 0 && query.pointIds.length > 0) throw new Refusal(commonErrors.notFound);
      return presentLive(caller.tenant, query.ProjectId, rows, language);
    },

    async queryPointRead({ caller, language }, { body }) {
      const { rows, total } = await pagePoints(caller.tenant, db, {
        projectId: body.ProjectId,
        deviceId: body.mtid ?? null,
        name: body.name ?? null,
        offset: (body.PageIndex - 1) * body.PageSize,
        limit: body.PageSize,
      });
      return { Data: await presentLive(caller.tenant, body.ProjectId, rows, language), TotalCount: total };
    },
  };
}
