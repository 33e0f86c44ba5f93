import type { Language, RuleDefinition } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { findTriedPoints } from '../backTest/backTest.store.ts';
import { type ReferenceProblem, referenceProblems } from '../referenceProblems.ts';
import { referencesIn } from '../ruleDefinition.ts';

export interface RulesFit<Point> {
  /** Points that can come under the rules, also those where a rule lacks a point that it refers to. */
  readonly fits: readonly Point[];
  /** Where a rule refers to a point that is not there. */
  readonly lacking: readonly ReferenceProblem[];
  /** Where a rule would refer to one of several points: these judged points do not fit. */
  readonly unclear: readonly ReferenceProblem[];
}

/**
 * Which points of a project can come under rules.
 *
 * @param points found for this tenant
 */
export async function fitRules<Point extends { readonly id: number }>(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  rules: readonly RuleDefinition[],
  points: readonly Point[],
): Promise<RulesFit<Point>> {
  const pointIds = points.map(({ id }) => id);
  const problems = await referenceProblemsOf(tenant, db, projectId, pointIds, rules);
  const unclear = problems.filter(({ kind }) => kind === 'ambiguous');
  const unclearIds = new Set(unclear.flatMap((problem) => problem.pointIds));
  return {
    fits: points.filter(({ id }) => !unclearIds.has(id)),
    lacking: problems.filter(({ kind }) => kind === 'missing'),
    unclear,
  };
}

/** The devices that problems are found on, each once. */
export const placesOf = (problems: readonly ReferenceProblem[], language: Language): string[] => [
  ...new Set(problems.flatMap(({ places }) => places.map((place) => place[language]))),
];

/** Where rules on these points refer to a point that is not there, or to one of several. */
export async function referenceProblemsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  pointIds: readonly number[],
  definitions: readonly RuleDefinition[],
): Promise<ReferenceProblem[]> {
  const named = referencesIn(definitions);
  if (named.pointIds.length + named.pointTypeIds.length === 0 || pointIds.length === 0) return [];
  return referenceProblems(
    await findTriedPoints(tenant, db, projectId, pointIds, named.pointIds),
    pointIds,
    definitions,
  );
}
