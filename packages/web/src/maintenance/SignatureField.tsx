import { Button } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { WordTag } from '../ui/index.ts';
import './maintenance.css';
import './signature.css';
import { maintenanceText } from './text.ts';

interface Signed {
  readonly Name: string;
  readonly Path: string;
  readonly Epoch: number;
  /** False: what was signed has changed since. */
  readonly Matches?: boolean;
}

/** Who signed as what; the way to sign where nobody has. */
export function SignatureField({
  role,
  signature,
  onSign,
}: {
  /** In words. */
  role: string;
  signature: Signed | undefined;
  /** None: the reader may not sign. */
  onSign: (() => void) | undefined;
}) {
  const t = useText(maintenanceText);
  const dates = useDates();
  return (
    <div className="mt-signature">
      <strong>{role}</strong>
      {signature ? (
        <>
          <svg viewBox="0 0 600 200" role="img" aria-label={t.signatureOf(signature.Name)}>
            <path d={signature.Path} />
          </svg>
          <span>
            {signature.Name} · {dates.dateTime(signature.Epoch)}
          </span>
          {signature.Matches === false ? <WordTag good={false} words={t.signedOther} /> : null}
        </>
      ) : onSign ? (
        <Button onClick={onSign} aria-label={`${t.signHere}: ${role}`}>
          {t.signHere}
        </Button>
      ) : (
        <span className="mt-read">{t.notSigned}</span>
      )}
    </div>
  );
}
