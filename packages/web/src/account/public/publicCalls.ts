// Before the contract builds its first schema.
import '../../lib/zodWithoutEval.ts';
import {
  type CallData,
  type CallInput,
  type CallSpec,
  inputText,
  inputWords,
  type Language,
} from '@watchpost/contract';
import type { z } from 'zod';
import { getLanguage } from '../../lib/language.ts';
import { sendCall } from '../../lib/sendCall.ts';
import type { Errors, Values } from './usePublicForm.ts';

/**
 * Makes one call of the contract. Not by `lib/client.ts`, which carries every call of the product: the pages before sign-in stay
 * small.
 *
 * @param token of a user who turns out to be signed in already; public calls need none
 * @throws CallError with the server's words
 */
export const callPublic = <Call extends CallSpec>(
  call: Call,
  input: CallInput<Call>,
  token: string | null = null,
): Promise<CallData<Call>> => sendCall(call, input, { language: getLanguage(), token }) as Promise<CallData<Call>>;

/** The contract's verdict on typed values: the first sentence of each field, in the words the server would use. */
export function typedErrors<Field extends string>(
  schema: z.ZodType,
  values: Values<Field>,
  language: Language,
): Errors<Field> {
  const { error } = schema.safeParse(values, { error: (issue) => inputWords(issue, language) });
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error?.issues ?? []) errors[path[0] as Field] ??= message;
  return errors;
}

/** The words beside a field that a page needs though its call does without. */
export const missing = (language: Language): string => inputText.missing[language];
