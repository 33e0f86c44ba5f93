import type { BackTestResult } from '../backTest/calls.ts';
import type { RuleDefinition } from '../ruleDefinition.ts';
import { type BadActor, minToPropose } from './calls.ts';

/** What is to be changed about a condition; what it does not name stays. */
export interface Proposal {
  readonly ruleId: number;
  readonly deadband?: number;
  readonly onDelaySeconds?: number;
  readonly offDelaySeconds?: number;
}

export const proposalFields = ['deadband', 'onDelaySeconds', 'offDelaySeconds'] as const;

/** Days of the past that a condition is tried on for a proposal. */
export const proposalDays = 30;

/** Whether what a source alarms on can be tried on its past: it came often enough, and has a delay to be changed. */
export const canBeTried = ({
  Definition,
  PointId,
  Count,
}: Pick<BadActor, 'Definition' | 'PointId' | 'Count'>): boolean =>
  Count >= minToPropose && PointId !== null && Definition !== null && 'onDelaySeconds' in Definition;

/** The simplest change that does nearly as much as the best one; null when none makes it quieter. */
export function bestOf(results: readonly BackTestResult[]): { given: BackTestResult; best: BackTestResult } | null {
  const given = results.find(({ Kind }) => Kind === 'given');
  const changed = results.filter(({ Kind }) => Kind !== 'given');
  if (!given || changed.length === 0) return null;
  const least = Math.min(...changed.map(({ AlarmCount }) => AlarmCount));
  if (least >= given.AlarmCount) return null;
  const best = changed.find(({ AlarmCount }) => AlarmCount <= least * 1.1)!;
  return { given, best };
}

export function proposalOf(ruleId: number, before: RuleDefinition, after: RuleDefinition): Proposal {
  const [old, next] = [before, after] as unknown as Record<string, number>[];
  return {
    ruleId,
    ...Object.fromEntries(proposalFields.flatMap((name) => (next![name] !== old![name] ? [[name, next![name]]] : []))),
  };
}
