import { type DemoMqttGateway, type DemoPoint, roundedTo } from '@watchpost/demo';
import { connect, type MqttClient } from 'mqtt';
import type { Field } from './Field.ts';
import { type FieldGateway, Holds, type Release, type SpoiledWrite, SpoiledWrites } from './FieldGateway.ts';

const firstRetryMs = 1000;
const longestRetryMs = 30_000;
/** Rounds the gateway can keep; at ten seconds a round that is more than a day. The oldest go first. */
const storeCapacity = 10_000;
/** Rounds in one message while the store empties: a burst, but below any broker's packet limit. */
const roundsPerMessage = 40;

/** Where ThingsBoard tells a device of its shared attributes, and is told of its own. */
const attributes = 'v1/devices/me/attributes';
const versionAttribute = 'configurationVersion';

export interface MqttGatewayOptions {
  url: string;
  username: string;
  password: string;
}

interface Round {
  /** Epoch ms of the measurement. */
  ts: number;
  /** Device name → key → value. Null where the probe is broken. */
  values: Record<string, Record<string, number | null>>;
}

interface RpcRequest {
  device?: string;
  data?: { id?: number | string; method?: string; params?: unknown };
}

/**
 * An edge gateway with the ThingsBoard gateway API: measures on its own cycle, publishes at QoS 1, keeps each round until
 * the broker has acknowledged it, and sends what it kept as soon as it is connected again, with the times of measurement.
 *
 * Example on `v1/gateway/telemetry`: `{"冷藏车 1 号":[{"ts":1793430000000,"values":{"tempRear":-18.4}}]}`
 */
export class MqttGateway implements FieldGateway {
  readonly gateway: DemoMqttGateway;
  readonly #field: Field;
  readonly #options: MqttGatewayOptions;
  readonly #away: Holds;
  readonly #silent = new Map<string, Holds>();
  readonly #spoiled = new SpoiledWrites();
  readonly #store: Round[] = [];
  #running = false;
  readonly #paused = new Holds();
  #client: MqttClient | null = null;
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | null = null;
  #cycleTimer: NodeJS.Timeout | null = null;
  #isSending = false;

  constructor(field: Field, gateway: DemoMqttGateway, options: MqttGatewayOptions) {
    this.#field = field;
    this.gateway = gateway;
    this.#options = options;
    this.#away = new Holds((held) => (held ? this.#hangUp() : this.#connect()));
  }

  get isConnected(): boolean {
    return this.#client?.connected ?? false;
  }

  /** Rounds measured and not yet acknowledged. */
  get storedRounds(): number {
    return this.#store.length;
  }

  async start(): Promise<void> {
    this.#running = true;
    this.#cycleTimer = setInterval(() => this.measure(), this.gateway.publishIntervalSeconds * 1000);
    this.#connect();
  }

  async stop(): Promise<void> {
    this.#running = false;
    if (this.#cycleTimer) clearInterval(this.#cycleTimer);
    this.#cycleTimer = null;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    const client = this.#client;
    this.#client = null;
    if (client) await client.endAsync(!client.connected);
  }

  cutLink(storing: boolean): Release {
    const release = this.#away.take();
    const resume = storing ? () => {} : this.#paused.take();
    return () => {
      resume();
      release();
    };
  }

  silence(deviceCode: number | string): Release {
    const device = this.#deviceOf(deviceCode);
    let holds = this.#silent.get(device.deviceCode);
    if (!holds) {
      holds = new Holds();
      this.#silent.set(device.deviceCode, holds);
    }
    return holds.take();
  }

  spoilWrites(deviceCode: number | string, how: SpoiledWrite): Release {
    return this.#spoiled.add([this.#deviceOf(deviceCode).deviceCode], how);
  }

  #deviceOf(deviceCode: number | string) {
    const device = this.gateway.devices.find((candidate) => candidate.deviceCode === deviceCode);
    if (!device) {
      const known = this.gateway.devices.map((candidate) => candidate.deviceCode).join(', ');
      throw new Error(`${this.gateway.code} has no device ${deviceCode}; there are ${known}`);
    }
    return device;
  }

  /** Takes one round now, outside of the cycle too. */
  measure(): void {
    if (this.#paused.isHeld) return;
    const values: Round['values'] = {};
    for (const device of this.gateway.devices) {
      if (this.#silent.get(device.deviceCode)?.isHeld) continue;
      values[device.name] = Object.fromEntries(device.points.map((point) => [keyOf(point), this.#measured(point)]));
    }
    this.#store.push({ ts: this.#field.now(), values });
    if (this.#store.length > storeCapacity) this.#store.shift();
    this.#send();
  }

  #measured(point: DemoPoint): number | null {
    const value = this.#field.read(point);
    return value === null ? null : roundedTo(value, point.decimals);
  }

  #connect(): void {
    if (!this.#running || this.#away.isHeld || this.#client) return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    const { url, username, password } = this.#options;
    const client = connect(url, {
      username,
      password,
      clientId: this.gateway.serialNumber,
      protocolVersion: 4,
      keepalive: 30,
      // Each attempt is a new client: the store, not the library, decides what is sent again.
      reconnectPeriod: 0,
      will: { topic: 'v1/devices/me/attributes', payload: Buffer.from('{"state":"lost"}'), qos: 1, retain: false },
    });
    this.#client = client;
    let wasConnected = false;
    client.on('connect', () => {
      wasConnected = true;
      this.#retryMs = firstRetryMs;
      this.#field.log.info(`${this.gateway.code} connected, ${this.#store.length} rounds stored`);
      client.subscribe(['v1/gateway/rpc', 'v1/devices/me/rpc/request/+', `${attributes}/response/+`, attributes], {
        qos: 1,
      });
      client.publish(`${attributes}/request/1`, JSON.stringify({ sharedKeys: versionAttribute }), { qos: 1 });
      for (const { name } of this.gateway.devices) {
        client.publish('v1/gateway/connect', JSON.stringify({ device: name }), { qos: 1 });
      }
      if (this.#store.length === 0) this.measure();
      else this.#send();
    });
    client.on('message', (topic, payload) => {
      if (topic === 'v1/gateway/rpc') this.#carryOut(client, payload);
      else if (topic.startsWith(attributes)) this.#adopt(client, payload);
    });
    client.on('error', (error) => {
      if (!wasConnected) this.#field.log.warn(`${this.gateway.code} cannot connect: ${error.message}`);
    });
    client.on('close', () => {
      client.end(true);
      if (this.#client !== client) return;
      this.#client = null;
      this.#isSending = false;
      if (wasConnected) this.#field.log.warn(`${this.gateway.code} lost its connection`);
      if (!this.#running || this.#away.isHeld) return;
      this.#retryTimer = setTimeout(() => this.#connect(), this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    });
  }

  /** One message in flight, oldest first; a round leaves the store only when acknowledged. */
  #send(): void {
    const client = this.#client;
    if (!client?.connected || this.#isSending || this.#store.length === 0) return;
    const rounds = this.#store.slice(0, roundsPerMessage);
    const message: Record<string, { ts: number; values: Record<string, number | null> }[]> = {};
    for (const { ts, values } of rounds) {
      for (const [device, keys] of Object.entries(values)) {
        message[device] ??= [];
        message[device].push({ ts, values: keys });
      }
    }
    this.#isSending = true;
    client.publish('v1/gateway/telemetry', JSON.stringify(message), { qos: 1 }, (error) => {
      if (this.#client !== client) return;
      this.#isSending = false;
      if (error) return;
      // The store may have dropped its oldest meanwhile: remove exactly what was sent.
      const sent = new Set(rounds);
      while (this.#store.length > 0 && sent.has(this.#store[0]!)) this.#store.shift();
      this.#send();
    });
  }

  /**
   * Adopts another version of its configuration and reports it. A real gateway would read the configuration first; the simulated
   * one keeps measuring as before.
   *
   * Example: `{"configurationVersion":8}`, or in an answer `{"client":{},"shared":{"configurationVersion":8}}`
   */
  #adopt(client: MqttClient, payload: Buffer): void {
    let told: { shared?: Record<string, unknown> } & Record<string, unknown>;
    try {
      told = JSON.parse(payload.toString('utf8')) as typeof told;
    } catch {
      this.#field.log.warn(`${this.gateway.code} got attributes that are not JSON`);
      return;
    }
    const version = (told.shared ?? told)[versionAttribute];
    if (typeof version === 'number')
      client.publish(attributes, JSON.stringify({ [versionAttribute]: version }), { qos: 1 });
  }

  /**
   * Carries out a write and answers it. Any method that names keys of one device is taken for a write.
   *
   * Example: `{"device":"乳品柜 1 号","data":{"id":7,"method":"w","params":{"setpoint":2}}}`
   */
  #carryOut(client: MqttClient, payload: Buffer): void {
    let request: RpcRequest;
    try {
      request = JSON.parse(payload.toString('utf8')) as RpcRequest;
    } catch {
      this.#field.log.warn(`${this.gateway.code} got a command that is not JSON`);
      return;
    }
    const { device: name, data } = request;
    const device = this.gateway.devices.find((candidate) => candidate.name === name);
    // A device that is gone answers nothing; the platform must live with it.
    if (!device || this.#silent.get(device.deviceCode)?.isHeld) return;
    const spoiled = this.#spoiled.of(device.deviceCode);
    const refused =
      spoiled === 'refuse'
        ? 'the controller is in local mode'
        : spoiled === 'ignore'
          ? null
          : this.#write(device.points, data?.params);
    const result = refused === null ? { success: true } : { success: false, error: refused };
    client.publish('v1/gateway/rpc', JSON.stringify({ device: name, id: data?.id, data: result }), { qos: 1 });
    if (refused === null) this.measure();
  }

  /** Null when everything was written, else why not. */
  #write(points: readonly DemoPoint[], params: unknown): string | null {
    if (typeof params !== 'object' || params === null) return 'no parameters';
    const pairs = Object.entries(
      'key' in params && 'value' in params ? { [String(params.key)]: params.value } : params,
    );
    if (pairs.length === 0) return 'no parameters';
    for (const [key, value] of pairs) {
      const point = points.find((candidate) => keyOf(candidate) === key);
      if (!point) return `no key ${key}`;
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${key} is not a number`;
      if (value < point.rangeLow || value > point.rangeHigh) return `${key} is out of range`;
      if (!this.#field.write(point, value)) return `${key} cannot be written`;
    }
    return null;
  }

  /** Without DISCONNECT: the broker notices as with a dead radio, and sends the last will. */
  #hangUp(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#retryMs = firstRetryMs;
    const client = this.#client;
    this.#client = null;
    this.#isSending = false;
    client?.stream.destroy();
    client?.end(true);
  }
}

const keyOf = (point: DemoPoint): string => (point.source.kind === 'mqtt' ? point.source.key : point.role);
