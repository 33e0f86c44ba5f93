import { CallError } from '../lib/CallError.ts';
import { useText } from '../lib/defineText.ts';
import './access.css';
import { text } from './text.ts';

/** Why what was asked for was not done, in the server's words, inside the dialog it was asked in. */
export function Refused({ error }: { error: unknown }) {
  const t = useText(text);
  if (!error) return null;
  return (
    <p className="access-refused" role="alert">
      {error instanceof CallError ? error.message : t.failed}
    </p>
  );
}
