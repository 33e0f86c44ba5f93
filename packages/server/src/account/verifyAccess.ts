import { system, type VerifyToken } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { sessionIsOpen } from './session.store.ts';
import type { Tokens } from './tokens.ts';

/** Accepts an access token whose sign-in has not been ended: logging out takes effect at once, not after 15 minutes. */
export const createVerifyToken =
  (db: Db, tokens: Tokens): VerifyToken =>
  async (token) => {
    const identity = await tokens.verifyAccess(token);
    return identity && (await sessionIsOpen(system, db, identity.sessionId, identity.userId)) ? identity : null;
  };
