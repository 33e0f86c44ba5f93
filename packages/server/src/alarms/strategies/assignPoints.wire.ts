import {
  type CallData,
  type ParsedInput,
  type RuleDefinition,
  type strategyCalls,
  strategyErrors,
  strategyPointLimit,
} from '@watchpost/contract';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { watchablePoints } from './choices.store.ts';
import { fitRules, placesOf } from './fitRules.ts';
import {
  lockWhole,
  type StrategyContext,
  type StrategyDeps,
  strategiesChanged,
  type WholeStrategy,
} from './saveStrategy.wire.ts';
import { setSubjects, updateStrategy } from './strategyWrites.store.ts';

type AssignCall = (typeof strategyCalls)['assignAlarmStrategy'];

const everything = { offset: 0, limit: strategyPointLimit + 1 };

/** The kind of value that all conditions of a strategy need of its points; null: any. */
function valueTypeOf(definitions: readonly RuleDefinition[]): 'analog' | 'status' | null {
  const kinds = new Set(definitions.map(({ kind }) => kind));
  if (kinds.has('state')) return 'status';
  for (const any of ['noData', 'badQuality', 'communicationLoss'] as const) kinds.delete(any);
  return kinds.size > 0 ? 'analog' : null;
}

/** Puts all points that fit under a strategy, or takes them out. Points with the other kind of value are not meant. */
export function assignPoints(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: ParsedInput<AssignCall>['body'],
): Promise<CallData<AssignCall>> {
  const { caller } = context;
  const { tenant } = caller;
  const { Remove: remove = false } = asked;
  const which = {
    classIds: asked.SmallTypeIdList,
    typeIds: asked.PointTypeIdList,
    areaIds: asked.LocationIdList,
    deviceIds: asked.ModelTreeIdList,
    pointIds: asked.PointIdList,
  };
  if (Object.values(which).every((filter) => filter === undefined)) throw new Refusal(strategyErrors.nothingChosen);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    const whole = await lockWhole(caller, transaction, asked.StrategyId);
    const { row, rules } = whole;
    const filter = { ...which, projectId: row.project_id };
    const definitions = rules.map(({ definition }) => definition);
    const valueType = valueTypeOf(definitions);
    const { rows } = await watchablePoints(tenant, transaction, filter, everything);
    const ofKind = rows.filter(({ value_type }) => valueType === null || value_type === valueType);
    const present = new Set(subjectsOfKind(whole, 'point'));
    const coming = remove ? [] : ofKind.filter(({ id }) => !present.has(id));
    const { fits, unclear } = await fitRules(tenant, transaction, row.project_id, definitions, coming);
    const moved = (remove ? ofKind.filter(({ id }) => present.has(id)) : fits).map(({ id }) => id);
    const answer = {
      Matched: ofKind.length - coming.length + fits.length,
      Changed: moved.length,
      UnclearList: placesOf(unclear, context.language),
    };
    if (asked.IsDryRun || moved.length === 0) {
      unchanged();
      return answer;
    }
    await movePoints(deps, context, write, whole, moved, remove);
    return answer;
  });
}

const subjectsOfKind = ({ subjects }: WholeStrategy, wanted: 'point' | 'gateway' | 'slave'): number[] => [
  ...new Set(subjects.filter(({ subject_kind }) => subject_kind === wanted).map(({ subject_id }) => subject_id)),
];

/** Puts points under a strategy that is locked, or takes them out. They were found to fit its conditions. */
export async function movePoints(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  { caller }: Pick<StrategyContext, 'caller'>,
  write: OneWrite,
  whole: WholeStrategy,
  moved: readonly number[],
  remove: boolean,
): Promise<void> {
  const { tenant } = caller;
  const { row, rules } = whole;
  const { transaction, log } = write;
  const present = new Set(subjectsOfKind(whole, 'point'));
  const movedSet = new Set(moved);
  const pointIds = remove ? [...present].filter((id) => !movedSet.has(id)) : [...new Set([...present, ...moved])];
  if (pointIds.length > strategyPointLimit)
    throw new Refusal(strategyErrors.tooManyPoints, { limit: strategyPointLimit });
  if (pointIds.length === 0 && rules.some(({ definition }) => definition.kind !== 'communicationLoss'))
    throw new Refusal(strategyErrors.lastPoints);
  await setSubjects(tenant, transaction, row.id, {
    pointIds,
    gatewayIds: subjectsOfKind(whole, 'gateway'),
    slaveIds: subjectsOfKind(whole, 'slave'),
  });
  await updateStrategy(tenant, transaction, row.id, {}, new Date(deps.clock.now()));
  log({
    companyId: tenant.companyId,
    projectId: row.project_id,
    subject: { kind: 'alarmStrategy', id: row.id, name: row.name },
    before: { pointIdList: remove ? [...moved] : [] },
    after: { pointIdList: remove ? [] : [...moved] },
  });
  await strategiesChanged(write, deps, caller, [row.id]);
}
