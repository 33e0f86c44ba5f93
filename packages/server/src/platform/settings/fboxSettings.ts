import { anyText, httpUrl, lonelyHalves, type ReadSettings, setting } from './setting.ts';

/** The FBox account whose boxes are listed, in the vendor's cloud. */
export const fboxSettings = {
  FBOX_URL: setting({
    default: '',
    meaning: 'Where an FBox account lists its boxes, as the vendor names it; empty: no account is connected.',
    schema: httpUrl,
  }),
  FBOX_TOKEN_URL: setting({
    default: '',
    meaning: 'Where a token for that account is had.',
    schema: httpUrl,
  }),
  FBOX_CLIENT_ID: setting({
    default: '',
    meaning: 'The client of that account.',
    schema: anyText,
  }),
  FBOX_CLIENT_SECRET: setting({
    default: '',
    meaning: 'The secret of that client.',
    schema: anyText,
    secret: true,
  }),
} as const;

export type FboxSettings = { boxesUrl: string; tokenUrl: string; clientId: string; clientSecret: string } | null;

export function fboxOf(
  { FBOX_URL, FBOX_TOKEN_URL, FBOX_CLIENT_ID, FBOX_CLIENT_SECRET }: ReadSettings<typeof fboxSettings>,
  problems: string[],
): FboxSettings {
  problems.push(...lonelyHalves({ FBOX_URL, FBOX_TOKEN_URL }));
  problems.push(...lonelyHalves({ FBOX_URL, FBOX_CLIENT_ID }));
  problems.push(...lonelyHalves({ FBOX_CLIENT_ID, FBOX_CLIENT_SECRET }));
  return FBOX_URL && FBOX_TOKEN_URL && FBOX_CLIENT_ID && FBOX_CLIENT_SECRET
    ? { boxesUrl: FBOX_URL, tokenUrl: FBOX_TOKEN_URL, clientId: FBOX_CLIENT_ID, clientSecret: FBOX_CLIENT_SECRET }
    : null;
}
