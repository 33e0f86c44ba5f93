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

/** Two lists that have more entries together are told by what differs. */
const shortLists = 8;
/** What both have. */
const theRest = '…';

/** What an operation changed, field by field in words; those that stayed as they were last. */
export function operationChanges(before: Fields, after: Fields, speech: OperationSpeech): OperationChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields.map((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    const differing = longListsThatDiffer(was, is);
    const inWords = (all: Fields, value: unknown, part: unknown[] | undefined) => {
      if (all === null || !Object.hasOwn(all, field)) return null;
      if (part === undefined) return operationValueInWords(field, value, speech) ?? dash;
      return part.length === 0 ? theRest : `${theRest} ${operationValueInWords(field, part, speech)}`;
    };
    return {
      field: operationFieldInWords(field, speech.language),
      before: inWords(before, was, differing?.gone),
      after: inWords(after, is, differing?.come),
      changed: JSON.stringify(was) !== JSON.stringify(is),
    };
  });
  return [...changes.filter(({ changed }) => changed), ...changes.filter(({ changed }) => !changed)];
}

/** What only one of two lists has: among forty permissions nobody finds the one that was taken away. Null: tell them whole. */
function longListsThatDiffer(was: unknown, is: unknown): { gone: unknown[]; come: unknown[] } | null {
  if (!Array.isArray(was) || !Array.isArray(is) || was.length + is.length <= shortLists) return null;
  const textsOf = (list: unknown[]) => new Set(list.map((each) => JSON.stringify(each)));
  const [inWas, inIs] = [textsOf(was), textsOf(is)];
  const gone = was.filter((each) => !inIs.has(JSON.stringify(each)));
  const come = is.filter((each) => !inWas.has(JSON.stringify(each)));
  // In another order alone.
  return gone.length + come.length === 0 ? null : { gone, come };
}
