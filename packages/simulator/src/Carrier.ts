import { type DemoCard, demoCards, usageOfCard } from '@watchpost/demo';
import type { Clock } from './clock.ts';
import { Holds, type Release } from './FieldGateway.ts';

/** A card as the carrier tells of it. */
interface ToldCard {
  iccid: string;
  state: DemoCard['state'];
  /** Megabytes. */
  month: number;
  day: number;
  limit: number | null;
  expires: string | null;
}

const maxAtOnce = 100;
const inMegabytes = (amount: number): number => Math.round(amount * 1000) / 1000;

/**
 * Plays the carrier of the demo's communication cards: the number of a card in, its state and usage out.
 *
 * Example: `{"iccids":["89860426102590018801"]}` →
 * `{"cards":[{"iccid":"89860426102590018801","state":"inUse","month":201.4,"day":3.1,"limit":500,"expires":"2029-06-30"}]}`
 */
export class Carrier {
  readonly #clock: Clock;
  readonly #stopped = new Map<string, Holds>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws Error in a sentence when that was no question */
  answer(question: unknown): { cards: ToldCard[] } {
    const { iccids } = (question ?? {}) as { iccids?: unknown };
    if (!Array.isArray(iccids) || iccids.length > maxAtOnce)
      throw new Error(`Expected {"iccids":[…]} with at most ${maxAtOnce} numbers`);
    const asked = new Set(iccids);
    return { cards: demoCards.filter(({ number }) => asked.has(number)).map((card) => this.#told(card)) };
  }

  /** Shuts the card down until released, from any earlier state. */
  stopCard(number: string): Release {
    const holds = this.#stopped.get(number) ?? new Holds();
    this.#stopped.set(number, holds);
    return holds.take();
  }

  #told(card: DemoCard): ToldCard {
    const { monthMegabytes, dayMegabytes } = usageOfCard(card, this.#clock.now());
    return {
      iccid: card.number,
      state: this.#stopped.get(card.number)?.isHeld ? 'shutdown' : card.state,
      month: inMegabytes(monthMegabytes),
      day: inMegabytes(dayMegabytes),
      limit: card.limitMegabytes,
      expires: card.expiresOn,
    };
  }
}
