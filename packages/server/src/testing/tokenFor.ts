import { randomUUID } from 'node:crypto';
import { system } from '../access/index.ts';
import { insertSession } from '../account/session.store.ts';
import { createTokens } from '../account/tokens.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';

/**
 * An access token as signing in would give it, without the password and the 20 ms of checking it. The owner's identity was
 * proven just now, unless `proven` is false.
 */
export async function tokenFor(
  db: Db,
  userId: number,
  clock: Clock = systemClock,
  { proven = true }: { proven?: boolean } = {},
): Promise<string> {
  const sessionId = randomUUID();
  await insertSession(system, db, { id: sessionId, userId, at: new Date(clock.now()), userAgent: 'test', address: '' });
  if (proven) {
    await db
      .updateTable('session_family')
      .set({ identity_proven_at: new Date(clock.now()) })
      .where('id', '=', sessionId)
      .execute();
  }
  const tokens = createTokens(await installationSecret(db, 'tokens'), clock);
  return (await tokens.issueAccess(userId, sessionId)).token;
}
