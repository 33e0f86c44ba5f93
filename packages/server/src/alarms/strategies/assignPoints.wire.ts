import { commonErrors, type RuleDefinition, strategyErrors, strategyPointLimit } from '@watchpost/contract';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { parseRule } from '../ruleDefinition.ts';
import { type PointFilter, watchablePoints } from './choices.store.ts';
import { faultsOfReferences, referenceProblemsOf } from './faultsOfReferences.ts';
import { definitionInWords, speechOf } from './present.ts';
import { referencesForeignPoints } from './referencesForeignPoints.ts';
import {
  lockWhole,
  type StrategyContext,
  type StrategyDeps,
  tellStrategies,
  type WholeStrategy,
} from './saveStrategy.wire.ts';
import { setOverrides, setSubjects, updateStrategy } from './strategyWrites.store.ts';

const everything = { offset: 0, limit: strategyPointLimit + 1 };

/** What the points of a strategy must be for all of its conditions; null: whatever they are. */
function valueTypeOf(definitions: readonly RuleDefinition[]): 'analog' | 'status' | null {
  const kinds = new Set(definitions.map(({ kind }) => kind));
  if (kinds.has('state')) return 'status';
  for (const any of ['noData', 'badQuality', 'communicationLoss'] as const) kinds.delete(any);
  return kinds.size > 0 ? 'analog' : null;
}

/** Puts all points that fit under a strategy, or takes them out. Those of the other kind of value are not meant. */
export function assignPoints(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: { strategyId: number; which: Omit<PointFilter, 'projectId'>; remove: boolean; dryRun: boolean },
): Promise<{ Matched: number; Changed: number; UnclearList: string[] }> {
  const { caller } = context;
  const { tenant } = caller;
  if (Object.values(asked.which).every((filter) => filter === undefined))
    throw new Refusal(strategyErrors.nothingChosen);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, unchanged } = write;
    const whole = await lockWhole(caller, transaction, asked.strategyId);
    const { row, rules } = whole;
    const filter = { ...asked.which, projectId: row.project_id };
    const valueType = valueTypeOf(rules.map(({ definition }) => definition));
    const { rows } = await watchablePoints(tenant, transaction, filter, everything);
    const ofKind = rows.filter(({ value_type }) => valueType === null || value_type === valueType).map(({ id }) => id);
    const present = new Set(subjectsOfKind(whole, 'point'));
    const coming = asked.remove ? [] : ofKind.filter((id) => !present.has(id));
    const definitions = rules.map(({ definition }) => definition);
    const problems = await referenceProblemsOf(tenant, transaction, row.project_id, coming, definitions);
    const ambiguous = problems.filter(({ kind }) => kind === 'ambiguous');
    const unclear = new Set(ambiguous.flatMap(({ pointIds }) => pointIds));
    const fitting = ofKind.filter((id) => !unclear.has(id));
    const moved = fitting.filter((id) => present.has(id) === asked.remove);
    const answer = {
      Matched: fitting.length,
      Changed: moved.length,
      UnclearList: [...new Set(ambiguous.flatMap(({ places }) => places.map((place) => place[context.language])))],
    };
    if (asked.dryRun || moved.length === 0) {
      unchanged();
      return answer;
    }
    await movePoints(deps, context, write, whole, moved, asked.remove);
    return answer;
  });
}

const subjectsOfKind = ({ subjects }: WholeStrategy, wanted: 'point' | 'gateway' | 'slave'): number[] => [
  ...new Set(subjects.filter(({ subject_kind }) => subject_kind === wanted).map(({ subject_id }) => subject_id)),
];

/** Puts points under a strategy that is locked, or takes them out. They were found to fit its conditions. */
export async function movePoints(
  deps: Pick<StrategyDeps, 'clock' | 'events'>,
  { caller: { tenant } }: Pick<StrategyContext, 'caller'>,
  write: OneWrite,
  whole: WholeStrategy,
  moved: readonly number[],
  remove: boolean,
): Promise<void> {
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
  tellStrategies(write, deps.events, tenant.companyId, [row.id]);
}

/** Gives points of a device limits of their own under one condition of a strategy, or takes them back. */
export function overridePoints(
  deps: StrategyDeps,
  context: StrategyContext,
  asked: {
    strategyId: number;
    ruleId: number;
    deviceId: number | null;
    pointIds: readonly number[] | null;
    definition: RuleDefinition | null;
  },
): Promise<{ Changed: number }> {
  const { caller, language } = context;
  const { tenant } = caller;
  const { definition } = asked;
  if (asked.deviceId === null && asked.pointIds === null) throw new Refusal(strategyErrors.nothingChosen);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const { row, rules, subjects } = await lockWhole(caller, transaction, asked.strategyId);
    const rule = rules.find(({ id }) => id === asked.ruleId);
    if (!rule) throw new Refusal(commonErrors.notFound);
    if (definition && definition.kind !== rule.definition.kind)
      throw InvalidInput.inField('Definition', strategyErrors.otherKind, language);
    if (definition && parseRule(0, definition) === null)
      throw InvalidInput.inField('Definition', strategyErrors.cannotRun, language);
    const known = [...rules, ...subjects].flatMap((each) => (each.definition ? [{ definition: each.definition }] : []));
    if (definition && (await referencesForeignPoints(tenant, transaction, row.project_id, [definition], known)))
      throw InvalidInput.inField('Definition', strategyErrors.pointsOfOtherProject, language);
    const { rows } = await watchablePoints(
      tenant,
      transaction,
      {
        projectId: row.project_id,
        deviceIds: asked.deviceId === null ? undefined : [asked.deviceId],
        pointIds: asked.pointIds ?? undefined,
      },
      everything,
    );
    const watched = new Map(
      subjects
        .filter(({ rule_id, subject_kind }) => rule_id === rule.id && subject_kind === 'point')
        .map((subject) => [subject.subject_id, subject]),
    );
    const points = rows.filter(({ id }) => watched.has(id));
    if (points.length === 0) throw new Refusal(strategyErrors.notWatched);
    if (definition) {
      const asked = points.map(({ id }) => id);
      const faults = await faultsOfReferences(tenant, transaction, row.project_id, definition, { all: asked, asked });
      if (faults.length > 0)
        throw new InvalidInput(
          faults.map(({ path, words }) => ({ Field: `Definition.${path}`, Message: words[language] })),
          language,
        );
    }
    const before = watched.get(points[0]!.id)?.definition ?? rule.definition;
    const other = await otherPointsOf(tenant, transaction, [before, definition ?? rule.definition]);
    const speech = speechOf(points[0], other);
    const ids = points.map(({ id }) => id);
    const changed = await setOverrides(tenant, transaction, rule.id, ids, definition);
    if (changed === 0) {
      unchanged();
      return { Changed: 0 };
    }
    await updateStrategy(tenant, transaction, row.id, {}, new Date(deps.clock.now()));
    log({
      companyId: tenant.companyId,
      projectId: row.project_id,
      subject: { kind: 'alarmStrategy', id: row.id, name: row.name },
      before: { ownLimits: definitionInWords(before, speech) },
      after: { pointIdList: ids, ownLimits: definitionInWords(definition ?? rule.definition, speech) },
    });
    tellStrategies(write, deps.events, tenant.companyId, [row.id]);
    return { Changed: changed };
  });
}
