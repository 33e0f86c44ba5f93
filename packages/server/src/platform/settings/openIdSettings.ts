import { isIP } from 'node:net';
import { z } from 'zod';
import { anyText, httpUrl, lonelyHalves, type ReadSettings, setting } from './setting.ts';

/** The service that lets people sign in with another account (OpenID Connect). */
export const openIdSettings = {
  OIDC_ISSUER: setting({
    default: '',
    meaning:
      'OpenID Connect service with whose accounts people may sign in; it returns them to PUBLIC_URL/other. Needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL. A private host must stand in ALLOWED_PRIVATE_HOSTS. Always https, but for trying one on this machine: http://localhost:9000 or http://127.0.0.1:9000.',
    schema: httpUrl.refine(
      (value) => value === null || value.startsWith('https:') || isOnThisMachine(new URL(value).hostname),
      'give an https address; http is for a service on this machine alone (localhost)',
    ),
  }),
  OIDC_CLIENT_ID: setting({
    default: '',
    meaning: 'What this installation is called there.',
    schema: anyText,
  }),
  OIDC_CLIENT_SECRET: setting({
    default: '',
    meaning: 'Its password there.',
    schema: anyText,
    secret: true,
  }),
  OIDC_NAME: setting({
    default: 'OpenID',
    meaning: 'What the button of that service says on the login page.',
    schema: z.string().min(1, 'give a name').max(30, 'give at most 30 characters'),
  }),
} as const;

export type OpenIdSettings = { issuer: string; clientId: string; clientSecret: string; name: string } | null;

/** What is said to it leaves the machine nowhere, so it may be said in the open. */
function isOnThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function openIdOf(
  { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME }: ReadSettings<typeof openIdSettings>,
  publicUrl: string | null | undefined,
  problems: string[],
): OpenIdSettings {
  problems.push(...lonelyHalves({ OIDC_ISSUER, OIDC_CLIENT_ID }));
  problems.push(...lonelyHalves({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }));
  if (OIDC_ISSUER && publicUrl === null)
    problems.push('PUBLIC_URL is not set, but OIDC_ISSUER is: say where people open this installation.');
  return OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET && OIDC_NAME
    ? { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name: OIDC_NAME }
    : null;
}
