import { commonErrors, noRelatedPoints, pointErrors, type pointListCalls } from '@watchpost/contract';
import type { Handlers } from '../../../handlers.ts';
import { inOneWrite } from '../../../logs/index.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { inLanguage } from '../../../platform/inLanguage.ts';
import type { PointDeps } from '../../PointDeps.ts';
import { needPoints, projectOf } from '../needPoints.ts';
import { findDevices, findLinked, relatedPoints, setRelated } from '../places.store.ts';

/** Points that are looked at together with one. */
export function relatedHandlers(
  deps: PointDeps,
): Pick<Handlers<typeof pointListCalls>, 'addPointRelevance' | 'getPointRelevance'> {
  const { db } = deps;
  return {
    async addPointRelevance(context, { body }) {
      const { tenant } = context.caller;
      await inOneWrite(deps, context, async (write) => {
        const { transaction, log } = write;
        const others = [...new Map(body.PointRelevanceList.map((each) => [each.PointIdB, each])).values()];
        if (others.some(({ PointIdB }) => PointIdB === body.PointIdA)) throw new Refusal(pointErrors.relevanceItself);
        const points = await needPoints(context, transaction, [
          body.PointIdA,
          ...others.map(({ PointIdB }) => PointIdB),
        ]);
        const projectId = projectOf(points);
        const deviceIds = [body.ModelTreeIdA, ...others.map(({ ModelTreeIdB }) => ModelTreeIdB)].filter(
          (id) => id !== undefined,
        );
        const wanted = new Set(deviceIds);
        if ((await findDevices(tenant, transaction, projectId, { ids: [...wanted] })).length < wanted.size)
          throw new Refusal(pointErrors.placeUnknown);
        const of = { projectId, pointId: body.PointIdA, deviceId: body.ModelTreeIdA ?? null };
        await setRelated(
          tenant,
          transaction,
          of,
          others.map(({ PointIdB, ModelTreeIdB }) => ({ pointId: PointIdB, deviceId: ModelTreeIdB ?? null })),
        );
        const byId = new Map(points.map((point) => [point.id, point.name]));
        const subject = { kind: 'point', id: body.PointIdA, name: byId.get(body.PointIdA)! } as const;
        const after = { relatedPoints: others.map(({ PointIdB }) => byId.get(PointIdB)) };
        log({ companyId: tenant.companyId, projectId, subject, after });
      });
      return null;
    },

    async getPointRelevance({ caller, language, say }, { query }) {
      const [point] = await findLinked(caller.tenant, db, [query.pointId], 'look');
      if (!point) throw new Refusal(commonErrors.notFound);
      const rows = await relatedPoints(caller.tenant, db, query.pointId, query.modelTreeId ?? null);
      if (rows.length === 0) say(noRelatedPoints);
      return rows.map((row) => ({
        PointIdB: row.id,
        PointName: inLanguage(row.name, row.name_en, language),
        PointType: row.value_type === 'status' ? 1 : 0,
        Unit: row.unit,
        ModelTreeIdB: row.device_id,
        ModelTreeName: row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
      }));
    },
  };
}
