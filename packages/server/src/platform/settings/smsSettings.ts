import { z } from 'zod';
import { httpUrl, isJson, type ReadSettings, setting, withoutSpaces } from './setting.ts';

/** Who carries text messages away. */
export const smsSettings = {
  SMS_URL: setting({
    default: '',
    meaning:
      'Address of an SMS provider that takes an HTTP POST; without it the demo keeps messages in its test inbox, and nobody else gets codes. A private host must stand in ALLOWED_PRIVATE_HOSTS.',
    schema: httpUrl,
  }),
  SMS_TOKEN: setting({
    default: '',
    meaning: 'Bearer token for SMS_URL.',
    schema: withoutSpaces('token'),
    secret: true,
  }),
  SMS_BODY: setting({
    default: '{"to":"{to}","text":"{text}","key":"{key}"}',
    meaning:
      'What is posted to SMS_URL, JSON or a form; {to}, {text} and {key} are filled in (for codes also {code} and {purpose}). A message sent again has the same key.',
    schema: z
      .string()
      .refine(
        (value) => value.includes('{to}') && (value.includes('{text}') || value.includes('{code}')),
        'give a body with {to} and {text} (or {code}) in it',
      )
      .refine(
        (value) => !value.startsWith('{') || isJson(value.replace(/\{\w+\}/g, 'x')),
        'give JSON whose placeholders stand inside quotes, or a form such as to={to}&text={text}',
      ),
  }),
} as const;

export type SmsSettings = { url: string; token: string | null; body: string } | null;

export const smsOf = ({ SMS_URL, SMS_TOKEN, SMS_BODY }: ReadSettings<typeof smsSettings>): SmsSettings =>
  SMS_URL && SMS_BODY ? { url: SMS_URL, token: SMS_TOKEN ?? null, body: SMS_BODY } : null;
