import {
  exceptionMeaning,
  type LineFrame,
  type LinePoller,
  type ModbusLine,
  type ProtocolClock,
} from '@watchpost/protocols';
import type { FrameLog } from './FrameLog.ts';
import { LineTraffic } from './LineTraffic.ts';

/** A line with what is known of how it is read. */
export interface OpenLine {
  readonly line: ModbusLine;
  readonly traffic: LineTraffic;
  /** What reads it now; another one after its points changed. */
  poller(): Pick<LinePoller, 'askRefused' | 'heard' | 'nextAskAt' | 'plan' | 'readNow' | 'status'>;
}

export interface OpenLinesDeps {
  frameLog: FrameLog;
  clock: ProtocolClock;
  /** An answer came over a serial line that nobody here asked for. */
  onForeignFrame(gatewayId: number, slaveAddress: number, contests: boolean): void;
}

/** Null: a gateway says in the slave's place that it does not reach it. */
function whoAnswered(bytes: Buffer, isTcp: boolean): number | null {
  const at = isTcp ? 6 : 0;
  const [slaveId, functionCode, exceptionCode] = bytes.subarray(at, at + 3);
  if (slaveId === undefined || functionCode === undefined) return null;
  const isAlive = (functionCode & 0x80) === 0 || exceptionMeaning(exceptionCode ?? 0).slaveAlive;
  return isAlive ? slaveId : null;
}

/** The open line of each Modbus gateway, for reads and writes outside the polling. */
export class OpenLines {
  readonly #deps: OpenLinesDeps;
  readonly #lines = new Map<number, OpenLine>();

  constructor(deps: OpenLinesDeps) {
    this.#deps = deps;
  }

  /** Makes the line of a gateway, which tells its frames; who makes it starts it. */
  make<Line extends ModbusLine>(
    gatewayId: number,
    isTcp: boolean,
    build: (onFrame: (frame: LineFrame) => void) => Line,
  ): { line: Line; traffic: LineTraffic } {
    const { frameLog, clock, onForeignFrame } = this.#deps;
    const traffic = new LineTraffic(isTcp, (exchange) => frameLog.note(gatewayId, exchange));
    const line = build((frame) => {
      traffic.note(frame);
      // Also of what somebody wrote or read besides, and what came too late: a slave that answers is there.
      const slaveId = frame.kind === 'answer' || frame.kind === 'late' ? whoAnswered(frame.bytes, isTcp) : null;
      if (slaveId !== null) this.#lines.get(gatewayId)?.poller().heard(slaveId);
      // Over TCP it is one connection's own affair: nobody else can ask on it.
      if (frame.kind === 'unsolicited' && !isTcp) onForeignFrame(gatewayId, frame.bytes[0]!, frame.contests === true);
    });
    traffic.opened(clock.now());
    void line.closed.then(() => traffic.closed(clock.now(), clock.monotonic()));
    return { line, traffic };
  }

  /** From here until it closes, or until the gateway has a newer one. */
  opened(gatewayId: number, open: OpenLine): void {
    this.#lines.set(gatewayId, open);
    void open.line.closed.then(() => {
      if (this.#lines.get(gatewayId) === open) this.#lines.delete(gatewayId);
    });
  }

  get(gatewayId: number): ModbusLine | undefined {
    return this.#lines.get(gatewayId)?.line;
  }

  /** The line together with how it is read. */
  look(gatewayId: number): OpenLine | undefined {
    return this.#lines.get(gatewayId);
  }

  /** Reads all of the slave with this address now, where its line is open and it is polled. */
  readNow(gatewayId: number, slaveAddress: number): void {
    this.#lines.get(gatewayId)?.poller().readNow(slaveAddress);
  }

  /** When the slave with this address is asked the next time, epoch ms; null: its line is not open, or it is not polled. */
  nextAskAt(gatewayId: number, slaveAddress: number): number | null {
    return this.#lines.get(gatewayId)?.poller().nextAskAt(slaveAddress) ?? null;
  }
}
