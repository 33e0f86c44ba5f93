import { commonErrors, type limitCalls, writingErrors } from '@watchpost/contract';
import { needLineToSetUp } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findPointsToWrite, type LimitRow, pageInterlockPoints, setLimit } from '../points.store.ts';
import { presentInterlockPoint, presentLimit } from '../present.ts';
import type { WriteDeps } from '../rightsOf.ts';

/** What the log says of a limit: only what is set. */
const inLog = (limit: LimitRow): object => ({
  ...(limit.low === null ? {} : { min: limit.low }),
  ...(limit.high === null ? {} : { max: limit.high }),
  ...(limit.allowed_values.length === 0 ? {} : { allowedValues: limit.allowed_values }),
  ...(limit.min_interval_seconds === 0 ? {} : { minIntervalSeconds: limit.min_interval_seconds }),
  ...(limit.interlock_sentence === null ? {} : { interlock: limit.interlock_sentence }),
});

export function limitHandlers(deps: Pick<WriteDeps, 'db' | 'clock'>): Handlers<typeof limitCalls> {
  const { db } = deps;
  return {
    async getPointWriteLimit({ caller, language }, { query }) {
      const point = (await findPointsToWrite(caller.tenant, db, [query.pointID])).get(query.pointID);
      if (!point) throw new Refusal(commonErrors.notFound);
      const id = point.interlock_point_id;
      const other = id === null ? undefined : (await findPointsToWrite(caller.tenant, db, [id])).get(id);
      return presentLimit(point, other, language);
    },

    async updatePointWriteLimit(context, { body }) {
      const { tenant } = context.caller;
      const interlock = body.Interlock;
      const ids = interlock ? [body.PointId, interlock.PointId] : [body.PointId];
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const points = await findPointsToWrite(tenant, transaction, ids);
        const point = points.get(body.PointId);
        if (!point) throw new Refusal(commonErrors.notFound);
        await needLineToSetUp(context.caller, transaction, [{ ...point, gateway_id: point.gateway_id || null }]);
        const other = interlock ? points.get(interlock.PointId) : null;
        if (interlock && (other?.project_id !== point.project_id || other.point_id === point.point_id))
          throw new Refusal(writingErrors.interlockOfOtherProject);
        const limit: LimitRow = {
          low: body.Min ?? null,
          high: body.Max ?? null,
          allowed_values: [...new Set(body.AllowedValues)].sort((a, b) => a - b),
          min_interval_seconds: body.MinIntervalSeconds,
          interlock_point_id: interlock?.PointId ?? null,
          interlock_operator: interlock?.Operator ?? null,
          interlock_value: interlock?.Value ?? null,
          interlock_sentence: interlock?.Sentence ?? null,
          interlock_sentence_en: interlock?.SentenceEn ?? null,
        };
        const isSet = Object.keys(inLog(limit)).length > 0;
        await setLimit(tenant, transaction, point.point_id, isSet ? limit : null);
        log({
          companyId: point.company_id,
          projectId: point.project_id,
          subject: {
            kind: 'point',
            id: point.point_id,
            name: [point.device_name, point.name].filter(Boolean).join(' · '),
          },
          before: inLog(point),
          after: inLog(limit),
        });
      });
      return null;
    },

    async getInterlockPoints({ caller, language }, { body }) {
      const point = (await findPointsToWrite(caller.tenant, db, [body.PointId])).get(body.PointId);
      if (!point) throw new Refusal(commonErrors.notFound);
      const { rows, total } = await pageInterlockPoints(
        caller.tenant,
        db,
        { projectId: point.project_id, exceptPointId: point.point_id, text: body.Text },
        { limit: body.PageSize, offset: (body.PageIndex - 1) * body.PageSize },
      );
      return { Data: rows.map((row) => presentInterlockPoint(row, language)), TotalCount: total };
    },
  };
}
