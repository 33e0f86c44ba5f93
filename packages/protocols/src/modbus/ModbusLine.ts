import type { ProtocolClock } from '../clock.ts';

export interface LineRequestOptions {
  slaveId: number;
  /** From the moment the request is on the wire. A line whose answers were seen to come later waits longer. */
  timeoutMs: number;
  /** Goes before all waiting requests: a person waits for a write, nobody for a reading. */
  first?: boolean;
  /** Asked at the last moment before the request goes onto the wire; false: it is not sent, and rejects with `withdrawn`. */
  mayGo?: () => boolean;
  /** Called when the request goes onto the wire; if it was not called, nothing was sent. */
  onSent?: () => void;
  /** Called at most once, after the answer: another frame came that could have been it too, so which was the true one is unknown. */
  onDoubt?: () => void;
}

export interface LineResponse {
  /** Data, echo or exception: function code first, no slave address, no CRC. */
  pdu: Buffer;
  /** A late answer to an earlier, timed-out request would look the same (RTU has no transaction id). */
  uncertain: boolean;
  /** From sending to the complete answer. */
  roundTripMs: number;
}

/** Since the line was started. Nothing is counted twice. */
export interface LineCounters {
  sent: number;
  /** Answers that are no exception. */
  ok: number;
  exceptions: number;
  timeouts: number;
  /** Requests whose answer arrived damaged. */
  crcErrors: number;
  /** Answers that came after their request had timed out, and were dropped. */
  lateFrames: number;
  /** Whole frames nobody asked for, dropped. */
  unsolicited: number;
  /** Bytes that belong to no frame and to none of the known packets of the DTU. */
  junkBytes: number;
}

/** For the line log: what went over the wire and what became of it. */
export interface LineFrame {
  /** `timeout` and `badCrc` end a request without a valid answer; their bytes are the request's. */
  kind: 'request' | 'answer' | 'late' | 'unsolicited' | 'junk' | 'timeout' | 'badCrc';
  /** Epoch ms, for people. */
  at: number;
  /** The same moment, monotonic: a clock that is set does not make an answer faster. */
  tick: number;
  /** As on the wire: with CRC, or with the header of Modbus TCP. */
  bytes: Buffer;
  /** Of an unsolicited frame: it could have been the answer to a request that was answered otherwise a moment ago. */
  contests?: boolean;
}

export interface LineOptions {
  clock: ProtocolClock;
  onFrame?: (frame: LineFrame) => void;
}

/** The master's end of one line to one or more slaves. Requests queue; one is in flight. Reconnecting is the caller's. */
export interface ModbusLine {
  /** True when answers carry the id of their request, so that a late one can never pass for another. */
  readonly hasTransactionIds: boolean;
  readonly counters: Readonly<LineCounters>;
  /** Settles when the line is closed from either side. Never rejects. */
  readonly closed: Promise<void>;
  /** Begins to listen. Call once. */
  start(): void;
  /**
   * Sends a request (PDU) when those before it are done and returns the answer, exceptions included.
   *
   * @throws ProtocolError (rejects) `timeout`; `badCrc` when only a damaged answer came; `lineClosed`, at once, when the line
   *   closes; `badAddress` and the like when the PDU is no request
   */
  request(pdu: Uint8Array, options: LineRequestOptions): Promise<LineResponse>;
  /** Whether the answer to this request would be `uncertain` now. */
  isSuspect(pdu: Uint8Array, slaveId: number): boolean;
  /** Closes the stream; pending requests reject with `lineClosed`. */
  close(): void;
}
