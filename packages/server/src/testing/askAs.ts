import type { AllCalls, CallData, CallInput, CallName, Language } from '@watchpost/contract';
import type { Clock } from '../platform/clock.ts';
import { makeCall, type TestApplication } from './application.ts';
import { tokenFor } from './tokenFor.ts';

export interface Answered<Name extends CallName> {
  status: number;
  message: string;
  data: CallData<AllCalls[Name]>;
  file: Buffer | undefined;
}

/** Makes a call as a user, each time with a fresh sign-in; null: as nobody. */
export type AskAs = <Name extends CallName>(
  userId: number | null,
  name: Name,
  input: CallInput<AllCalls[Name]>,
  options?: { language?: Language; inCompany?: number; proven?: boolean },
) => Promise<Answered<Name>>;

/** @param clock of the server, when it is not that of the machine: a sign-in has its time */
export const askAs =
  (app: () => TestApplication, clock?: Clock): AskAs =>
  async (userId, name, input, { language = 'en', inCompany, proven = true } = {}) => {
    const { database, url } = app();
    const token = userId === null ? {} : { token: await tokenFor(database.db, userId, clock, { proven }) };
    const headers: Record<string, string> = inCompany === undefined ? {} : { 'company-id': String(inCompany) };
    const { status, envelope, file } = await makeCall(url, name, input as object, { ...token, language, headers });
    return { status, message: envelope.Message, data: envelope.Data as never, file };
  };
