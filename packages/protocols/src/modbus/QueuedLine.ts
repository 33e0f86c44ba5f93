import type { Duplex } from 'node:stream';
import { ProtocolError, type ProtocolErrorCode } from '../ProtocolError.ts';
import type {
  LineCounters,
  LineFrame,
  LineOptions,
  LineRequestOptions,
  LineResponse,
  ModbusLine,
} from './ModbusLine.ts';
import { exceptionFlag, expectedAnswer } from './pdu.ts';

/** A request in the queue or on the wire. */
export interface PendingRequest extends LineRequestOptions {
  pdu: Buffer;
  /** How its answer begins, and the length of the answer's PDU. */
  expected: { head: Buffer; length: number };
  sentAt: number;
  resolve(response: LineResponse): void;
  reject(error: ProtocolError): void;
}

/** What RTU and TCP lines share: a queue, one request in flight, its timeout, and a prompt end when the stream closes. */
export abstract class QueuedLine implements ModbusLine {
  abstract readonly hasTransactionIds: boolean;
  readonly counters: LineCounters = {
    sent: 0,
    ok: 0,
    exceptions: 0,
    timeouts: 0,
    crcErrors: 0,
    lateFrames: 0,
    unsolicited: 0,
    junkBytes: 0,
  };
  readonly closed: Promise<void>;

  protected readonly options: LineOptions;
  protected inFlight: PendingRequest | null = null;
  readonly #stream: Duplex;
  #queue: PendingRequest[] = [];
  #isClosed = false;
  #announceClosed: () => void = () => {};
  #cancelTimeout: () => void = () => {};
  #cancelQuiet: () => void = () => {};
  #quietUntil = 0;

  constructor(stream: Duplex, options: LineOptions) {
    this.#stream = stream;
    this.options = options;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
  }

  start(): void {
    this.#stream.on('data', (chunk: Buffer) => {
      if (!this.#isClosed) this.receive(chunk);
    });
    this.#stream.on('end', () => this.close());
    this.#stream.on('close', () => this.close());
    // The reason of a broken connection is no news to a line: 'close' follows.
    this.#stream.on('error', () => this.close());
    if (this.#stream.destroyed) this.close();
  }

  request(pdu: Uint8Array, options: LineRequestOptions): Promise<LineResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new ProtocolError('lineClosed');
      const pending: PendingRequest = {
        ...options,
        pdu: Buffer.from(pdu),
        expected: expectedAnswer(pdu),
        sentAt: 0,
        resolve,
        reject,
      };
      if (options.first) this.#queue.unshift(pending);
      else this.#queue.push(pending);
      this.pump();
    });
  }

  isSuspect(_pdu: Uint8Array, _slaveId: number): boolean {
    return false;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimeout();
    this.#cancelQuiet();
    this.#stream.destroy();
    const pending = this.inFlight ? [this.inFlight, ...this.#queue] : this.#queue;
    this.inFlight = null;
    this.#queue = [];
    for (const { reject } of pending) reject(new ProtocolError('lineClosed'));
    this.#announceClosed();
  }

  /** The bytes on the wire for a request that is about to be sent. */
  protected abstract frameOf(request: PendingRequest): Buffer;
  protected abstract receive(chunk: Buffer): void;
  /** What the caller of a request without a valid answer is told; also the place to guard against its late answer. */
  protected abstract giveUp(request: PendingRequest): ProtocolErrorCode;

  /** The minimum timeout of any request to this slave, as learned by the line, ms. */
  protected minTimeoutMs(_slaveId: number): number {
    return 0;
  }

  protected log(kind: LineFrame['kind'], bytes: Buffer, contests = false): void {
    const { clock, onFrame } = this.options;
    onFrame?.({ kind, at: clock.now(), tick: clock.monotonic(), bytes, ...(contests ? { contests } : {}) });
  }

  /** Nothing is sent before `at`, monotonic. Moving it earlier takes effect at once. */
  protected stayQuietUntil(at: number): void {
    this.#quietUntil = at;
    this.pump();
  }

  /** Settles the request in flight with its answer. */
  protected answer(pdu: Buffer, uncertain: boolean): void {
    const request = this.inFlight!;
    this.#cancelTimeout();
    this.inFlight = null;
    if (pdu[0]! & exceptionFlag) this.counters.exceptions++;
    else this.counters.ok++;
    request.resolve({ pdu, uncertain, roundTripMs: this.options.clock.monotonic() - request.sentAt });
  }

  protected pump(): void {
    if (this.#isClosed || this.inFlight || this.#queue.length === 0) return;
    const now = this.options.clock.monotonic();
    this.#cancelQuiet();
    if (now < this.#quietUntil) {
      this.#cancelQuiet = this.options.clock.setTimer(() => this.pump(), this.#quietUntil - now);
      return;
    }
    const request = this.#queue.shift()!;
    if (request.mayGo?.() === false) {
      request.reject(new ProtocolError('withdrawn'));
      this.pump();
      return;
    }
    this.inFlight = request;
    request.sentAt = now;
    request.timeoutMs = Math.max(request.timeoutMs, this.minTimeoutMs(request.slaveId));
    const frame = this.frameOf(request);
    this.#cancelTimeout = this.options.clock.setTimer(() => this.#onTimeout(request, frame), request.timeoutMs);
    this.counters.sent++;
    this.log('request', frame);
    this.#stream.write(frame);
    request.onSent?.();
  }

  #onTimeout(request: PendingRequest, frame: Buffer): void {
    if (this.inFlight !== request) return;
    this.inFlight = null;
    const code = this.giveUp(request);
    if (code === 'badCrc') this.counters.crcErrors++;
    else this.counters.timeouts++;
    this.log(code === 'badCrc' ? 'badCrc' : 'timeout', frame);
    request.reject(new ProtocolError(code, `slave ${request.slaveId} ${request.pdu.toString('hex')}`));
    this.pump();
  }
}
