/**
 * Where a communication card stands with its carrier. A card that was never inserted is in its silent period; the testing
 * period gives a little data for nothing; one-way shutdown lets nothing out any more, shutdown nothing at all; a dormant card
 * was put to sleep and wakes up when it is paid for.
 */
export const cardStates = ['inUse', 'oneWayShutdown', 'shutdown', 'dormancy', 'testingPeriod', 'silentPeriod'] as const;
export type CardState = (typeof cardStates)[number];

/** What the carrier says of one card. */
export interface CardUsage {
  /** ICCID, as it was asked for. */
  readonly cardNumber: string;
  /** Null: the carrier says none, or one that nobody told us the meaning of. */
  readonly state: CardState | null;
  /** Used in the present month, megabytes; null: the carrier does not say. */
  readonly usedMegabytes: number | null;
  /** Of that today, megabytes; null: the carrier does not say. */
  readonly usedTodayMegabytes: number | null;
  /** What the plan gives in a month, megabytes; null: unlimited, or the carrier does not say. */
  readonly totalMegabytes: number | null;
  /** Last day of the plan as `YYYY-MM-DD`; null: the carrier does not say. */
  readonly expiresOn: string | null;
}

/** Why a carrier could not be asked. `refused`: our token; `tooOften`: it wants fewer questions; `unreadable`: its answer. */
export type CardTrouble = 'noAnswer' | 'refused' | 'tooOften' | 'unreadable';

export class CardProviderError extends Error {
  override readonly name = 'CardProviderError';
  readonly trouble: CardTrouble;

  constructor(trouble: CardTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** Asks a carrier about communication cards. Without one the product says "not available" and invents nothing. */
export interface CardProvider {
  /**
   * Of these cards, each as the carrier knows it now; one that is not the account's is absent from the answer.
   *
   * @param cardNumbers 19 or 20 characters each, at most `maxCardsAtOnce`
   * @throws CardProviderError
   */
  usageOf(cardNumbers: readonly string[]): Promise<CardUsage[]>;
}

/** So many cards fit into one question. */
export const maxCardsAtOnce = 100;
