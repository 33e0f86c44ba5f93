import { randomUUID } from 'node:crypto';
import { system } from '../access/index.ts';
import { insertSession } from '../account/store.ts';
import { createTokens } from '../account/tokens.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';

/** An access token as signing in would give it, without the password and the 20 ms that checking it takes. */
export async function tokenFor(db: Db, userId: number, clock: Clock = systemClock): Promise<string> {
  const sessionId = randomUUID();
  await insertSession(system, db, { id: sessionId, userId, at: new Date(clock.now()), userAgent: 'test', address: '' });
  const tokens = createTokens(await installationSecret(db, 'tokens'), clock);
  return (await tokens.issueAccess(userId, sessionId)).token;
}
