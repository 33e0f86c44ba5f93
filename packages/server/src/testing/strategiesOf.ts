import type { Db } from '../platform/db/database.ts';
import { aRule, aStrategy } from './factories.ts';

/** Alarm strategies of a project that raise nothing, for calls to change and to delete. */
export interface Strategies {
  strategyId: number;
  ruleId: number;
  spareStrategyId: number;
  strategyTemplateId: number;
  spareStrategyTemplateId: number;
}

export async function strategiesOf(
  db: Db,
  {
    companyId,
    projectId,
    pointId,
    classId,
  }: { companyId: number; projectId: number; pointId: number; classId: number },
  marker: string,
): Promise<Strategies> {
  // Above all values that tests measure.
  const never = {
    kind: 'limit',
    bands: { high: { limit: 1_000_000_000, severity: 3 } },
    deadband: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  } as const;
  const strategyId = await aStrategy(db, projectId, { name: `${marker} Policy` });
  const ruleId = await aRule(db, strategyId, never, { points: [pointId] });
  // Yesterday, wherever the project is: the nightly comparison has been there.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const proved = { project_id: projectId, day };
  await db
    .insertInto('alarm_proof')
    .values({ ...proved, proved_at: new Date(), is_final: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('alarm_proof_point')
    .values({ ...proved, point_id: pointId, rules: 1, alarms: 0, gap_seconds: 3_600, bad_seconds: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const spareStrategyId = await aStrategy(db, projectId, { name: `${marker} Spare policy` });
  await aRule(db, spareStrategyId, never, { points: [pointId] });
  const { point_type_id } = await db
    .selectFrom('point')
    .where('id', '=', pointId)
    .select('point_type_id')
    .executeTakeFirstOrThrow();
  const templates = await db
    .insertInto('alarm_strategy_template')
    .values(
      ['Template', 'Spare template'].map((name) => ({
        company_id: companyId,
        name: `${marker} ${name}`,
        device_class_id: classId,
        point_type_id,
        definitions: JSON.stringify([never]),
      })),
    )
    .returning('id')
    .execute();
  const [strategyTemplateId, spareStrategyTemplateId] = templates.map(({ id }) => id) as [number, number];
  return { strategyId, ruleId, spareStrategyId, strategyTemplateId, spareStrategyTemplateId };
}
