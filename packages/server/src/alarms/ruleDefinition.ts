import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AlarmRule, type Subject, validateRule } from './engine/index.ts';

const severity = z.literal([1, 2, 3, 4]);
const delays = { onDelaySeconds: z.number(), offDelaySeconds: z.number() };
const bandLimit = z.object({ limit: z.number(), severity }).exactOptional();

/** `alarm_rule.definition`: the engine's rule without its id. */
const RuleDefinition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    bands: z.object({ lowLow: bandLimit, low: bandLimit, high: bandLimit, highHigh: bandLimit }),
    deadband: z.number(),
    ...delays,
  }),
  z.object({ kind: z.literal('state'), values: z.array(z.number()), severity, ...delays }),
  z.object({ kind: z.literal('noData'), afterSeconds: z.number(), severity }),
  z.object({ kind: z.literal('badQuality'), severity, ...delays }),
  z.object({ kind: z.literal('communicationLoss'), severity, ...delays }),
]);
export type RuleDefinition = z.infer<typeof RuleDefinition>;

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
