import { createTokens, createVerifyToken } from './account/index.ts';
import { createTickets } from './cameras/index.ts';
import type { Ground } from './ground.ts';
import { createIsBreached } from './platform/breachedPasswords.ts';
import { installationSecret } from './platform/db/installationSecret.ts';

export type People = Awaited<ReturnType<typeof openPeople>>;

/** How people sign in and see: signed tokens and tickets, and what the login page and maps show. */
export async function openPeople({ config, db, clock }: Ground) {
  const tokens = createTokens(await installationSecret(db, 'tokens'), clock);
  return {
    tokens,
    /** How long a sign-in lasts at the longest, from its beginning. */
    longestSignInMs: config.signInDays * 86_400_000,
    verifyToken: createVerifyToken(db, tokens),
    isBreached: createIsBreached(config.breachedPasswords),
    cameraTickets: createTickets(await installationSecret(db, 'cameras'), clock),
    /** The address of the phone app; null: there is none. */
    appUrl: config.appUrl,
    /** Pictures behind maps; null: the outline of the land alone. */
    mapTiles: config.mapTiles,
  };
}
