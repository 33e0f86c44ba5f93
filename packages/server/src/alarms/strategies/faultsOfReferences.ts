import { type Bilingual, type RuleDefinition, strategyErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { fillText, type RefusalParameters } from '../../platform/http/refusal.ts';
import { otherPointsOf } from '../otherPoints.store.ts';
import { followedIn, namesInWords, pathOfReference } from '../referenceProblems.ts';
import { referencesIn } from '../ruleDefinition.ts';
import { referenceProblemsOf } from './fitRules.ts';

export const filled = (entry: Bilingual, parameters: RefusalParameters): Bilingual => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

/**
 * References to other points that cannot work, and the field of each: a limit that follows the point it judges or a state, a point
 * that is one of several, a condition that finds no point to compare with anywhere.
 *
 * @param judged `all` points it judges, and of these the ones to be `asked` whether they find what it looks at
 */
export async function faultsOfReferences(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  definition: RuleDefinition,
  judged: { readonly all: readonly number[]; readonly asked: readonly number[] },
): Promise<{ path: string; words: Bilingual }[]> {
  const named = referencesIn([definition]);
  if (named.pointIds.length + named.pointTypeIds.length === 0) return [];
  const faults: { path: string; words: Bilingual }[] = [];
  const other = await otherPointsOf(tenant, db, [definition]);
  for (const { path, reference } of followedIn(definition)) {
    const followed = other(reference);
    if (followed === null) continue;
    if (followed.valueType === 'status')
      faults.push({ path, words: filled(strategyErrors.followsState, { names: followed.name }) });
    else if ('pointId' in reference && judged.all.includes(reference.pointId))
      faults.push({ path, words: filled(strategyErrors.followsItself, { names: followed.name }) });
  }
  if (faults.length > 0 || judged.asked.length === 0) return faults;
  const problems = await referenceProblemsOf(tenant, db, projectId, judged.asked, [definition]);
  const unjudged = new Set(problems.flatMap(({ isJudged, pointIds }) => (isJudged ? [] : pointIds)));
  for (const { kind, reference, isJudged, places, candidates } of problems) {
    const path = pathOfReference(definition, reference);
    const names = namesInWords(places);
    if (kind === 'ambiguous')
      faults.push({
        path,
        words: filled(strategyErrors.unclearReference, { names, candidates: namesInWords(candidates) }),
      });
    // One device of fifty that has no such point is ordinary; all of them are a mistake.
    else if (!isJudged && judged.asked.every((id) => unjudged.has(id)))
      faults.push({ path, words: filled(strategyErrors.nothingToLookAt, { names }) });
  }
  return faults;
}
