import { accountErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type Origin, reportAttack } from './reportAttack.ts';
import {
  insertRefreshToken,
  lockRefreshToken,
  markAsOfWeb,
  markReplaced,
  markSeen,
  revokeSession,
} from './session.store.ts';
import type { IssuedSession, SignInDeps } from './signIn.ts';
import { refreshTokenMs, successorGraceMs } from './tokens.ts';

/**
 * Exchanges a refresh token for its successor. For 30 s the old one answers the same successor, because several tabs
 * refresh at once; after that its use means that somebody copied it, and the whole sign-in ends.
 */
export async function refreshSession(
  { db, clock, events, tokens, longestSignInMs }: SignInDeps,
  refreshToken: string,
  from: Origin,
  { isOfWeb }: { isOfWeb: boolean },
): Promise<IssuedSession> {
  const now = clock.now();
  const at = new Date(now);
  const hash = tokens.hashOf(refreshToken);
  const successor = tokens.successorOf(refreshToken);
  let endedFor: number | null = null;
  const session = await db.transaction().execute(async (transaction) => {
    const row = await lockRefreshToken(system, transaction, hash);
    if (!row || row.revoked_at !== null || row.expires_at.getTime() <= now) return null;
    const isReused = row.replaced_at !== null && now - row.replaced_at.getTime() > successorGraceMs;
    // Whichever of several came first: a browser among them makes it a browser's sign-in.
    if (isOfWeb && !isReused) await markAsOfWeb(system, transaction, row.family_id);
    if (row.replaced_at !== null) {
      if (!isReused) return row;
      await revokeSession(system, transaction, row.family_id, at);
      endedFor = row.user_id;
      return null;
    }
    const endsAt = row.created_at.getTime() + longestSignInMs;
    if (endsAt <= now) return null;
    await markReplaced(system, transaction, hash, at);
    await markSeen(system, transaction, row.family_id, at);
    const expiresAt = new Date(Math.min(now + refreshTokenMs, endsAt));
    await insertRefreshToken(system, transaction, {
      hash: tokens.hashOf(successor),
      sessionId: row.family_id,
      at,
      expiresAt,
    });
    return row;
  });
  if (endedFor !== null) {
    events.emit('accessChanged', { userIds: [endedFor] });
    reportAttack({ clock, events }, 'tokenReused', { userId: endedFor }, from);
  }
  if (!session) throw new Refusal(accountErrors.refreshRefused);
  return { ...(await tokens.issueAccess(session.user_id, session.family_id)), refreshToken: successor };
}
