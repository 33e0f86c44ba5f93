import { CallError } from '../lib/CallError.ts';
import { defineText, useText } from '../lib/defineText.ts';
import './states.css';

const text = defineText({
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
});

/** Why the server refused, in its words, inside the dialog that asked. */
export function Refused({ error }: { error: unknown }) {
  const t = useText(text);
  if (!error) return null;
  return (
    <p className="refused" role="alert">
      {error instanceof CallError ? error.message : t.failed}
    </p>
  );
}
