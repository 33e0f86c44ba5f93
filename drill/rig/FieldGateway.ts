import { setTimeout as pause } from 'node:timers/promises';
import { GatewayConnection, type GatewayLogin } from '../../bench/rig/GatewayConnection.ts';
import { TelemetryFrame } from '../../bench/rig/TelemetryFrame.ts';

/** What a gateway measured at one moment; kept until the end, so that every value can be asked for again. */
export interface Measurement {
  /** Epoch ms, ascending, no two alike. */
  measuredAt: number;
  /** Of the keys `p0`, `p1` … */
  values: readonly number[];
  acknowledged: boolean;
}

/** As many as a gateway with a small memory keeps under way. */
const unansweredAtMost = 8;
const redialMs = 100;

/**
 * A gateway as in the field: it measures in any state of the link, stores unacknowledged readings, and after a broken connection
 * repeats those first, in order.
 */
export class FieldGateway {
  readonly measurements: Measurement[] = [];
  /** How often a message was sent that had been sent before. */
  sentAgain = 0;
  connections = 0;
  acknowledged = 0;
  readonly #port: number;
  readonly #login: GatewayLogin;
  /** By packet id of the present connection. */
  readonly #underWay = new Map<number, number>();
  #connection: GatewayConnection | null = null;
  #firstUnacknowledged = 0;
  #nextToSend = 0;
  /** Everything before it was sent at least once. */
  #neverSent = 0;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(port: number, login: GatewayLogin) {
    this.#port = port;
    this.#login = login;
  }

  start(): void {
    this.#running = this.#keepConnected();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#connection?.cut();
    await this.#running;
  }

  measure(now: number, values: readonly number[]): Measurement {
    const before = this.measurements.at(-1);
    const measurement = {
      measuredAt: Math.max(now, (before?.measuredAt ?? 0) + 1),
      values,
      acknowledged: false,
    };
    this.measurements.push(measurement);
    this.#send();
    return measurement;
  }

  async #keepConnected(): Promise<void> {
    while (!this.#stopped) {
      try {
        const connection = await GatewayConnection.open(this.#port, this.#login, (packetId) =>
          this.#onAnswer(packetId),
        );
        this.connections++;
        this.#underWay.clear();
        this.#nextToSend = this.#firstUnacknowledged;
        this.#connection = connection;
        this.#send();
        await connection.closed;
      } catch {
        // Nobody there yet.
      }
      this.#connection = null;
      await pause(redialMs);
    }
  }

  #send(): void {
    const connection = this.#connection;
    if (connection === null) return;
    for (; this.#underWay.size < unansweredAtMost && this.#nextToSend < this.measurements.length; this.#nextToSend++) {
      const { acknowledged, measuredAt, values } = this.measurements[this.#nextToSend]!;
      if (acknowledged) continue;
      if (this.#nextToSend < this.#neverSent) this.sentAgain++;
      else this.#neverSent = this.#nextToSend + 1;
      const packetId = connection.nextPacketId();
      this.#underWay.set(packetId, this.#nextToSend);
      const frame = new TelemetryFrame(Object.fromEntries(values.map((value, place) => [`p${place}`, value])));
      connection.send(frame.copy(packetId, measuredAt));
    }
  }

  #onAnswer(packetId: number): void {
    const index = this.#underWay.get(packetId);
    if (index === undefined) return;
    this.#underWay.delete(packetId);
    this.measurements[index]!.acknowledged = true;
    this.acknowledged++;
    while (this.measurements[this.#firstUnacknowledged]?.acknowledged) this.#firstUnacknowledged++;
    this.#send();
  }

  /** Whether everything measured up to then is acknowledged. */
  isDoneUntil(epochMs: number): boolean {
    const next = this.measurements[this.#firstUnacknowledged];
    return next === undefined || next.measuredAt > epochMs;
  }
}
