import { z } from 'zod';
import { lonelyHalves, type ReadSettings, setting } from './setting.ts';

/** The mail server and the sender's address. */
export const mailSettings = {
  SMTP_URL: setting({
    default: '',
    meaning: 'Mail server, as smtp://user:password@host:587 or smtps://… for TLS from the start. Needs MAIL_FROM.',
    schema: z
      .string()
      .refine(
        (value) => value === '' || (/^smtps?:\/\//.test(value) && URL.canParse(value)),
        'give smtp://user:password@host:port, or leave it empty',
      )
      .transform((value) => value || null),
    secret: true,
  }),
  MAIL_FROM: setting({
    default: '',
    meaning: 'Sender of mail, such as Watchpost <watch@example.com>. Needs SMTP_URL.',
    schema: z
      .string()
      .refine(
        (value) => value === '' || /^([^<>@"\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value),
        'give an address such as watch@example.com or Watchpost <watch@example.com>',
      )
      .transform((value) => value || null),
  }),
} as const;

export type MailSettings = { url: string; from: string } | null;

export function mailOf({ SMTP_URL, MAIL_FROM }: ReadSettings<typeof mailSettings>, problems: string[]): MailSettings {
  problems.push(...lonelyHalves({ SMTP_URL, MAIL_FROM }));
  return SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null;
}
