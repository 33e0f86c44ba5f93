import { Segmented } from 'antd';
import { useText } from '../lib/defineText.ts';
import type { Proof } from './proofs.ts';
import { text } from './text.ts';

/** Password or code; nothing to choose when only one is open to him. */
export function ProofChoice({
  proofs,
  proof,
  onChange,
}: {
  proofs: readonly Proof[];
  proof: Proof;
  onChange: (proof: Proof) => void;
}) {
  const t = useText(text);
  if (proofs.length < 2) return null;
  const words = { password: t.byPassword, code: t.byCode };
  return (
    <div className="proof-choice">
      <span id="proof-choice">{t.proveBy}</span>
      <Segmented
        aria-labelledby="proof-choice"
        options={proofs.map((each) => ({ value: each, label: words[each] }))}
        value={proof}
        onChange={onChange}
      />
    </div>
  );
}
