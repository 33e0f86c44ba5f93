import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import type { RuleDraft } from '../strategies/RuleFields.tsx';
import { proposalIn, withProposal } from './proposal.ts';
import { text } from './text.ts';

/** Fills in, once, what the address proposes for one of the conditions, and says so. */
export function ProposalNote({
  rules,
  onFill,
}: {
  rules: readonly RuleDraft[];
  onFill: (rules: readonly RuleDraft[]) => void;
}) {
  const t = useText(text);
  const [params] = useSearchParams();
  const proposal = proposalIn(params);
  const isMeant = proposal !== null && rules.some(({ RuleId }) => RuleId === proposal.ruleId);
  const filled = useRef(false);
  useEffect(() => {
    if (!isMeant || filled.current) return;
    filled.current = true;
    onFill(
      rules.map((rule) =>
        rule.RuleId === proposal!.ruleId ? { ...rule, Definition: withProposal(rule.Definition, proposal!) } : rule,
      ),
    );
  });
  return isMeant ? <Alert type="info" showIcon title={t.proposed} description={t.proposedHint} /> : null;
}
