import { type BadActor, proposalFields as fields, type Proposal } from '@watchpost/contract';
import { idInAddress } from '../../lib/idInAddress.ts';
import { links } from '../../lib/links.ts';

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
