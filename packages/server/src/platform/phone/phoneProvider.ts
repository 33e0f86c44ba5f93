/** A text message, or what a call says. */
export interface PhoneMessage {
  /** The same on every try, so that a provider that looks at it sends the message once. */
  readonly key: string;
  /** E.164, with `+`. */
  readonly to: string;
  readonly text: string;
  /** What a provider that only sends templates of its own asks for, such as `code`; and where it may tell what became of it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a provider tells of a message afterwards, by itself or when asked. */
export interface PhoneReceipt {
  /** The provider's number of the message; null: it is about none of ours, such as an answer that came by itself. */
  readonly id: string | null;
  /** Null: nothing new about whether it arrived. */
  readonly state: 'delivered' | 'failed' | null;
  readonly detail: string | null;
  /** An answer: the number it came from with what was written, or the key that was pressed. */
  readonly from: string | null;
  readonly text: string | null;
  readonly digit: string | null;
  /** The code of the message, where the provider gives back what it was sent with. */
  readonly code: string | null;
}

/** A provider that did not take a message. */
export class PhoneProviderError extends Error {
  override readonly name = 'PhoneProviderError';
  /** Whether trying again could help: it did not answer, was busy, or our token is refused, which somebody mends. */
  readonly again: boolean;
  readonly trouble: 'refused' | 'noAnswer';

  constructor(
    message: string,
    { again, trouble }: { again: boolean; trouble: 'refused' | 'noAnswer' },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.again = again;
    this.trouble = trouble;
  }
}

/** Carries text messages, or makes calls. */
export interface PhoneProvider {
  /**
   * Resolves when the provider took the message, with its number there when it tells one.
   *
   * @param tries in a row; one where somebody else keeps the message and tries again later
   * @throws PhoneProviderError when it did not take it; OutboundRefused when it must not be dialled
   */
  send(message: PhoneMessage, tries?: number): Promise<{ readonly id: string | null }>;
  /** What became of a message; null: the provider knows nothing new. Absent: it cannot be asked. */
  readonly ask?: (id: string, key: string) => Promise<PhoneReceipt | null>;
  /** Reads what the provider posts to us by itself; what cannot be understood is left out. */
  read(posted: unknown): PhoneReceipt[];
}
