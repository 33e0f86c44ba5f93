import { exceptionFlag, type LineFrame } from '@watchpost/protocols';
import type { LoggedExchange } from './FrameLog.ts';

/** How long one read took since the line opened. */
export interface Latency {
  count: number;
  lastMs: number;
  /** Of the last ones more than of those long ago. */
  meanMs: number;
  worstMs: number;
}

/** How much of the mean the newest answer makes: a change of the network shows after some ten answers. */
const newestShare = 0.2;
/** More different reads than a line could ask for in an hour. */
const maxReads = 2_000;
/** In front of the slave's address in a frame of Modbus TCP. */
const headerBytes = 6;

/** Listens to the frames of one line: puts requests and their answers together, and remembers how long each read takes. */
export class LineTraffic {
  readonly #isTcp: boolean;
  readonly #tell: (exchange: Omit<LoggedExchange, 'number'>) => void;
  readonly #latencies = new Map<string, Latency>();
  #waiting: LineFrame | null = null;

  constructor(isTcp: boolean, tell: (exchange: Omit<LoggedExchange, 'number'>) => void) {
    this.#isTcp = isTcp;
    this.#tell = tell;
  }

  /** To be called with every frame of the line, in their order. */
  note(frame: LineFrame): void {
    switch (frame.kind) {
      case 'request':
        this.#waiting = frame;
        return;
      case 'answer':
        this.#answered(frame);
        return;
      case 'timeout':
      case 'badCrc':
        this.#end(frame.kind, frame, null);
        return;
      default:
        this.#tell({
          ...this.#headOf(frame),
          at: frame.at,
          outcome: frame.kind,
          request: null,
          answer: frame.bytes,
          durationMs: null,
        });
    }
  }

  opened(at: number): void {
    this.#tellLine('opened', at);
  }

  closed(at: number, tick: number): void {
    if (this.#waiting) this.#end('cut', { kind: 'timeout', at, tick, bytes: this.#waiting.bytes }, null);
    this.#tellLine('closed', at);
  }

  /** How long reads that begin there took; null: none was answered. */
  latencyOf(slaveId: number, functionCode: number, address: number): Latency | null {
    return this.#latencies.get(`${slaveId}/${functionCode}/${address}`) ?? null;
  }

  #answered(frame: LineFrame): void {
    const at = this.#isTcp ? headerBytes : 0;
    const code = frame.bytes[at + 1] ?? 0;
    const request = this.#waiting;
    this.#end(code & exceptionFlag ? 'exception' : 'answered', frame, frame.bytes);
    if (!request || code & exceptionFlag || request.bytes.length < at + 4) return;
    const key = `${request.bytes[at]}/${code}/${request.bytes.readUInt16BE(at + 2)}`;
    const lastMs = frame.tick - request.tick;
    const before = this.#latencies.get(key);
    if (!before && this.#latencies.size >= maxReads) return;
    this.#latencies.set(key, {
      count: (before?.count ?? 0) + 1,
      lastMs,
      meanMs: before ? before.meanMs + (lastMs - before.meanMs) * newestShare : lastMs,
      worstMs: Math.max(before?.worstMs ?? 0, lastMs),
    });
  }

  #end(outcome: LoggedExchange['outcome'], frame: LineFrame, answer: Buffer | null): void {
    const request = this.#waiting;
    this.#waiting = null;
    this.#tell({
      ...this.#headOf(request ?? frame),
      at: (request ?? frame).at,
      outcome,
      request: request?.bytes ?? null,
      answer,
      durationMs: request ? frame.tick - request.tick : null,
    });
  }

  #tellLine(outcome: 'opened' | 'closed', at: number): void {
    this.#tell({ at, outcome, slaveId: null, functionCode: null, request: null, answer: null, durationMs: null });
  }

  #headOf({ kind, bytes }: LineFrame): Pick<LoggedExchange, 'slaveId' | 'functionCode'> {
    const at = this.#isTcp ? headerBytes : 0;
    const code = bytes[at + 1];
    if (kind === 'junk' || code === undefined) return { slaveId: null, functionCode: null };
    return { slaveId: bytes[at]!, functionCode: code & ~exceptionFlag };
  }
}
