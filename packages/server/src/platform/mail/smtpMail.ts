import { mailLibrary } from '../loadLater.ts';

export interface MailMessage {
  /** The same on every try; becomes the Message-ID, by which mail programs know a message they have already. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Carries mail away. */
export interface MailSender {
  /**
   * Resolves when the mail server took the message.
   *
   * @param tries in a row; one where somebody else keeps the message and tries again later
   * @throws Error when it did not; `isRefusedForGood` says whether trying again could help
   */
  send(message: MailMessage, tries?: number): Promise<void>;
  close(): void;
}

export interface SmtpMailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `Watchpost <alarms@example.com>`, or the address alone. */
  readonly from: string;
}

const timeoutMs = 10_000;
/** What a server says by 4xx, or a lost connection, is often over a moment later. */
const usualTries = 2;

/** Whether the mail server will not take a mail later, either. */
export const isRefusedForGood = (error: unknown): boolean =>
  ((error as { responseCode?: number }).responseCode ?? 0) >= 500;

/** Sends mail through an SMTP server. */
export function createSmtpMail({ url, from }: SmtpMailOptions): MailSender {
  const open = () =>
    mailLibrary().createTransport(
      {
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  let transport: ReturnType<typeof open> | null = null;
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ key, to, subject, text }, tries = usualTries) {
      // An address object, so that nothing in it is read as a list of addresses.
      const message = { to: { name: '', address: to }, subject, text, messageId: `<${key}@${domain}>` };
      for (let left = tries - 1; ; left--) {
        try {
          transport ??= open();
          await transport.sendMail(message);
          return;
        } catch (error) {
          if (left === 0 || isRefusedForGood(error)) throw error;
        }
      }
    },
    close: () => transport?.close(),
  };
}
