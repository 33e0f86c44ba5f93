import { createHash } from 'node:crypto';
import { canRun, longestSeconds, RuleDefinition } from '@watchpost/contract';
import { type AlarmRule, referencesOf, type Subject } from './engine/index.ts';

/**
 * Null when the engine cannot run the stored definition; its author, who bypassed the checks, must be told. A time that is longer
 * than a rule may have is cut to the longest.
 */
export const parseRule = (ruleId: number, definition: unknown): AlarmRule | null =>
  readRule(ruleId, definition)?.rule ?? null;

/** The same, and whether its times are longer than it runs with. */
export function readRule(ruleId: number, definition: unknown): { rule: AlarmRule; isShortened: boolean } | null {
  const parsed = RuleDefinition.safeParse(definition);
  if (!parsed.success || !canRun(parsed.data)) return null;
  const within = withinLongest(parsed.data);
  return { rule: { id: ruleId, ...within }, isShortened: within !== parsed.data };
}

/** The definition with no time longer than it may be; the same object when none is. */
function withinLongest(definition: RuleDefinition): RuleDefinition {
  const { afterSeconds, settleSeconds, maxHiddenSeconds, ...others } = longestSeconds;
  const { kind } = definition;
  const own = kind === 'frozen' || kind === 'noData' ? { ...others, afterSeconds: afterSeconds[kind] } : others;
  const shortened = cut(definition, own);
  if (!('onlyWhile' in shortened) || shortened.onlyWhile === undefined) return shortened;
  const onlyWhile = shortened.onlyWhile.map((each) => cut(each, { settleSeconds, maxHiddenSeconds }));
  return onlyWhile.every((each, place) => each === shortened.onlyWhile![place])
    ? shortened
    : { ...shortened, onlyWhile };
}

function cut<Said extends object>(said: Said, longest: Readonly<Record<string, number>>): Said {
  const seconds = said as Readonly<Record<string, unknown>>;
  const over = Object.entries(longest).filter(([field, most]) => (seconds[field] as number | undefined)! > most);
  return over.length === 0 ? said : { ...said, ...Object.fromEntries(over) };
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
export function referencesIn(definitions: readonly unknown[]): {
  pointIds: number[];
  pointTypeIds: number[];
  /** Which of several of a type are meant. */
  pointNames: string[];
} {
  const pointIds = new Set<number>();
  const pointTypeIds = new Set<number>();
  const pointNames = new Set<string>();
  for (const definition of definitions) {
    const { data } = RuleDefinition.safeParse(definition);
    for (const reference of data ? referencesOf({ id: 0, ...data }) : []) {
      if ('pointId' in reference) pointIds.add(reference.pointId);
      else {
        pointTypeIds.add(reference.pointTypeId);
        if (reference.pointName !== undefined) pointNames.add(reference.pointName);
      }
    }
  }
  return { pointIds: [...pointIds], pointTypeIds: [...pointTypeIds], pointNames: [...pointNames] };
}
