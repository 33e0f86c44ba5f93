import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';

/** Which of the values that only one account may have somebody else has already; null: another error. */
export function takenValue(error: unknown): 'account' | 'mobile' | 'email' | 'openid' | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const value = code === '23505' ? /^app_user_(account|mobile|email|openid)$/.exec(constraint ?? '')?.[1] : undefined;
  return (value as 'account' | 'mobile' | 'email' | 'openid' | undefined) ?? null;
}

/** What each value that only one account may have is refused with. */
const takenErrors = {
  account: accountErrors.accountTaken,
  mobile: accountErrors.mobileRegistered,
  email: accountErrors.emailRegistered,
  openid: accountErrors.openIdTaken,
} as const satisfies Record<string, ErrorEntry>;

/** Does what may find a value taken, and says so in words. */
export async function refusingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const taken = takenValue(error);
    throw taken ? new Refusal(takenErrors[taken]) : error;
  }
}
