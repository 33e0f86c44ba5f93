export type Strength = 'weak' | 'fair' | 'strong';

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

/**
 * How hard a password of 8 to 16 characters is to guess, roughly: by its length, its kinds of characters and how many of them
 * differ. Advice only; what is allowed stands in the contract.
 */
export function passwordStrength(password: string): Strength {
  const kindCount = kinds.filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (password.length < 8 || different < 5 || kindCount < 2) return 'weak';
  return password.length >= 12 && kindCount >= 3 && different >= 8 ? 'strong' : 'fair';
}
