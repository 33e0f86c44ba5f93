import type { AllCalls, CallData, CallInput, CallName, Client } from '@watchpost/contract';
import { wireCalls } from '@watchpost/contract/wireCalls';
import { getAccessToken, needsRefresh, setAccessToken } from './accessToken.ts';
import { CallError } from './CallError.ts';
import { getLanguage } from './language.ts';
import { getPlace, type Place } from './place.ts';
import { sendCall } from './sendCall.ts';
import { renewSession } from './signIn.ts';

export { CallError } from './CallError.ts';

/** `absent`: this tab never had one, so nothing expired. */
export type SessionEnd = 'expired' | 'loggedOut' | 'absent';
const sessionEndListeners = new Set<(why: SessionEnd) => void>();

/** Told once when the session is over, here or in another tab. */
export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('watchpost.session');
if (otherTabs) otherTabs.onmessage = () => closeSession('loggedOut');

function closeSession(why: SessionEnd): void {
  setAccessToken(null);
  for (const listener of [...sessionEndListeners]) listener(why);
}

const refusalListeners = new Set<() => void>();

/** Told when the server refused something for lack of a right: what this browser knows of the user's rights may be old. */
export function onForbidden(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Asks the user to prove their identity; false when the user cancels. */
type ProveIdentity = () => Promise<boolean>;
let proveIdentity: ProveIdentity | null = null;

/** The shell sets who asks; without it a dangerous call is refused with 428. */
export function onIdentityNeeded(ask: ProveIdentity | null): void {
  proveIdentity = ask;
}

let renewal: Promise<void> | null = null;

/** Renews the token; calls that come while it runs wait for the same one. */
function renewOnce(): Promise<void> {
  renewal ??= renewSession()
    .catch((error: unknown) => {
      // Without an answer nobody said that the session is over.
      if (error instanceof CallError && error.code === 401) closeSession(getAccessToken() ? 'expired' : 'absent');
      throw error;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** A token that will still be good when it arrives. @throws CallError 401 when the session is over */
export async function freshToken(): Promise<string> {
  if (needsRefresh(getAccessToken())) await renewOnce();
  return getAccessToken()?.token ?? '';
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where the call counts; the current place unless said otherwise. */
  readonly place?: Partial<Place> | undefined;
}

/**
 * Makes a call of the contract in the user's language, company and project, and returns its `Data`. An expired token is
 * renewed once and the call repeated; when that is refused the session ends (see `onSessionEnd`). A dangerous call is repeated
 * once the user has proven their identity (see `onIdentityNeeded`).
 *
 * @throws CallError with the server's words
 */
export async function callApi<Name extends CallName>(
  name: Name,
  input: CallInput<AllCalls[Name]>,
  options: CallOptions = {},
): Promise<CallData<AllCalls[Name]>> {
  const call = wireCalls[name];
  const send = (token: string | null) =>
    sendCall(call, input, {
      language: getLanguage(),
      token,
      ...(options.place ?? getPlace()),
      signal: options.signal,
    }) as Promise<CallData<AllCalls[Name]>>;
  if (call.isPublic) return send(null);
  const sendSignedIn = async () => {
    const token = await freshToken();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 401) throw error;
      // Someone else may have renewed while this call was under way.
      if (getAccessToken()?.token === token) await renewOnce();
      return await send(getAccessToken()?.token ?? null);
    }
  };
  try {
    return await sendSignedIn();
  } catch (error) {
    if (error instanceof CallError && error.code === 403) for (const listener of [...refusalListeners]) listener();
    if (!(error instanceof CallError) || error.code !== 428 || !(await proveIdentity?.())) throw error;
    return await sendSignedIn();
  }
}

/** One function a call: `await api.getUserInfo({})`. In components prefer `useCall` and `useCallMutation`. */
export const api: Client<AllCalls> = Object.fromEntries(
  Object.keys(wireCalls).map((name) => [name, (input: never) => callApi(name as CallName, input)]),
) as unknown as Client<AllCalls>;

/** Ends the session on the server, here and in the other tabs of this browser. */
export async function logOut(): Promise<void> {
  try {
    await callApi('logout', {});
  } finally {
    otherTabs?.postMessage('loggedOut');
    closeSession('loggedOut');
  }
}
