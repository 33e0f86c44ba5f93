import { accountErrors } from '@watchpost/contract';
import * as client from 'openid-client';
import { foreignText } from '../platform/foreignText.ts';
import { guardedRequest } from '../platform/guardedRequest.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log/log.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What its button says. */
  readonly name: string;
  /** Where the service sends the browser back to; it must be registered there. */
  readonly redirectUrl: string;
  readonly guard: OutboundGuard;
  readonly log: Log;
}

/** What a browser was sent away with and must come back to. */
export interface OpenIdChallenge {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person, as the service knows them: issuer and subject together never change, the name may. */
export interface OpenIdIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
}

/** The service with whose accounts people may sign in. */
export interface OpenId {
  readonly name: string;
  /** Where to send the browser. @throws Refusal `openIdUnreachable` */
  begin(): Promise<{ url: string; challenge: OpenIdChallenge }>;
  /**
   * Who came back.
   *
   * @param query what the service added to the redirect address
   * @throws Refusal `openIdRefused`, `openIdUnreachable`
   */
  finish(query: string, challenge: OpenIdChallenge): Promise<OpenIdIdentity>;
}

const timeoutMs = 10_000;
const maxAnswerBytes = 256 * 1024;

/** The service did not answer; what it answered is another matter. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Error && error.cause !== undefined && isUnreachable(error.cause));

/**
 * OpenID Connect by authorization code with PKCE, state and nonce. What the service says of itself is read when it is first
 * needed, and read again after a failure.
 */
export function createOpenId(options: OpenIdOptions): OpenId {
  const { issuer, clientId, clientSecret, name, redirectUrl, guard, log } = options;

  const guardedFetch: client.CustomFetch = async (address, { method, headers, body }) => {
    const url = new URL(address);
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await guardedRequest(guard, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers },
      ...(text === undefined ? {} : { body: text }),
      timeoutMs,
      maxBytes: maxAnswerBytes,
    }).catch((error: unknown) => {
      throw new Unreachable(`${url.host} does not answer`, { cause: error });
    });
    const type = answer.headers['content-type'];
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };

  let known: Promise<client.Configuration> | null = null;
  const configuration = (): Promise<client.Configuration> => {
    if (known) return known;
    const url = new URL(issuer);
    const asking = client.discovery(url, clientId, clientSecret, undefined, {
      [client.customFetch]: guardedFetch,
      execute: [
        // By itself the library trusts the connection and does not look at the signature (OpenID Connect Core §3.1.3.7, 6).
        client.enableNonRepudiationChecks,
        // The settings take plain HTTP only for this very machine.
        ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    known = asking;
    asking.catch(() => {
      known = null;
    });
    return asking;
  };

  const refusal = (error: unknown): Refusal => {
    log.warn({ err: error }, 'Signing in with another account failed');
    return new Refusal(isUnreachable(error) ? accountErrors.openIdUnreachable : accountErrors.openIdRefused);
  };

  return {
    name,
    async begin() {
      const challenge = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      try {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUrl,
          scope: 'openid profile',
          state: challenge.state,
          nonce: challenge.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(challenge.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, challenge };
      } catch (error) {
        log.warn({ err: error, issuer }, 'The sign-in service of another account says nothing usable of itself');
        throw new Refusal(accountErrors.openIdUnreachable);
      }
    },
    async finish(query, { state, nonce, codeVerifier }) {
      try {
        const tokens = await client.authorizationCodeGrant(await configuration(), new URL(`${redirectUrl}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The service sent no ID token');
        const [called = ''] = [claims.name, claims.nickname, claims.preferred_username, claims.sub]
          .map((word) => (typeof word === 'string' ? foreignText(word, 100) : ''))
          .filter((word) => word !== '');
        // OpenID Connect Core §2: a subject has at most 255 characters. It is compared, so it is never mended.
        if (!/^\P{Cc}{1,255}$/u.test(claims.sub)) throw new Error('The subject of the ID token is no plain text');
        return { issuer: claims.iss, subject: claims.sub, name: called };
      } catch (error) {
        throw refusal(error);
      }
    },
  };
}
