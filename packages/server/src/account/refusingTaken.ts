import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { refusingTaken as refusing } from '../platform/db/refusingTaken.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** What each value that only one account may have is refused with. */
const takenErrors = {
  account: accountErrors.accountTaken,
  mobile: accountErrors.mobileRegistered,
  email: accountErrors.emailRegistered,
  openid: accountErrors.openIdTaken,
} as const satisfies Record<string, ErrorEntry>;

/** Does what may find a value taken, and says so in words. */
export const refusingTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  refusing(
    Object.fromEntries(
      Object.entries(takenErrors).map(([value, entry]) => [`app_user_${value}`, () => new Refusal(entry)]),
    ),
    work,
  );
