import {
  commonErrors,
  type Language,
  type PointValue,
  type pointSetupCalls,
  type pointValueCalls,
} from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { createPresentLive, type LivePointDeps } from '../livePoints.ts';
import { type FirstDevice, findPoints, firstDevices, type PointRow } from '../store.ts';

type ValueHandlers = Handlers<typeof pointValueCalls> & Pick<Handlers<typeof pointSetupCalls>, 'getPlanPointStartInfo'>;

export function valueHandlers(deps: LivePointDeps): ValueHandlers {
  const { db } = deps;
  const presentLive = createPresentLive(deps);

  /** Present values of points of any projects, in their order. */
  async function liveValues(tenant: UserTenant, rows: readonly PointRow[], language: Language): Promise<PointValue[]> {
    const byProject = Map.groupBy(rows, ({ project_id }) => project_id);
    const values = await Promise.all(
      [...byProject].map(([projectId, ofProject]) => presentLive(tenant, projectId, ofProject, language)),
    );
    const byPoint = new Map(values.flat().map((value) => [value.PointId, value]));
    return rows.flatMap(({ id }) => byPoint.get(id) ?? []);
  }

  return {
    /** One unknown or foreign id among many is left out; when nothing is left the answer is a refusal, not an empty success. */
    async getPointRealTimeData({ caller, language }, { query }) {
      const rows = await findPoints(caller.tenant, db, query.pointIds);
      if (rows.length === 0 && query.pointIds.length > 0) throw new Refusal(commonErrors.notFound);
      return liveValues(caller.tenant, rows, language);
    },

    async getPlanPointStartInfo({ caller, language }, { query }) {
      const rows = await findPoints(caller.tenant, db, query.pointIds);
      const ofProject = rows.filter(({ project_id }) => project_id === (query.projectId ?? project_id));
      if (ofProject.length === 0 && query.pointIds.length > 0) throw new Refusal(commonErrors.notFound);
      const devices = await firstDevices(
        caller.tenant,
        db,
        ofProject.map(({ id }) => id),
      );
      const values = await liveValues(caller.tenant, ofProject, language);
      return values.map((value) => planPoint(value, devices.get(value.PointId), language));
    },
  };
}

const planPoint = (value: PointValue, device: FirstDevice | undefined, language: Language) => ({
  PointId: value.PointId,
  PointName: value.PointName,
  Unit: value.Unit,
  Decimals: value.Decimals,
  Value: value.Value,
  ValueText: value.ValueText,
  Time: value.Time,
  Quality: value.Quality,
  AlarmLevel: value.AlarmLevel,
  ModelTreeId: device?.id ?? null,
  ModelTreeName: device ? inLanguage(device.name, device.name_en, language) : null,
});
