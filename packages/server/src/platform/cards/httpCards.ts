import { guardedRequest } from '../guardedRequest.ts';
import { at } from '../jsonPointer.ts';
import type { Log } from '../log/log.ts';
import type { OutboundGuard } from '../outboundGuard.ts';
import type { CardAnswerShape } from './cardAnswerShape.ts';
import { type CardProvider, CardProviderError, type CardState, type CardUsage, cardStates } from './cardProvider.ts';

export interface HttpCardsOptions {
  readonly url: string;
  /** Sent as a bearer token; null: none. */
  readonly token: string | null;
  /**
   * The JSON that is posted, with `{cards}` standing for the list of card numbers.
   *
   * @example '{"iccids":{cards}}'
   */
  readonly body: string;
  /** Where everything stands in the answer. */
  readonly answer: CardAnswerShape;
  /** What the carrier calls our states, besides our own names. */
  readonly states: ReadonlyMap<string, CardState>;
  /** How many of the carrier's units make a megabyte: 1024 of a carrier that counts kilobytes. */
  readonly unitsInMegabyte: number;
  readonly guard: OutboundGuard;
  readonly log: Log;
  now(): number;
}

/** A person waits for it. */
const timeoutMs = 5_000;
/** A hundred cards of the wordiest carrier. */
const maxAnswerBytes = 1024 * 1024;
/** After a failure: the next who asks is told the same at once, instead of waiting for it again. */
const pauseMs = 30_000;
const longestPauseMs = 3_600_000;

/** Asks any carrier that answers JSON to a POST. */
export function createHttpCards(options: HttpCardsOptions): CardProvider {
  const { url, token, body, answer, guard, log, now } = options;
  const states = new Map<string, CardState>([...cardStates.map((name) => [name, name] as const), ...options.states]);
  /** Said once each, not with every question. */
  const strangeStates = new Set<string>();
  let failed: { error: CardProviderError; until: number } | null = null;

  async function ask(cardNumbers: readonly string[]): Promise<unknown> {
    const reply = await guardedRequest(guard, new URL(url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: body.replace('{cards}', () => JSON.stringify(cardNumbers)),
      timeoutMs,
      maxBytes: maxAnswerBytes,
    }).catch((error: unknown) => {
      throw new CardProviderError('noAnswer', 'The carrier does not answer', { cause: error });
    });
    const { status } = reply;
    if (status === 401 || status === 403)
      throw new CardProviderError('refused', `The carrier refuses our token (HTTP ${status})`);
    if (status === 429) {
      const seconds = Number(reply.headers['retry-after'] ?? Number.NaN);
      const error = new CardProviderError('tooOften', 'The carrier wants to be asked less often (HTTP 429)');
      if (seconds > 0) failed = { error, until: now() + Math.min(seconds * 1000, longestPauseMs) };
      throw error;
    }
    if (status < 200 || status >= 300) throw new CardProviderError('noAnswer', `The carrier answers HTTP ${status}`);
    try {
      return JSON.parse(reply.body.toString('utf8')) as unknown;
    } catch {
      throw new CardProviderError('unreadable', 'What the carrier answers is no JSON');
    }
  }

  function stateOf(told: unknown): CardState | null {
    if (told === undefined || told === null || told === '') return null;
    const known = states.get(String(told));
    if (known) return known;
    if (!strangeStates.has(String(told)) && strangeStates.size < 50) {
      strangeStates.add(String(told));
      log.warn({ state: String(told).slice(0, 50) }, 'A card is in a state that CARD_STATES says nothing about');
    }
    return null;
  }

  function usageIn(card: unknown, asked: ReadonlySet<string>): CardUsage | null {
    const cardNumber = String(at(card, answer.number) ?? '');
    if (!asked.has(cardNumber)) return null;
    const megabytes = (pointer: string | null): number | null => {
      const units = pointer === null ? null : numberOf(at(card, pointer));
      return units === null ? null : units / options.unitsInMegabyte;
    };
    return {
      cardNumber,
      state: stateOf(at(card, answer.state)),
      usedMegabytes: megabytes(answer.month),
      usedTodayMegabytes: megabytes(answer.day),
      totalMegabytes: megabytes(answer.limit),
      expiresOn: answer.expires === null ? null : dayOf(at(card, answer.expires)),
    };
  }

  return {
    async usageOf(cardNumbers) {
      if (failed && now() < failed.until) throw failed.error;
      failed = null;
      try {
        const list = at(await ask(cardNumbers), answer.cards);
        if (!Array.isArray(list)) throw new CardProviderError('unreadable', 'The answer of the carrier holds no cards');
        const asked = new Set(cardNumbers);
        return list.map((card) => usageIn(card, asked)).filter((usage) => usage !== null);
      } catch (error) {
        if (error instanceof CardProviderError) failed ??= { error, until: now() + pauseMs };
        throw error;
      }
    },
  };
}

/** Carriers write numbers as text as often as not. Anything else is no number, and never zero. */
function numberOf(told: unknown): number | null {
  if (typeof told !== 'number' && (typeof told !== 'string' || told.trim() === '')) return null;
  const number = Number(told);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** `2026-12-31`, `2026-12-31T23:59:59`, `20261231`. */
function dayOf(told: unknown): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(String(told ?? '')) ?? [];
  const text = `${year}-${month}-${day}`;
  return year !== undefined && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : null;
}
