import { accountErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { MailMessage, MailSender } from '../platform/mail/smtpMail.ts';
import type { PhoneMessage, PhoneProvider } from '../platform/phone/phoneProvider.ts';
import { insertInboxMessage } from './inbox.store.ts';

/** `service`: a provider delivers it. `inbox`: it is kept for administrators to read, in the demo. Null: not at all. */
export type Way = 'service' | 'inbox' | null;

/** Sends messages to people by the way that is set up. */
export interface Messenger {
  readonly sms: Way;
  readonly mail: Way;
  /** @throws Refusal `noSmsService` when there is no way; Error when the provider does not take it */
  sendSms(message: PhoneMessage): Promise<void>;
  /** @throws Refusal `noMailService` when there is no way; Error when the mail server does not take it */
  sendMail(message: MailMessage, tries?: number): Promise<void>;
}

export interface MessengerOptions {
  db: Db;
  clock: Clock;
  sms: PhoneProvider | null;
  mail: MailSender | null;
  /** Keep what no service delivers where administrators can read it. */
  demo: boolean;
}

export function createMessenger({ db, clock, sms, mail, demo }: MessengerOptions): Messenger {
  const wayOf = (sender: object | null): Way => (sender ? 'service' : demo ? 'inbox' : null);
  return {
    sms: wayOf(sms),
    mail: wayOf(mail),
    async sendSms(message) {
      if (sms) {
        await sms.send(message);
        return;
      }
      if (!demo) throw new Refusal(accountErrors.noSmsService);
      const { key, to: recipient, text: body } = message;
      const sentAt = new Date(clock.now());
      await insertInboxMessage(system, db, { key, channel: 'sms', recipient, subject: null, body, sentAt });
    },
    async sendMail(message, tries) {
      if (mail) return mail.send(message, tries);
      if (!demo) throw new Refusal(accountErrors.noMailService);
      const { key, to: recipient, subject, text: body } = message;
      const sentAt = new Date(clock.now());
      await insertInboxMessage(system, db, { key, channel: 'mail', recipient, subject, body, sentAt });
    },
  };
}
