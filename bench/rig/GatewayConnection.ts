import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';

export interface GatewayLogin {
  userName: string;
  password: string;
}

export interface ConnectionOptions {
  keepAliveSeconds?: number;
  from?: string | undefined;
}

const patienceMs = 20_000;

/** Packets a broker sends to a client that subscribes to nothing: CONNACK, PUBACK and PINGRESP, each with one byte of length. */
const connack = 0x20;
const puback = 0x40;

/**
 * One MQTT 3.1.1 connection of a gateway that publishes with QoS 1, bare frames on a socket: a full client library in the
 * generator would take more of the machine than the broker under test. Never connects again by itself.
 */
export class GatewayConnection {
  /** Settles when the connection is gone, by either end. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #onAcknowledged: (packetId: number) => void;
  #accept: ((code: number) => void) | null = null;
  #rest: Buffer | null = null;
  #lastPacketId = 0;

  private constructor(socket: Socket, onAcknowledged: (packetId: number) => void) {
    this.#socket = socket;
    this.#onAcknowledged = onAcknowledged;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', () => undefined);
  }

  /**
   * Connects and signs in.
   *
   * @param from the address of this machine that it comes from: one address has ports for 28,000 connections
   * @throws Error when the broker is away, refuses, or does not answer within `patienceMs`
   */
  static async open(
    port: number,
    { userName, password }: GatewayLogin,
    onAcknowledged: (packetId: number) => void,
    { keepAliveSeconds = 60, from }: ConnectionOptions = {},
  ): Promise<GatewayConnection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(from && { localAddress: from }) });
    const connection = new GatewayConnection(socket, onAcknowledged);
    const code = new Promise<number>((resolve) => {
      connection.#accept = resolve;
    });
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: userName,
        keepalive: keepAliveSeconds,
        username: userName,
        password: Buffer.from(password),
      }),
    );
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    const answer = await Promise.race([code, connection.closed.then(() => null)]);
    clearTimeout(timer);
    if (answer === 0) return connection;
    socket.destroy();
    throw new Error(answer === null ? 'The broker cannot be reached' : `The broker refused the login (${answer})`);
  }

  /** 1 to 65,535 and round again. */
  nextPacketId(): number {
    this.#lastPacketId = (this.#lastPacketId % 65_535) + 1;
    return this.#lastPacketId;
  }

  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  /** Cuts the connection without a word, as a mobile network does. */
  cut(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    // What the acknowledgements make us send leaves in one piece.
    this.#socket.cork();
    while (at + 2 <= bytes.length && at + 2 + bytes[at + 1]! <= bytes.length) {
      const type = bytes[at]!;
      if (type === puback) this.#onAcknowledged(bytes.readUInt16BE(at + 2));
      else if (type === connack) this.#accept?.(bytes[at + 3]!);
      at += 2 + bytes[at + 1]!;
    }
    this.#socket.uncork();
    this.#rest = at < bytes.length ? bytes.subarray(at) : null;
  }
}
