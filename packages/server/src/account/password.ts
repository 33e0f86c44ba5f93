import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, two passes; about 20 ms here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id as a PHC string, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (phc: string, password: string): Promise<boolean> => verify(phc, password);

let decoy: Promise<string> | null = null;

/** Takes as long as a real check: the answer's time must not tell whether an account exists. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword('no account has this password');
  await verifyPassword(await decoy, password);
  return false;
}

/**
 * Whether it is the password of this account; as slow for an account without one, or when there is no account.
 *
 * @param phc null: no account, or none was set
 */
export const verifyPasswordOf = (phc: string | null, password: string): Promise<boolean> =>
  phc?.startsWith('$argon2') ? verifyPassword(phc, password) : verifyAgainstNothing(password);
