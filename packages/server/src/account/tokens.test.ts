import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { accessTokenMs, createTokens } from './tokens.ts';

test('a token says until when it counts, and counts no longer from then on', async () => {
  const clock = manualClock(Date.UTC(2026, 9, 1, 12));
  const tokens = createTokens('secret of this installation', clock);
  const { token, expiresAt } = await tokens.issueAccess(7, 'session');
  expect(expiresAt).toBe(clock.now() + accessTokenMs);
  expect(await tokens.verifyAccess(token)).toEqual({ userId: 7, sessionId: 'session', expiresAt });
  clock.advance(accessTokenMs - 1);
  expect(await tokens.verifyAccess(token)).not.toBeNull();
  clock.advance(1);
  expect(await tokens.verifyAccess(token)).toBeNull();
});
