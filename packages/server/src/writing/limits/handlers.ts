import { isDeepStrictEqual } from 'node:util';
import { commonErrors, type limitCalls, WriteLimitForm, writingErrors } from '@watchpost/contract';
import { needLineToSetUp } from '../../gateways/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { parseChanged } from '../../platform/http/validate.ts';
import { findPointsToWrite, type LimitRow, pageInterlockPoints, setLimit } from '../points.store.ts';
import { presentInterlockPoint, presentLimit } from '../present.ts';
import { lockPoint } from '../records.store.ts';
import type { WriteDeps } from '../rightsOf.ts';

/** What the log says of a limit: only what is set. */
const inLog = (limit: LimitRow): object => ({
  ...(limit.low === null ? {} : { min: limit.low }),
  ...(limit.high === null ? {} : { max: limit.high }),
  ...(limit.allowed_values.length === 0 ? {} : { allowedValues: limit.allowed_values }),
  ...(limit.min_interval_seconds === 0 ? {} : { minIntervalSeconds: limit.min_interval_seconds }),
  ...(limit.interlock_sentence === null ? {} : { interlock: limit.interlock_sentence }),
});

const limitOf = (row: LimitRow): LimitRow => ({
  low: row.low,
  high: row.high,
  allowed_values: row.allowed_values,
  min_interval_seconds: row.min_interval_seconds,
  interlock_point_id: row.interlock_point_id,
  interlock_operator: row.interlock_operator,
  interlock_value: row.interlock_value,
  interlock_sentence: row.interlock_sentence,
  interlock_sentence_en: row.interlock_sentence_en,
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
      const { language } = context;
      const { tenant } = context.caller;
      const asked = body.Interlock;
      const ids = asked ? [body.PointId, asked.PointId] : [body.PointId];
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        await lockPoint(tenant, transaction, body.PointId);
        const points = await findPointsToWrite(tenant, transaction, ids);
        const point = points.get(body.PointId);
        if (!point) throw new Refusal(commonErrors.notFound);
        await needLineToSetUp(context.caller, transaction, [{ ...point, gateway_id: point.gateway_id || null }]);
        // One that stays may look at a point that is gone or that the caller does not see.
        const other = asked ? points.get(asked.PointId) : null;
        if (asked && (other?.project_id !== point.project_id || other.point_id === point.point_id))
          throw new Refusal(writingErrors.interlockOfOtherProject);
        const present = { PointId: point.point_id, ...presentLimit(point, undefined, language) };
        const whole = parseChanged(WriteLimitForm, present, body, language);
        const interlock = whole.Interlock;
        const limit: LimitRow = {
          low: whole.Min ?? null,
          high: whole.Max ?? null,
          allowed_values: [...new Set(whole.AllowedValues)].sort((a, b) => a - b),
          min_interval_seconds: whole.MinIntervalSeconds,
          interlock_point_id: interlock?.PointId ?? null,
          interlock_operator: interlock?.Operator ?? null,
          interlock_value: interlock?.Value ?? null,
          interlock_sentence: interlock?.Sentence ?? null,
          interlock_sentence_en: interlock?.SentenceEn ?? null,
        };
        if (isDeepStrictEqual(limit, limitOf(point))) return unchanged();
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
        rowRange(body),
      );
      return { Data: rows.map((row) => presentInterlockPoint(row, language)), TotalCount: total };
    },
  };
}
