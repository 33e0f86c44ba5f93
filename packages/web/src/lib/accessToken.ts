import { observableValue } from './ObservableValue.ts';
import { serverNow } from './serverClock.ts';

/** The short-lived token of this tab. The refresh token is an HttpOnly cookie that no script sees. Spec §9. */
export interface AccessToken {
  readonly token: string;
  /** Epoch milliseconds, by the server's clock. */
  readonly expiresAt: number;
}

const key = 'watchpost.accessToken';

function stored(): AccessToken | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null || !('token' in value) || !('expiresAt' in value)) return null;
    return typeof value.token === 'string' && typeof value.expiresAt === 'number'
      ? { token: value.token, expiresAt: value.expiresAt }
      : null;
  } catch {
    return null;
  }
}

const current = observableValue<AccessToken | null>(stored());

export const getAccessToken = (): AccessToken | null => current.get();
export const onAccessTokenChange = current.subscribe;

/** Stands in this browser while somebody is signed in, because no script sees the refresh cookie. */
const signedInKey = 'watchpost.signedIn';

/** Whether asking for a token without a password may succeed; a login page that always asked would mostly be refused. */
export const maybeSignedIn = (): boolean => localStorage.getItem(signedInKey) !== null;

export function setAccessToken(next: AccessToken | null): void {
  if (next) {
    sessionStorage.setItem(key, JSON.stringify(next));
    localStorage.setItem(signedInKey, 'yes');
  } else {
    sessionStorage.removeItem(key);
    localStorage.removeItem(signedInKey);
  }
  current.set(next);
}

/** True when the token is missing or would run out on its way; 20 s covers a slow network. */
export const needsRefresh = (token: AccessToken | null): boolean => !token || token.expiresAt - serverNow() < 20_000;
