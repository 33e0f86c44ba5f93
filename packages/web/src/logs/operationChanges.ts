import { type OperationSpeech, operationFieldInWords, operationValueInWords } from '@watchpost/contract';
import { dash } from '../lib/numbers.ts';

export interface OperationChange {
  readonly field: string;
  /** Null: it had or has no such field. */
  readonly before: string | null;
  readonly after: string | null;
  /** False: named on both sides with the same value. */
  readonly changed: boolean;
}

type Fields = Readonly<Record<string, unknown>> | null;

/** What an operation changed, field by field in words; those that stayed as they were last. */
export function operationChanges(before: Fields, after: Fields, speech: OperationSpeech): OperationChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const side = (fieldsOf: Fields, field: string) =>
    fieldsOf !== null && Object.hasOwn(fieldsOf, field)
      ? (operationValueInWords(field, fieldsOf[field], speech) ?? dash)
      : null;
  const changes = fields.map((field) => ({
    field: operationFieldInWords(field, speech.language),
    before: side(before, field),
    after: side(after, field),
    changed: JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
  }));
  return [...changes.filter(({ changed }) => changed), ...changes.filter(({ changed }) => !changed)];
}
