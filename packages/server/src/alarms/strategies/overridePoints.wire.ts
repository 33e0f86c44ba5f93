import { commonErrors, type RuleDefinition, strategyErrors, strategyPointLimit } from '@watchpost/contract';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { parseRule } from '../ruleDefinition.ts';
import { watchablePoints } from './choices.store.ts';
import { faultsOfReferences } from './faultsOfReferences.ts';
import { definitionInWords, speechOf } from './present.ts';
import { referencesForeignPoints } from './referencesForeignPoints.ts';
import { lockWhole, type StrategyContext, type StrategyDeps, strategiesChanged } from './saveStrategy.wire.ts';
import { setOverrides, updateStrategy } from './strategyWrites.store.ts';

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
      { offset: 0, limit: strategyPointLimit + 1 },
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
    await strategiesChanged(write, deps, caller, [row.id]);
    return { Changed: changed };
  });
}
