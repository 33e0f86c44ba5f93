import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

export type PhoneChannel = 'sms' | 'voice';

/** What a platform asks us to carry. */
interface Order {
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly code: string;
  /** Where it wants to hear of receipts; empty: it asks. */
  readonly receipts: string;
}

interface Carried extends Order {
  readonly id: string;
  readonly channel: PhoneChannel;
  readonly at: number;
  state: 'pending' | 'delivered' | 'failed';
  detail: string | null;
  digit: string | null;
}

/** Phones ring a moment after the network took an order. */
const deliveryMs = { sms: 3_000, voice: 8_000 } as const;
const maxKept = 500;

/**
 * Simulates the provider of SMS and calls, and the people with the phones. It takes an order with the same key once, delivers after
 * some seconds and notifies the platform; every sixth call is not answered. People confirm only when told to by a request.
 *
 * Example: `POST /sms {"to":"+8613900000001","text":"…","key":"alarm-sms-1","code":"4711","receipts":"http://…"}` → `{"id":"…"}`,
 * `POST /phones/+8613900000001/reply {"text":"4711"}`, `POST /phones/+8613900000001/press {"digit":"1"}`, `POST /phones/outage {"seconds":60}`.
 */
export class PhoneNetwork {
  readonly #clock: Clock;
  readonly #carried = new Map<string, Carried>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #downUntil = 0;
  #calls = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether nothing is taken now. */
  get isDown(): boolean {
    return this.#clock.now() < this.#downUntil;
  }

  /** Takes nothing for so long, as a provider that is down. */
  fail(seconds: number): void {
    this.#downUntil = this.#clock.now() + seconds * 1000;
  }

  /** @throws Error in a sentence when that was no order */
  take(channel: PhoneChannel, asked: unknown): { id: string } {
    const { to, text, key, code = '', receipts = '' } = (asked ?? {}) as Partial<Order>;
    if (typeof to !== 'string' || typeof text !== 'string' || typeof key !== 'string')
      throw new Error('Expected {"to":"+86…","text":"…","key":"…"}');
    const known = [...this.#carried.values()].find((each) => each.key === key && each.channel === channel);
    if (known) return { id: known.id };
    const id = randomUUID();
    this.#carried.set(id, {
      id,
      channel,
      to,
      text,
      key,
      code,
      receipts,
      at: this.#clock.now(),
      state: 'pending',
      detail: null,
      digit: null,
    });
    for (const oldest of this.#carried.keys()) {
      if (this.#carried.size <= maxKept) break;
      this.#carried.delete(oldest);
    }
    const isMissed = channel === 'voice' && ++this.#calls % 6 === 0;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const carried = this.#carried.get(id);
      if (carried?.state !== 'pending') return;
      carried.state = isMissed ? 'failed' : 'delivered';
      carried.detail = isMissed ? 'no answer' : null;
      void this.#tell(carried, { id, state: carried.state, detail: carried.detail });
    }, deliveryMs[channel]).unref();
    this.#timers.add(timer);
    return { id };
  }

  /** What became of an order. @throws Error when there is none */
  ask(channel: PhoneChannel, id: string): object {
    const carried = this.#carried.get(id);
    if (carried?.channel !== channel) throw new Error('No such message');
    const { state, detail, digit, code } = carried;
    return { id, state, detail, ...(digit === null ? {} : { digit, code }) };
  }

  /** The newest first. */
  messages(): readonly Omit<Carried, 'receipts'>[] {
    return [...this.#carried.values()].reverse().map(({ receipts: _receipts, ...rest }) => rest);
  }

  /** Answers the last SMS to this number. */
  async reply(number: string, text: string): Promise<void> {
    const last = this.#lastTo(number, 'sms');
    await this.#tell(last, { from: number, text });
  }

  /** Presses a key during the last call to this number. */
  async press(number: string, digit: string): Promise<void> {
    const last = this.#lastTo(number, 'voice');
    last.state = 'delivered';
    last.digit = digit;
    await this.#tell(last, { id: last.id, state: 'delivered', digit, code: last.code });
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #lastTo(number: string, channel: PhoneChannel): Carried {
    const last = [...this.#carried.values()].findLast((each) => each.to === number && each.channel === channel);
    if (!last) throw new Error(`Nothing was sent to ${number}`);
    return last;
  }

  async #tell({ receipts }: Carried, body: object): Promise<void> {
    if (receipts === '') return;
    // A platform that does not listen polls for the state.
    await fetch(receipts, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }
}
