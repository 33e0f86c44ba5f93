import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { CallError } from '../lib/CallError.ts';

/**
 * Says beside each field what the server refused about it, and brings the first of them into view.
 *
 * @returns what is left to say above the fields; null: nothing
 */
export function useFieldErrors(form: FormInstance, error: unknown): unknown {
  const refused = error instanceof CallError ? error.fields : [];
  const shown = refused.length > 0 ? Object.keys(form.getFieldsValue()) : [];
  const placed = refused.filter(({ Field }) => shown.includes(Field));
  const [first] = placed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!first) return;
    form.setFields(placed.map(({ Field, Message }) => ({ name: Field, errors: [Message] })));
    form.scrollToField(first.Field, { focus: true });
  }, [error]);
  return refused.length > 0 && placed.length === refused.length ? null : error;
}
