import { generate } from 'mqtt-packet';

/** Thirteen digits, like every time in milliseconds until the year 2286; replaced in each copy. */
const placeholderTime = 1_000_000_000_000;

/**
 * A PUBLISH (QoS 1) of ThingsBoard device telemetry, encoded once: a copy gets its packet id and time written in place, so
 * that a load generator costs next to nothing beside the server it shares the machine with.
 *
 * Payload: `{"ts":1795258800000,"values":{"p0":-18.2,"p1":-18.4}}`
 */
export class TelemetryFrame {
  readonly length: number;
  readonly #template: Buffer;
  readonly #packetIdAt: number;
  readonly #timeAt: number;

  constructor(values: Readonly<Record<string, number>>) {
    const payload = JSON.stringify({ ts: placeholderTime, values });
    this.#template = generate({
      cmd: 'publish',
      topic: 'v1/devices/me/telemetry',
      payload,
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    });
    const payloadAt = this.#template.length - Buffer.byteLength(payload);
    this.#packetIdAt = payloadAt - 2;
    this.#timeAt = this.#template.indexOf(String(placeholderTime), payloadAt);
    this.length = Object.keys(values).length;
  }

  /** @param measuredAt epoch ms, a whole number */
  copy(packetId: number, measuredAt: number): Buffer {
    const frame = Buffer.allocUnsafe(this.#template.length);
    this.#template.copy(frame);
    frame.writeUInt16BE(packetId, this.#packetIdAt);
    frame.write(String(measuredAt), this.#timeAt, 'latin1');
    return frame;
  }
}
