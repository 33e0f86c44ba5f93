import type { Db } from '../platform/db/database.ts';
import { aRule, aStrategy } from './factories.ts';

/** Alarm strategies of a project that raise nothing, for calls to change and to delete. */
export interface Strategies {
  strategyId: number;
  ruleId: number;
  spareStrategyId: number;
}

export async function strategiesOf(
  db: Db,
  { projectId, pointId }: { projectId: number; pointId: number },
  marker: string,
): Promise<Strategies> {
  const never = {
    kind: 'limit',
    bands: { high: { limit: 90_000, severity: 3 } },
    deadband: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  } as const;
  const strategyId = await aStrategy(db, projectId, { name: `${marker} Policy` });
  const ruleId = await aRule(db, strategyId, never, { points: [pointId] });
  const spareStrategyId = await aStrategy(db, projectId, { name: `${marker} Spare policy` });
  await aRule(db, spareStrategyId, never, { points: [pointId] });
  return { strategyId, ruleId, spareStrategyId };
}
