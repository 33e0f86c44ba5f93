import { type RuleDefinition, StrategyForm } from '@watchpost/contract';
import { addStrategy, changeStrategyWithin, takePointsOut } from '../../alarms/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { strategyOfLimits, type TagRow, updateTag } from './tag.store.ts';

export interface TagLimits {
  readonly low: number | null;
  readonly high: number | null;
}

const important = 2;
/** °C: a value that sways about a limit is one alarm. */
const deadband = 0.2;

const ruleOf = ({ low, high }: TagLimits): RuleDefinition => ({
  kind: 'limit',
  bands: {
    ...(low === null ? {} : { low: { limit: low, severity: important } }),
    ...(high === null ? {} : { high: { limit: high, severity: important } }),
  },
  deadband,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
});

const inWords = ({ low, high }: TagLimits): string => [low ?? '', high ?? ''].join('…');

/**
 * Gives tags of one project limits, by an alarm policy as any other: tags with the same limits share one. Who is told is set up
 * there; without contacts it is a popup.
 *
 * @param limits null: none any more
 */
export async function setTagLimits(
  deps: Pick<TransportDeps, 'clock' | 'events'>,
  context: Pick<TransportContext, 'caller' | 'language'>,
  write: OneWrite,
  tags: readonly TagRow[],
  limits: TagLimits | null,
): Promise<void> {
  const { tenant } = context.caller;
  const { transaction } = write;
  const [{ project_id: projectId }] = tags as readonly [TagRow, ...TagRow[]];
  const pointIds = tags.flatMap(({ points }) => points.temperature ?? []);
  for (const strategyId of new Set(tags.flatMap(({ strategy_id }) => strategy_id ?? []))) {
    const leaving = tags.filter(({ strategy_id }) => strategy_id === strategyId);
    for (const { id } of leaving) await updateTag(tenant, transaction, id, { strategy_id: null });
    await takePointsOut(
      deps,
      context,
      write,
      strategyId,
      leaving.flatMap(({ points }) => points.temperature ?? []),
    );
  }
  let strategyId: number | null = null;
  if (limits !== null) {
    strategyId = await strategyOfLimits(tenant, transaction, projectId, limits);
    if (strategyId !== null)
      await changeStrategyWithin(deps, context, write, { StrategyId: strategyId, AddPointIdList: pointIds });
    else {
      const form = StrategyForm.parse({
        ProjectId: projectId,
        StrategyName: `标签限值 ${inWords(limits)} °C`,
        StrategyNameEn: `Tag limits ${inWords(limits)} °C`,
        RuleList: [{ Definition: ruleOf(limits) }],
        PointIdList: pointIds,
      });
      strategyId = await addStrategy(deps, context, write, form);
    }
  }
  const values = { alarm_low: limits?.low ?? null, alarm_high: limits?.high ?? null, strategy_id: strategyId };
  for (const { id } of tags) await updateTag(tenant, transaction, id, values);
}
