import type { MqttMessage } from '@watchpost/protocols';

export type CommandAnswer = Extract<MqttMessage, { type: 'commandAnswer' }>;

/**
 * Commands over MQTT whose answers are waited for. An answer counts only from the gateway that was asked: ids repeat between
 * gateways, and nobody answers for another.
 */
export class CommandAnswers {
  readonly #waiting = new Map<string, (answer: CommandAnswer) => void>();

  /** Null: none came within that time. */
  next(gatewayId: number, requestId: string, withinMs: number): Promise<CommandAnswer | null> {
    const key = keyOf(gatewayId, requestId);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(key);
        resolve(null);
      }, withinMs);
      this.#waiting.set(key, (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(key);
        resolve(answer);
      });
    });
  }

  /** What nobody waits for, or waits for no longer, says nothing. */
  take(gatewayId: number, answer: CommandAnswer): void {
    this.#waiting.get(keyOf(gatewayId, answer.requestId))?.(answer);
  }
}

const keyOf = (gatewayId: number, requestId: string): string => `${gatewayId}/${requestId}`;
