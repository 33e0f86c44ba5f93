import { createHash } from 'node:crypto';
import { RuleDefinition } from '@watchpost/contract';
import { type AlarmRule, referencesOf, type Subject, validateRule } from './engine/index.ts';

/** Null when the stored definition is none the engine can run; whoever wrote it past the checks must be told. */
export function parseRule(ruleId: number, definition: unknown): AlarmRule | null {
  const parsed = RuleDefinition.safeParse(definition);
  if (!parsed.success) return null;
  const rule: AlarmRule = { id: ruleId, ...parsed.data };
  return validateRule(rule).length === 0 ? rule : null;
}

export function definitionOf(rule: AlarmRule): RuleDefinition {
  const { id: _, ...definition } = rule;
  return definition as RuleDefinition;
}

/**
 * Tells two definitions of a rule apart: a state made under one must not go on under the other. A single other state counts as
 * when there could be but one, so that what was open then goes on.
 */
export function ruleHash(rule: AlarmRule): string {
  const single = 'onlyWhile' in rule && rule.onlyWhile?.length === 1 ? { onlyWhile: rule.onlyWhile[0] } : {};
  return createHash('sha256')
    .update(JSON.stringify({ ...rule, ...single }))
    .digest('base64url')
    .slice(0, 16);
}

/** Communication loss belongs to gateways and slaves, everything else to points. */
export const fitsSubject = (rule: AlarmRule, subject: Subject): boolean =>
  (rule.kind === 'communicationLoss') === (subject.type !== 'point');

/** The other points, and types of points on the same device, that stored definitions look at. */
export function referencesIn(definitions: readonly unknown[]): { pointIds: number[]; pointTypeIds: number[] } {
  const pointIds = new Set<number>();
  const pointTypeIds = new Set<number>();
  for (const definition of definitions) {
    const rule = parseRule(0, definition);
    for (const reference of rule === null ? [] : referencesOf(rule)) {
      if ('pointId' in reference) pointIds.add(reference.pointId);
      else pointTypeIds.add(reference.pointTypeId);
    }
  }
  return { pointIds: [...pointIds], pointTypeIds: [...pointTypeIds] };
}
