import { connect, type Socket } from 'node:net';
import type { DemoDtuGateway } from '@watchpost/demo';
import {
  answerRequest,
  answerRtuFrame,
  type BankOfSlave,
  buildRtuFrame,
  isReadFunction,
  takeRtuRequests,
} from '@watchpost/protocols';
import type { Field } from './Field.ts';
import { goodLine, type LineBehaviour } from './LineBehaviour.ts';
import type { LineTransport } from './ServedLine.ts';

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** Who dials in, and what it says while it is connected. */
type DialIn = Pick<DemoDtuGateway, 'code' | 'registration' | 'heartbeat'>;

export interface DialledTransportOptions {
  host: string;
  port: number;
  behaviour?: Partial<LineBehaviour>;
  /** In [0, 1); tests pass their own. */
  random?: () => number;
}

/**
 * The wire of a transparent DTU: dials in, says who it is, and passes on what its slaves answer. It keeps dialling with growing
 * pauses for as long as it is open.
 */
export class DialledTransport implements LineTransport {
  readonly #field: Pick<Field, 'log' | 'now'>;
  readonly #gateway: DialIn;
  readonly #options: DialledTransportOptions;
  readonly #behaviour: LineBehaviour;
  readonly #random: () => number;
  /** Null while it stays away. */
  #bankOf: BankOfSlave | null = null;
  #socket: Socket | null = null;
  #isConnected = false;
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | null = null;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  readonly #answerTimers = new Set<NodeJS.Timeout>();
  #lastSentAt = 0;
  /** What was last read of each slave, as PDU. */
  readonly #lastRead = new Map<number, Buffer>();

  constructor(field: Pick<Field, 'log' | 'now'>, gateway: DialIn, options: DialledTransportOptions) {
    this.#field = field;
    this.#gateway = gateway;
    this.#options = options;
    this.#behaviour = { ...goodLine, ...options.behaviour };
    this.#random = options.random ?? Math.random;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  open(bankOf: BankOfSlave): void {
    this.#bankOf = bankOf;
    this.#dial();
  }

  close(): void {
    this.#bankOf = null;
    this.#hangUp();
  }

  /** Another device that dials the same place and says the same. */
  twin(): DialledTransport {
    return new DialledTransport(this.#field, this.#gateway, this.#options);
  }

  intrude(slaveAddress: number): void {
    const ours = this.#lastRead.get(slaveAddress);
    const bank = this.#bankOf?.(slaveAddress);
    if (!ours || !bank) return;
    const theirs = Buffer.from(ours);
    theirs.writeUInt16BE((ours.readUInt16BE(1) + 1) & 0xffff, 1);
    this.#write(buildRtuFrame(slaveAddress, answerRequest(theirs, bank)));
  }

  #dial(): void {
    if (!this.#bankOf || this.#socket) return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    const socket = connect({ host: this.#options.host, port: this.#options.port });
    this.#socket = socket;
    let received: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('connect', () => {
      this.#isConnected = true;
      this.#retryMs = firstRetryMs;
      this.#field.log.info(`${this.#gateway.code} dialled in`);
      if (this.#gateway.registration.mode !== 'everyPacket') this.#write(this.#registration());
      this.#startHeartbeat();
    });
    socket.on('data', (chunk) => {
      const { frames, rest } = takeRtuRequests(Buffer.concat([received, chunk]));
      received = rest;
      for (const frame of frames) this.#answer(frame);
    });
    // 'close' follows and dials again.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      if (this.#isConnected) this.#field.log.warn(`${this.#gateway.code} lost its connection`);
      this.#forgetSocket();
      if (!this.#bankOf) return;
      this.#retryTimer = setTimeout(() => this.#dial(), this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    });
  }

  #registration(): Buffer {
    const { text, encoding } = this.#gateway.registration;
    return Buffer.from(text, encoding === 'hex' ? 'hex' : 'ascii');
  }

  #answer(frame: Buffer): void {
    const answer = this.#bankOf && answerRtuFrame(frame, this.#bankOf);
    if (!answer) return;
    if (isReadFunction(frame[1]!)) this.#lastRead.set(frame[0]!, frame.subarray(1, -2));
    const { latencyMs, lateShare, lateMs, splitShare, badCrcShare } = this.#behaviour;
    if (this.#random() < badCrcShare) answer[answer.length - 1]! ^= 0xff;
    const late = this.#random() < lateShare ? lateMs : 0;
    const split = this.#random() < splitShare && answer.length > 2;
    const delay = latencyMs[0] + this.#random() * (latencyMs[1] - latencyMs[0]) + late;
    const prefixed =
      this.#gateway.registration.mode === 'once' ? answer : Buffer.concat([this.#registration(), answer]);
    this.#after(delay, () => {
      if (!split) return this.#write(prefixed);
      const at = 1 + Math.floor(this.#random() * (prefixed.length - 1));
      this.#write(prefixed.subarray(0, at));
      this.#after(12, () => this.#write(prefixed.subarray(at)));
    });
  }

  #after(delayMs: number, action: () => void): void {
    const socket = this.#socket;
    const timer = setTimeout(() => {
      this.#answerTimers.delete(timer);
      // An answer never moves to the next connection.
      if (this.#socket === socket) action();
    }, delayMs);
    this.#answerTimers.add(timer);
  }

  #write(bytes: Buffer): void {
    if (!this.#isConnected) return;
    this.#socket?.write(bytes);
    this.#lastSentAt = this.#field.now();
  }

  #startHeartbeat(): void {
    const { hex, intervalSeconds } = this.#gateway.heartbeat;
    const intervalMs = intervalSeconds * 1000;
    this.#heartbeatTimer = setInterval(() => {
      if (this.#field.now() - this.#lastSentAt >= intervalMs) this.#write(Buffer.from(hex, 'hex'));
    }, intervalMs);
  }

  #hangUp(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#retryMs = firstRetryMs;
    const socket = this.#socket;
    this.#forgetSocket();
    socket?.destroy();
  }

  #forgetSocket(): void {
    this.#socket = null;
    this.#isConnected = false;
    if (this.#heartbeatTimer) clearInterval(this.#heartbeatTimer);
    this.#heartbeatTimer = null;
    for (const timer of this.#answerTimers) clearTimeout(timer);
    this.#answerTimers.clear();
  }
}
