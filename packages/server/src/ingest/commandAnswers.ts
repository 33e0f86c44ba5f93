import type { MqttMessage, ProtocolClock } from '@watchpost/protocols';

export type CommandAnswer = Extract<MqttMessage, { type: 'commandAnswer' }>;

/**
 * How long after the timeout a command's answer is still accepted: the gateway wrote over a slow bus, or its connection was cut
 * and it sends the answer afterwards. Twice the usual keep-alive of gateways.
 */
const lateWithinMs = 120_000;

/**
 * Commands over MQTT whose answers are waited for. An answer counts only from the gateway that was asked: ids repeat between
 * gateways, and nobody answers for another. Where answers carry no id one that comes late would pass as that to the next
 * command; so after one that was not answered none counts, until all have come or have had the time to.
 */
export class CommandAnswers {
  readonly #clock: Pick<ProtocolClock, 'monotonic' | 'setTimer'>;
  readonly #waiting = new Map<string, { take: (answer: CommandAnswer) => void; end: () => void }>();
  /** Answers without id that a gateway may still send to earlier commands, monotonic ms. */
  readonly #late = new Map<number, { count: number; until: number }>();

  constructor(clock: Pick<ProtocolClock, 'monotonic' | 'setTimer'>) {
    this.#clock = clock;
  }

  /**
   * Listens for the answer to a command that is sent next. Resolves with null when none came within that time.
   *
   * @param requestId empty: its answer carries none
   * @returns null when no answer could be told from one to an earlier command
   */
  next(gatewayId: number, requestId: string, withinMs: number): Promise<CommandAnswer | null> | null {
    if (requestId === '' && this.#awaitsLate(gatewayId)) {
      this.#owe(gatewayId, 1);
      return null;
    }
    const key = keyOf(gatewayId, requestId);
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimer(() => {
        this.#waiting.delete(key);
        if (requestId === '') this.#owe(gatewayId, 1);
        resolve(null);
      }, withinMs);
      const end = (answer: CommandAnswer | null): void => {
        cancel();
        this.#waiting.delete(key);
        resolve(answer);
      };
      this.#waiting.set(key, { take: end, end: () => end(null) });
    });
  }

  /** The command was not sent after all: nothing will answer it. */
  notSent(gatewayId: number, requestId: string): void {
    const waiting = this.#waiting.get(keyOf(gatewayId, requestId));
    if (waiting) waiting.end();
    else if (requestId === '') this.#owe(gatewayId, -1);
  }

  /** What nobody waits for, or waits for no longer, says nothing. */
  take(gatewayId: number, answer: CommandAnswer): void {
    const waiting = this.#waiting.get(keyOf(gatewayId, answer.requestId));
    if (waiting) waiting.take(answer);
    else if (answer.requestId === '') this.#owe(gatewayId, -1);
  }

  #awaitsLate(gatewayId: number): boolean {
    const late = this.#late.get(gatewayId);
    if (late && this.#clock.monotonic() >= late.until) this.#late.delete(gatewayId);
    return this.#late.has(gatewayId);
  }

  #owe(gatewayId: number, more: 1 | -1): void {
    const late = this.#late.get(gatewayId);
    if (!late && more < 0) return;
    const count = (late?.count ?? 0) + more;
    if (count === 0) this.#late.delete(gatewayId);
    else
      this.#late.set(gatewayId, {
        count,
        until: more > 0 ? this.#clock.monotonic() + lateWithinMs : late!.until,
      });
  }
}

const keyOf = (gatewayId: number, requestId: string): string => `${gatewayId}/${requestId}`;
