import type { BackTestResult, BadActor, RuleDefinition } from '@watchpost/contract';
import { idInAddress } from '../../lib/idInAddress.ts';
import { links } from '../../lib/links.ts';

/** What is to be changed about a condition; what it does not name stays. */
export interface Proposal {
  readonly ruleId: number;
  readonly deadband?: number;
  readonly onDelaySeconds?: number;
  readonly offDelaySeconds?: number;
}

const fields = ['deadband', 'onDelaySeconds', 'offDelaySeconds'] as const;

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
    ...Object.fromEntries(fields.flatMap((name) => (next![name] !== old![name] ? [[name, next![name]]] : []))),
  };
}

/** The editor of the strategy on the curve of the point it is about, with the proposal filled in. */
export const linkOf = ({ StrategyId, ProjectId, PointId }: BadActor, proposal: Proposal | null): string =>
  links.strategy(StrategyId!, ProjectId) +
  (PointId === null ? '' : `&point=${PointId}`) +
  (proposal
    ? `&rule=${proposal.ruleId}${fields.map((name) => (proposal[name] === undefined ? '' : `&${name}=${proposal[name]}`)).join('')}`
    : '');

/** Null when the address holds none, or none that could be one. */
export function proposalIn(params: URLSearchParams): Proposal | null {
  const ruleId = idInAddress(params, 'rule');
  if (ruleId === null) return null;
  const said = fields.flatMap((name) => {
    const value = params.get(name);
    return value !== null && /^\d{1,6}(\.\d{1,6})?$/.test(value) ? [[name, Number(value)]] : [];
  });
  return said.length === 0 ? null : { ruleId, ...Object.fromEntries(said) };
}

/** A draft with what is proposed; only what a condition of its kind has. */
export const withProposal = <Draft extends object>(draft: Draft, { ruleId: _, ...changes }: Proposal): Draft => ({
  ...draft,
  ...Object.fromEntries(Object.entries(changes).filter(([name]) => name in draft)),
});
