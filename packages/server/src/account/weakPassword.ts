import { accountErrors, type ErrorEntry, type Language } from '@watchpost/contract';
import { isCommonPassword } from '../platform/commonPasswords.ts';
import { InvalidInput } from '../platform/http/validate.ts';

/** What somebody signs in with besides the password; null: they have none. */
interface SignInNames {
  readonly account: string | null;
  readonly mobile: string | null;
}

/** Why this is no password for somebody with these names; null: it is. */
export function weaknessOf(password: string, { account, mobile }: SignInNames): ErrorEntry | null {
  if (isCommonPassword(password)) return accountErrors.passwordCommon;
  const small = password.toLowerCase();
  return [account, mobile].some((name) => name !== null && name.toLowerCase() === small)
    ? accountErrors.passwordIsAccount
    : null;
}

/** @throws InvalidInput at the field when the password is common, or what its owner signs in with */
export function needStrongPassword(field: string, password: string, names: SignInNames, language: Language): void {
  const weakness = weaknessOf(password, names);
  if (weakness) throw InvalidInput.inField(field, weakness, language);
}
