import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'mqtt-packet';
import { GatewayConnection, type GatewayLogin } from '../../bench/rig/GatewayConnection.ts';

const redialMs = 100;
const unansweredAtMost = 8;

/** A gateway that publishes a list of messages (QoS 1) until each is acknowledged, also while the server is away. */
export class StubbornSender {
  /** How often a message was sent that had been sent before. */
  sentAgain = 0;
  acknowledged = 0;
  readonly #port: number;
  readonly #login: GatewayLogin;

  constructor(port: number, login: GatewayLogin) {
    this.#port = port;
    this.#login = login;
  }

  /** Resolves when all are acknowledged. */
  async send(payloads: readonly string[]): Promise<void> {
    const waiting = new Set(payloads.keys());
    const sent = new Set<number>();
    while (waiting.size > 0) {
      const underWay = new Map<number, number>();
      let wake: (() => void) | null = null;
      const connection = await GatewayConnection.open(this.#port, this.#login, (packetId) => {
        if (waiting.delete(underWay.get(packetId)!)) this.acknowledged++;
        underWay.delete(packetId);
        wake?.();
      }).catch(() => null);
      if (connection === null) {
        await pause(redialMs);
        continue;
      }
      let isGone = false;
      void connection.closed.then(() => {
        isGone = true;
        wake?.();
      });
      for (const place of [...waiting]) {
        while (!isGone && underWay.size >= unansweredAtMost)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        if (isGone) break;
        const messageId = connection.nextPacketId();
        underWay.set(messageId, place);
        if (sent.has(place)) this.sentAgain++;
        sent.add(place);
        const payload = payloads[place]!;
        connection.send(
          generate({
            ...{ cmd: 'publish', topic: 'v1/devices/me/telemetry', payload, qos: 1, dup: false, retain: false },
            messageId,
          }),
        );
      }
      while (!isGone && underWay.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      connection.cut();
    }
  }
}
