import { connect, type Socket } from 'node:net';
import type { DemoDtuGateway } from '@watchpost/demo';
import { answerRtuFrame, takeRtuRequests } from '@watchpost/protocols';
import type { Field } from './Field.ts';
import { type FieldGateway, Holds, type Release } from './FieldGateway.ts';
import { goodLine, type LineBehaviour } from './LineBehaviour.ts';
import { SlaveBank } from './SlaveBank.ts';

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

export interface DtuGatewayOptions {
  host: string;
  port: number;
  behaviour?: Partial<LineBehaviour>;
  /** In [0, 1); tests pass their own. */
  random?: () => number;
}

/**
 * A transparent DTU: dials in, says who it is, and passes on what its slaves answer. It keeps dialling with growing pauses
 * for as long as it runs.
 */
export class DtuGateway implements FieldGateway {
  readonly gateway: DemoDtuGateway;
  readonly #field: Field;
  readonly #options: DtuGatewayOptions;
  readonly #banks: Map<number, SlaveBank>;
  readonly #silent = new Map<number, Holds>();
  readonly #away: Holds;
  readonly behaviour: LineBehaviour;
  readonly #random: () => number;
  #running = false;
  #socket: Socket | null = null;
  #isConnected = false;
  #retryMs = firstRetryMs;
  #retryTimer: NodeJS.Timeout | null = null;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  readonly #answerTimers = new Set<NodeJS.Timeout>();
  #lastSentAt = 0;

  constructor(field: Field, gateway: DemoDtuGateway, options: DtuGatewayOptions) {
    this.#field = field;
    this.gateway = gateway;
    this.#options = options;
    this.behaviour = { ...goodLine, ...options.behaviour };
    this.#random = options.random ?? Math.random;
    this.#banks = new Map(gateway.slaves.map((slave) => [slave.address, new SlaveBank(field, slave)]));
    this.#away = new Holds((held) => (held ? this.#hangUp() : this.#dial()));
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  async start(): Promise<void> {
    this.#running = true;
    this.#dial();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#hangUp();
  }

  cutLink(): Release {
    return this.#away.take();
  }

  /** @param address of a slave; others on the line go on answering */
  silence(address: number | string): Release {
    const slaveId = Number(address);
    if (!this.#banks.has(slaveId)) throw new Error(`${this.gateway.code} has no slave ${address}`);
    let holds = this.#silent.get(slaveId);
    if (!holds) {
      holds = new Holds();
      this.#silent.set(slaveId, holds);
    }
    return holds.take();
  }

  #dial(): void {
    if (!this.#running || this.#away.isHeld || this.#socket) return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    const socket = connect({ host: this.#options.host, port: this.#options.port });
    this.#socket = socket;
    let received: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('connect', () => {
      this.#isConnected = true;
      this.#retryMs = firstRetryMs;
      this.#field.log.info(`${this.gateway.code} dialled in`);
      if (this.gateway.registration.mode !== 'everyPacket') this.#write(this.#registration());
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
      if (this.#isConnected) this.#field.log.warn(`${this.gateway.code} lost its connection`);
      this.#forgetSocket();
      if (!this.#running || this.#away.isHeld) return;
      this.#retryTimer = setTimeout(() => this.#dial(), this.#retryMs);
      this.#retryMs = Math.min(longestRetryMs, this.#retryMs * 2);
    });
  }

  #registration(): Buffer {
    const { text, encoding } = this.gateway.registration;
    return Buffer.from(text, encoding === 'hex' ? 'hex' : 'ascii');
  }

  #answer(frame: Buffer): void {
    const answer = answerRtuFrame(frame, (slaveId) =>
      this.#silent.get(slaveId)?.isHeld ? null : (this.#banks.get(slaveId) ?? null),
    );
    if (!answer) return;
    const { latencyMs, lateShare, lateMs, splitShare, badCrcShare } = this.behaviour;
    if (this.#random() < badCrcShare) answer[answer.length - 1]! ^= 0xff;
    const late = this.#random() < lateShare ? lateMs : 0;
    const split = this.#random() < splitShare && answer.length > 2;
    const delay = latencyMs[0] + this.#random() * (latencyMs[1] - latencyMs[0]) + late;
    const prefixed = this.gateway.registration.mode === 'once' ? answer : Buffer.concat([this.#registration(), answer]);
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
    const { hex, intervalSeconds } = this.gateway.heartbeat;
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
