import { createHash, createHmac, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../platform/clock.ts';

/** 15 minutes: how long a stolen access token is worth something. */
export const accessTokenMs = 15 * 60_000;
/** Spec §9: the refresh token lives 7 days. */
export const refreshTokenMs = 7 * 24 * 3_600_000;
/** Two tabs that refresh at the same moment both get the same successor within this time. */
export const successorGraceMs = 30_000;

export interface Tokens {
  /** A JWT for one sign-in. */
  issueAccess(userId: number, sessionId: string): Promise<{ token: string; expiresAt: number }>;
  /** Null for a token that is not ours or has run out; `expiresAt` in epoch milliseconds. */
  verifyAccess(token: string): Promise<{ userId: number; sessionId: string; expiresAt: number } | null>;
  firstRefresh(): string;
  /** Always the same for the same token, so nothing secret needs to be stored to answer it twice. */
  successorOf(refreshToken: string): string;
  hashOf(refreshToken: string): Buffer;
  /** Hash of what could be found by trying, such as six digits: worthless without the secret of this installation. */
  keyedHash(text: string): Buffer;
}

export function createTokens(secret: string, clock: Clock): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    async issueAccess(userId, sessionId) {
      const expiresAt = clock.now() + accessTokenMs;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key);
      return { token, expiresAt };
    },
    async verifyAccess(token) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(clock.now()) });
        const userId = Number(payload.sub);
        if (!Number.isInteger(userId) || typeof payload.sid !== 'string' || payload.exp === undefined) return null;
        return { userId, sessionId: payload.sid, expiresAt: payload.exp * 1000 };
      } catch {
        return null;
      }
    },
    firstRefresh: () => randomBytes(32).toString('base64url'),
    successorOf: (refreshToken) => createHmac('sha256', secret).update(`refresh:${refreshToken}`).digest('base64url'),
    hashOf: (refreshToken) => createHash('sha256').update(refreshToken).digest(),
    keyedHash: (text) => createHmac('sha256', secret).update(`keyed:${text}`).digest(),
  };
}
