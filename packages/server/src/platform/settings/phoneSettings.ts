import { z } from 'zod';
import {
  type AnswerShape,
  type ReceiptShape,
  type ReceiptState,
  readAnswer,
  readReceiptShape,
  readReceiptStates,
} from '../phone/providerShapes.ts';
import { httpUrl, isJson, type ReadSettings, setting, withoutSpaces } from './setting.ts';

/** A text names its code itself. */
const usualSms = '{"to":"{to}","text":"{text}","key":"{key}"}';
/** A call asks for a key, which counts only with the code of the call. */
const usualCall = '{"to":"{to}","text":"{text}","key":"{key}","code":"{code}"}';
/** What our simulator takes and tells, which is what the defaults say; besides that it is told the code and where we listen. */
const bodyOfDemo = '{"to":"{to}","text":"{text}","key":"{key}","code":"{code}","receipts":"{receiptUrl}"}';

const bodyOf = (urlName: string, usual: string, more: string) =>
  setting({
    default: usual,
    meaning: `What is posted to ${urlName}, JSON or a form; {to}, {text} and {key} are filled in, {receiptUrl} (where it may tell us what became of it) and ${more}. A message sent again has the same key.`,
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
  });

const headersOf = (urlName: string) =>
  setting({
    default: '',
    meaning: `Further headers of requests to ${urlName}, as JSON such as {"X-App":"7"}.`,
    schema: z
      .string()
      .transform(readHeaders)
      .refine((value) => value !== null, 'give JSON of names and texts, such as {"X-App":"7"}'),
    secret: true,
  });

const answerOf = (urlName: string) =>
  setting({
    default: 'id=/id',
    meaning: `Where the answer of ${urlName} says what, as JSON pointers: id is the message's number there; a provider that always answers 200 has ok=/code=0, too.`,
    schema: z
      .string()
      .transform(readAnswer)
      .refine((value) => value !== null, 'give id=/… and, where it says so, ok=/…=value'),
  });

const askUrlOf = (what: string) =>
  setting({
    default: '',
    meaning: `Where is asked by HTTP GET what became of ${what}; {id} is the provider's number, {key} ours. Empty: it is not asked.`,
    schema: httpUrl,
  });

const receiptOf = (what: string) =>
  setting({
    default: 'id=/id state=/state detail=/detail from=/from text=/text digit=/digit code=/code',
    meaning: `Where a receipt of ${what} says what, as JSON pointers, posted to us or asked for: list (of them), id, state, detail, and of an answer from and text, or the digit that was pressed, and the code.`,
    schema: z
      .string()
      .transform(readReceiptShape)
      .refine(
        (value) => value !== null,
        'give id=/… state=/… and, where it says so, list, detail, from, text, digit, code',
      ),
  });

const statesOf = (what: string) =>
  setting({
    default: '',
    meaning: `What the provider calls the states of ${what}, as DELIVRD=delivered,UNDELIV=failed,SENT=pending; our own names are always understood.`,
    schema: z
      .string()
      .transform(readReceiptStates)
      .refine((value) => value !== null, 'give name=state pairs with delivered, failed or pending'),
  });

/** Who carries text messages away. */
export const smsSettings = {
  SMS_URL: setting({
    default: '',
    meaning:
      'Address of an SMS provider that takes an HTTP POST. Without it nobody gets codes or alarms by SMS; the demo keeps codes in its test inbox and sends alarms to its simulator. A private host must stand in ALLOWED_PRIVATE_HOSTS.',
    schema: httpUrl,
  }),
  SMS_TOKEN: setting({
    default: '',
    meaning: 'Bearer token for SMS_URL.',
    schema: withoutSpaces('token'),
    secret: true,
  }),
  SMS_HEADERS: headersOf('SMS_URL'),
  SMS_BODY: bodyOf(
    'SMS_URL',
    usualSms,
    'for codes {code}, {purpose} and {minutes} (how long it is good), for alarms {code}, which confirms them',
  ),
  SMS_ANSWER: answerOf('SMS_URL'),
  SMS_ASK_URL: askUrlOf('an SMS'),
  SMS_RECEIPT: receiptOf('an SMS'),
  SMS_STATES: statesOf('an SMS'),
} as const;

/** Who makes calls. */
export const voiceSettings = {
  VOICE_URL: setting({
    default: '',
    meaning:
      'Address of a provider that calls people and reads a text to them, by HTTP POST. Without it nobody is called; the demo calls its simulator. A private host must stand in ALLOWED_PRIVATE_HOSTS.',
    schema: httpUrl,
  }),
  VOICE_TOKEN: setting({
    default: '',
    meaning: 'Bearer token for VOICE_URL.',
    schema: withoutSpaces('token'),
    secret: true,
  }),
  VOICE_HEADERS: headersOf('VOICE_URL'),
  VOICE_BODY: bodyOf(
    'VOICE_URL',
    usualCall,
    '{code}, without which no key that is pressed confirms: it must come back with the key',
  ),
  VOICE_ANSWER: answerOf('VOICE_URL'),
  VOICE_ASK_URL: askUrlOf('a call'),
  VOICE_RECEIPT: receiptOf('a call'),
  VOICE_STATES: statesOf('a call'),
} as const;

/** What both providers must present when they tell us something. */
export const receiptSettings = {
  RECEIPT_SECRET: setting({
    default: '',
    meaning:
      'What providers of SMS and calls present when they tell us of receipts and answers, at PUBLIC_URL/receipts/sms and /receipts/voice: as ?secret=… or as bearer token. 16 to 200 letters, digits or symbols of -._~. Empty: only the demo’s simulator is heard.',
    schema: z
      .string()
      .refine(
        (value) => value === '' || /^[A-Za-z0-9._~-]{16,200}$/.test(value),
        'give 16 to 200 letters, digits or symbols of -._~',
      )
      .transform((value) => value || null),
    secret: true,
  }),
} as const;

export interface PhoneProviderSettings {
  url: string;
  token: string | null;
  headers: Readonly<Record<string, string>>;
  body: string;
  answer: AnswerShape;
  askUrl: string | null;
  receipt: ReceiptShape;
  states: ReadonlyMap<string, ReceiptState>;
  /** The demo's simulator, which carries alarms but no codes: those are for real people, who find them in the test inbox. */
  isSimulated: boolean;
}
export type PhoneSettings = PhoneProviderSettings | null;

/** @param ofDemo where the simulator plays one, in the shape that is the default; null: nowhere */
export const smsOf = (given: ReadSettings<typeof smsSettings>, ofDemo: string | null): PhoneSettings =>
  providerOf(
    {
      url: given.SMS_URL,
      token: given.SMS_TOKEN,
      headers: given.SMS_HEADERS,
      body: given.SMS_BODY,
      answer: given.SMS_ANSWER,
      askUrl: given.SMS_ASK_URL,
      receipt: given.SMS_RECEIPT,
      states: given.SMS_STATES,
    },
    ofDemo,
  );

export const voiceOf = (given: ReadSettings<typeof voiceSettings>, ofDemo: string | null): PhoneSettings =>
  providerOf(
    {
      url: given.VOICE_URL,
      token: given.VOICE_TOKEN,
      headers: given.VOICE_HEADERS,
      body: given.VOICE_BODY,
      answer: given.VOICE_ANSWER,
      askUrl: given.VOICE_ASK_URL,
      receipt: given.VOICE_RECEIPT,
      states: given.VOICE_STATES,
    },
    ofDemo,
  );

type Given = {
  readonly [Part in keyof Omit<PhoneProviderSettings, 'isSimulated'>]: PhoneProviderSettings[Part] | null | undefined;
};

function providerOf(
  { url, token = null, headers, body, answer, askUrl = null, receipt, states }: Given,
  ofDemo: string | null,
): PhoneSettings {
  if (!headers || !body || !answer || !receipt || !states) return null;
  const usual = { token, headers, answer, receipt, states };
  if (url) return { ...usual, url, body, askUrl, isSimulated: false };
  return ofDemo === null
    ? null
    : { ...usual, url: ofDemo, body: bodyOfDemo, askUrl: `${ofDemo}/{id}`, isSimulated: true };
}

function readHeaders(text: string): Record<string, string> | null {
  if (text === '') return {};
  if (!isJson(text)) return null;
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
  const isUsable = Object.entries(read).every(
    ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
  );
  return isUsable ? (read as Record<string, string>) : null;
}
