import { accountErrors, type ErrorEntry, type Language } from '@watchpost/contract';
import type { IsBreached } from '../platform/breachedPasswords.ts';
import { coresOf, isCommonPassword, unleeted } from '../platform/commonPasswords.ts';
import { InvalidInput } from '../platform/http/validate.ts';

/** What everybody knows of somebody, or guesses: what they sign in with, and what their companies are called. Null: they have none. */
interface KnownNames {
  readonly account: string | null;
  readonly mobile: string | null;
  readonly companies: readonly string[];
}

/** Shorter ones stand in many words. */
const shortestName = 4;

/** Why this is no password for somebody with these names; null: it is. */
export function weaknessOf(password: string, { account, mobile, companies }: KnownNames): ErrorEntry | null {
  if (isCommonPassword(password)) return accountErrors.passwordCommon;
  const small = password.toLowerCase();
  if (small === account?.toLowerCase() || small === mobile) return accountErrors.passwordIsAccount;
  const names = [account ?? '', ...companies].flatMap(partsOf);
  return names.some((name) => isDressed(small, name)) ? accountErrors.passwordIsName : null;
}

/** Every run of neighbouring words of a name, also without digits at its end: `EastChina` of *East China Foods*. */
function partsOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u);
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((_word, i) => words.slice(from, from + i + 1).join('')),
  );
  return runs.flatMap((run) => [run, run.replace(/\d+$/, '')]);
}

/** Whether it is the name with nothing added but digits and signs, in letters or as digits that look like them: `C0ldch4in2026!`. */
function isDressed(password: string, name: string): boolean {
  const wanted = unleeted(lettersAndDigits(name.toLowerCase()));
  if (wanted.length < shortestName) return false;
  return coresOf(password).some((core) => unleeted(lettersAndDigits(core)) === wanted);
}

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}@$]/gu, '');

/** @throws InvalidInput at the field when the password is common, stolen, or what its owner signs in with */
export async function needStrongPassword(
  { isBreached }: { isBreached: IsBreached },
  field: string,
  password: string,
  names: KnownNames,
  language: Language,
): Promise<void> {
  const weakness =
    weaknessOf(password, names) ?? ((await isBreached(password)) ? accountErrors.passwordBreached : null);
  if (weakness) throw InvalidInput.inField(field, weakness, language);
}
