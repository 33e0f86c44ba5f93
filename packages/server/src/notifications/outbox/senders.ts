import { createHmac } from 'node:crypto';
import type { NotSentReason, OutboundChannel } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { foreignText } from '../../platform/foreignText.ts';
import { guardedRequest } from '../../platform/guardedRequest.ts';
import { isRefusedForGood, type MailMessage } from '../../platform/mail/smtpMail.ts';
import { type OutboundGuard, OutboundRefused } from '../../platform/outboundGuard.ts';
import { type PhoneProvider, PhoneProviderError } from '../../platform/phone/phoneProvider.ts';
import type { SecretBox } from '../../platform/secretBox.ts';
import type { Client } from '../store.ts';
import { findWebhook, type QueuedMessage } from './outbox.store.ts';

/** A send that failed: whether trying again could help, and what the other side said. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';
  readonly again: boolean;
  readonly outcome: 'refused' | 'noAnswer';
  /** Set where nothing was tried at all. */
  readonly leftOut: NotSentReason | null;
  /** The other side says that it is gone for good. */
  readonly isGone: boolean;

  constructor(
    message: string,
    options: { again: boolean; outcome: 'refused' | 'noAnswer'; leftOut?: NotSentReason; isGone?: boolean },
  ) {
    super(message);
    this.again = options.again;
    this.outcome = options.outcome;
    this.leftOut = options.leftOut ?? null;
    this.isGone = options.isGone ?? false;
  }
}

export interface Sent {
  /** The provider's number; null: it has none. */
  readonly providerId: string | null;
  /** A receipt may come, or be asked for. */
  readonly isAskable: boolean;
  /** The acceptance is the receipt: no provider stands between. */
  readonly isDelivered: boolean;
}

/** Sends one message, once. @throws SendFailed */
export type Sender = (message: QueuedMessage) => Promise<Sent>;
export type Senders = Readonly<Record<OutboundChannel, Sender | null>>;

export interface SenderDeps {
  readonly sms: PhoneProvider | null;
  readonly voice: PhoneProvider | null;
  /** Null: no mail leaves the house, and none is kept for looking at. */
  readonly sendMail: ((message: MailMessage, tries: number) => Promise<void>) | null;
  /** For addresses that people name. */
  readonly guard: OutboundGuard;
  readonly secrets: SecretBox;
  readonly client: Client;
  /** The address at which a provider reports what became of a message. */
  receiptUrl(channel: 'sms' | 'voice'): string;
  now(): number;
}

const webhookTimeoutMs = 10_000;
const maxWebhookAnswerBytes = 16 * 1024;

export function createSenders(deps: SenderDeps): Senders {
  const phone =
    (channel: 'sms' | 'voice', provider: PhoneProvider): Sender =>
    async ({ key, address, body, code }) => {
      const fields = { code: code ?? '', receiptUrl: deps.receiptUrl(channel) };
      try {
        const { id } = await provider.send({ key, to: address, text: body, fields }, 1);
        return { providerId: id, isAskable: id !== null && provider.ask !== undefined, isDelivered: false };
      } catch (error) {
        if (error instanceof PhoneProviderError)
          throw new SendFailed(error.message, { again: error.again, outcome: error.trouble });
        throw failureOf(error);
      }
    };
  return {
    sms: deps.sms && phone('sms', deps.sms),
    voice: deps.voice && phone('voice', deps.voice),
    email:
      deps.sendMail &&
      (async ({ key, address, subject, body }) => {
        await deps.sendMail!({ key, to: address, subject: subject ?? '', text: body }, 1).catch((error: unknown) => {
          const again = !isRefusedForGood(error);
          throw new SendFailed(foreignText((error as Error).message, 200), {
            again,
            outcome: again ? 'noAnswer' : 'refused',
          });
        });
        return { providerId: null, isAskable: false, isDelivered: false };
      }),
    webhook: (message) => sendWebhook(deps, message),
  };
}

/** Proves to a company's system that we sent it, and when: HMAC-SHA256 over `<seconds>.<body>`. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/**
 * Final answers: the receiver will never take this message as it is (RFC 9110 §15.5). What the other side may mend is tried
 * again: a lapsed login (401, 403), an address that is not there yet (404), a busy one (408, 425, 429), trouble (5xx). A webhook
 * gets one message after the other, so trying on would delay every later alarm for hours.
 */
const finalAnswers: ReadonlySet<number> = new Set([400, 405, 406, 410, 411, 413, 414, 415, 422, 431]);

/** Posts to an address that somebody of the company set. @throws SendFailed */
export async function postWebhook(
  { guard, now }: Pick<SenderDeps, 'guard' | 'now'>,
  { url, secret, key, body }: { url: string; secret: string; key: string; body: string },
): Promise<void> {
  const reply = await guardedRequest(guard, new URL(url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      'X-Watchpost-Signature': signatureOf(secret, Math.floor(now() / 1000), body),
    },
    body,
    timeoutMs: webhookTimeoutMs,
    maxBytes: maxWebhookAnswerBytes,
  }).catch((error: unknown) => {
    throw failureOf(error);
  });
  const { status } = reply;
  if (status >= 200 && status < 300) return;
  throw new SendFailed(`HTTP ${status}`, {
    again: !finalAnswers.has(status),
    outcome: status >= 500 ? 'noAnswer' : 'refused',
    isGone: status === 410,
  });
}

async function sendWebhook(deps: SenderDeps, { webhookId, key, body }: QueuedMessage): Promise<Sent> {
  const hook = webhookId === null ? null : await findWebhook(system, deps.client, webhookId);
  if (!hook) throw new SendFailed('switched off', { again: false, outcome: 'refused', leftOut: 'switchedOff' });
  await postWebhook(deps, { url: hook.url, secret: deps.secrets.open(hook.secret), key, body });
  return { providerId: null, isAskable: false, isDelivered: true };
}

const failureOf = (error: unknown): SendFailed =>
  error instanceof OutboundRefused
    ? new SendFailed(error.message, { again: false, outcome: 'refused' })
    : new SendFailed(error instanceof Error ? error.message.slice(0, 200) : 'no answer', {
        again: true,
        outcome: 'noAnswer',
      });
