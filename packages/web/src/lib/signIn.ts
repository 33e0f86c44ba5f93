import type { AllCalls, CallData, CallInput } from '@watchpost/contract';
import type { WireCall } from '@watchpost/contract/wireCalls';
import { setAccessToken } from './accessToken.ts';
import { getLanguage } from './language.ts';
import { sendCall } from './sendCall.ts';

/**
 * The two public calls of a session. The login page is a bundle of its own and must stay small, so the rows are repeated here
 * under the contract's types (a drift does not compile) instead of pulling in every schema.
 */
const login = { method: 'POST', path: '/User/login', encoding: 'json' } satisfies Pick<
  AllCalls['loginByBody'],
  'method' | 'path' | 'encoding'
>;
const refresh = { method: 'GET', path: '/User/RefreshToken' } satisfies Pick<
  AllCalls['refreshToken'],
  'method' | 'path'
>;

/** What every sign-in answers, however it was made. */
export type OpenedSession = Pick<CallData<AllCalls['loginByBody']>, 'Token' | 'ExpiresAt'>;

/** From now on this tab works in that session; the refresh token came as a cookie. */
export const enterSession = (session: OpenedSession): void =>
  setAccessToken({ token: session.Token, expiresAt: session.ExpiresAt });

async function openSession(call: WireCall, input: { query?: unknown; body?: unknown }): Promise<void> {
  enterSession((await sendCall(call, input, { language: getLanguage() })) as OpenedSession);
}

/**
 * Signs in; the token is kept for this tab, the refresh token in a cookie.
 *
 * @throws CallError wrong account or password, locked, inactive, or code 0 without a network
 */
export const signIn = (credentials: CallInput<AllCalls['loginByBody']>['body']): Promise<void> =>
  openSession(login, { body: credentials });

/** Exchanges the refresh cookie for a new token of this tab. Tabs take turns. @throws CallError 401 when it is over */
export const renewSession = (): Promise<void> => {
  const exchange = () => openSession(refresh, { query: {} });
  // Web Locks exist only in secure contexts; without them the server's 30 s grace for the previous cookie keeps tabs apart.
  return navigator.locks ? navigator.locks.request('watchpost.refresh', exchange) : exchange();
};
