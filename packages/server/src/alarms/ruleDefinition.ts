import { createHash } from 'node:crypto';
import { RuleDefinition } from '@watchpost/contract';
import { type AlarmRule, type Subject, validateRule } from './engine/index.ts';

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

/** Tells two definitions of a rule apart: a state made under one must not go on under the other. */
export const ruleHash = (rule: AlarmRule): string =>
  createHash('sha256').update(JSON.stringify(rule)).digest('base64url').slice(0, 16);

/** Communication loss belongs to gateways and slaves, everything else to points. */
export const fitsSubject = (rule: AlarmRule, subject: Subject): boolean =>
  (rule.kind === 'communicationLoss') === (subject.type !== 'point');
