import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import type { Proof } from './proofs.ts';
import { text } from './text.ts';

/** Leads from password to code and back; not there when the user has only one of them. */
export function OtherProof({
  proofs,
  proof,
  onChange,
}: {
  proofs: readonly Proof[];
  proof: Proof;
  onChange: (proof: Proof) => void;
}) {
  const t = useText(text);
  const other = proofs.find((each) => each !== proof);
  if (!other) return null;
  return (
    <Button type="link" className="other-proof" onClick={() => onChange(other)}>
      {other === 'code' ? t.byCode : t.byPassword}
    </Button>
  );
}
