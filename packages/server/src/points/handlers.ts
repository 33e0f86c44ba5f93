import { commonErrors, type pointCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createPresentLive, type LivePointDeps } from './livePoints.ts';
import { findPoints } from './store.ts';

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
  };
}
