import { type RuleDefinition, strategyErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';

/** Of the rules as they are and what was sent: the whole that comes of it. */
export function mergedRules(
  present: readonly { RuleId?: number; Definition: RuleDefinition }[],
  changed: readonly { RuleId?: number | undefined; Definition: RuleDefinition }[],
  removed: readonly number[],
): { RuleId?: number | undefined; Definition: RuleDefinition }[] {
  const known = new Set(present.map(({ RuleId }) => RuleId));
  if (changed.some(({ RuleId }) => RuleId !== undefined && !known.has(RuleId)))
    throw new Refusal(strategyErrors.ruleGone);
  const byId = new Map(changed.flatMap((rule) => (rule.RuleId === undefined ? [] : [[rule.RuleId, rule] as const])));
  return [
    ...present.filter(({ RuleId }) => !removed.includes(RuleId!)).map((rule) => byId.get(rule.RuleId!) ?? rule),
    ...changed.filter(({ RuleId }) => RuleId === undefined),
  ];
}

/** A list with what comes in and without what goes out, each once. */
export const withAndWithout = (
  present: readonly number[],
  added: readonly number[] = [],
  removed: readonly number[] = [],
): number[] => {
  const gone = new Set(removed);
  return [...new Set([...present.filter((id) => !gone.has(id)), ...added])];
};
