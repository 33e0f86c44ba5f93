import type { Duplex } from 'node:stream';
import type { ProtocolErrorCode } from '../ProtocolError.ts';
import type { LineOptions } from './ModbusLine.ts';
import { exceptionFlag, expectedAnswer, isFunctionCode, isReadFunction } from './pdu.ts';
import { type PendingRequest, QueuedLine } from './QueuedLine.ts';
import { buildRtuFrame, hasValidCrc } from './rtuFrame.ts';

/** Pause between an answer and the next request: JUMO controllers need 35 ms, Neuron leaves 20 ms. */
export const defaultGapMs = 50;
/**
 * How long after its timeout an answer may still arrive and pass for another one. Mobile networks were seen to deliver after
 * tens of seconds; half a minute is longer than two of the shortest cycles.
 */
const defaultWorstLatencyMs = 30_000;
/**
 * So long after a timeout an uncertain answer casts doubt on the next one. A line that is well again and can be asked in one way
 * only would else never be believed again.
 */
const longestDoubtMs = 2 * defaultWorstLatencyMs;
/** A new connection may first deliver what the DTU kept from the one before: listen so long before the first request. */
const defaultFirstQuietMs = 500;
/** Frames that answer nothing cast doubt for as long as a missing answer does. */
const strangerDoubtMs = defaultWorstLatencyMs;
/** The longest a slave is waited for, however late its answers come. */
const longestTimeoutMs = 30_000;
/** How much longer than the lateness that was seen is waited. */
const patience = 1.25;
/** So many late answers in a row are the slave's way, one alone a moment of the network. */
const lateInRowUntilSlow = 2;
/** Four of the longest frames: what is older cannot belong to an answer any more. */
const maxUnreadBytes = 1024;
/**
 * With more places in the buffer that look like a packet of the DTU, only "all are the DTU's" is tried, else every choice of
 * them. An answer is a few dozen bytes and packets are longer than a byte or two; 64 choices leave the CRC strong enough.
 */
const maxTriedPlaces = 6;

export interface RtuLineOptions extends LineOptions {
  /** Exact bytes the DTU puts between the slaves' bytes: its heartbeat, and its registration when sent before every packet. */
  strip?: readonly Uint8Array[];
  gapMs?: number;
  worstLatencyMs?: number;
  firstQuietMs?: number;
}

/** A request whose answer may still come: it timed out, or was answered by what may have been the answer to an earlier one. */
interface Suspect {
  slaveId: number;
  head: Buffer;
  length: number;
  /** When the request went out, monotonic; null: which request the missing answer belongs to is in doubt. */
  sentAt: number | null;
  /** When the request timed out with which the doubt began. */
  since: number;
  until: number;
}

/** An answer that was taken. Until its request would have timed out, another frame may come that could be the true one. */
interface TakenAnswer {
  slaveId: number;
  /** How the answer to its request begins, and its length. */
  head: Buffer;
  length: number;
  pdu: Buffer;
  until: number;
  doubt: (() => void) | undefined;
}

/** The shape of frames nobody asked for: somebody else asks on this line. */
interface Stranger {
  slaveId: number;
  pdu: Buffer;
  until: number;
}

interface FoundFrame {
  /** What was searched: the unread bytes, with or without the DTU's packets. */
  bytes: Buffer;
  start: number;
  end: number;
}

/** Length of the frame that could start at `at`, CRC included; 0 when none can. */
type FrameLengthAt = (bytes: Buffer, at: number) => number;

const exceptionFrameBytes = 5;

const isExceptionPdu = (pdu: Buffer): boolean => (pdu[0]! & exceptionFlag) !== 0;

const isShapeOf = (pdu: Buffer, head: Buffer, length: number): boolean =>
  pdu.length === length && head.equals(pdu.subarray(0, head.length));

/** Whether a frame with this PDU could answer a request whose answer begins with `head`; an exception always could. */
const couldAnswer = (pdu: Buffer, head: Buffer, length: number): boolean =>
  isExceptionPdu(pdu) ? head[0] === (pdu[0]! & ~exceptionFlag) : isShapeOf(pdu, head, length);

/** Whether both frames cast doubt on the same answers: the echo of a write is recognised by its content. */
const isSameShape = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && one[0] === other[0] && (isReadFunction(one[0]!) || one.equals(other));

/** Any answer of any slave. */
const anyAnswerLength: FrameLengthAt = (bytes, at) => {
  const code = bytes[at + 1];
  if (code === undefined || bytes[at] === 0) return 0;
  if (isReadFunction(code)) return 5 + (bytes[at + 2] ?? 0);
  if (isFunctionCode(code)) return 8;
  return isFunctionCode(code & ~exceptionFlag) ? exceptionFrameBytes : 0;
};

const answerLength =
  ({ slaveId, expected: { head, length } }: PendingRequest): FrameLengthAt =>
  (bytes, at) => {
    if (bytes[at] !== slaveId) return 0;
    if (bytes[at + 1] === (head[0]! | exceptionFlag)) return exceptionFrameBytes;
    return head.every((byte, index) => bytes[at + 1 + index] === byte) ? length + 3 : 0;
  };

/** A place in the unread bytes that looks like a packet of the DTU. */
interface Place {
  start: number;
  end: number;
}

/** All of them, from the left; they may overlap. */
function placesOf(bytes: Buffer, packets: readonly Buffer[]): Place[] {
  const places: Place[] = [];
  for (const packet of packets) {
    for (let at = bytes.indexOf(packet); at !== -1; at = bytes.indexOf(packet, at + 1)) {
      places.push({ start: at, end: at + packet.length });
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

/** What is left without these places; of two that overlap the first goes. */
function without(bytes: Buffer, places: readonly Place[]): Buffer {
  const parts: Buffer[] = [];
  let end = 0;
  for (const place of places) {
    if (place.start < end) continue;
    parts.push(bytes.subarray(end, place.start));
    end = place.end;
  }
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

/**
 * The master of one transparent serial line behind a DTU (or RTU over TCP): address, PDU and CRC on a byte stream that is
 * split and merged at will, and that the DTU's own packets run through, even through the middle of a frame.
 *
 * RTU has no transaction id. So an answer must fit slave, function, length and CRC; after a timeout the line listens for one
 * more response time and drops what comes; and an answer that a still missing one could be mistaken for is `uncertain`.
 *
 * A second master, or a heartbeat that asks the slaves, makes answers that nobody here asked for. Such a frame makes answers of
 * its shape `uncertain` for a while, and takes back the answer it could have been (`onDoubt`).
 *
 * Bytes already read from the socket (behind the registration) go back with `socket.unshift()` before `start()`.
 *
 * Example: `01 03 00 00 00 02 C4 0B` is answered by `01 03 04 01 19 02 A3 6B 11`.
 */
export class RtuLine extends QueuedLine {
  override readonly hasTransactionIds = false;
  readonly #strip: readonly Buffer[];
  readonly #gapMs: number;
  readonly #worstLatencyMs: number;
  readonly #firstQuietMs: number;
  #unread: Buffer = Buffer.alloc(0);
  /** When the oldest unread byte came. */
  #unreadSince = 0;
  #suspects: Suspect[] = [];
  #strangers: Stranger[] = [];
  #taken: TakenAnswer[] = [];
  /** The timed-out request for whose answer nothing is sent at the moment. */
  #waitingOut: Suspect | null = null;
  /** How late each slave's last answers came, since one came in time: beside a fast one stands a slow converter. */
  readonly #lateness = new Map<number, number[]>();
  readonly #minTimeoutMs = new Map<number, number>();

  constructor(stream: Duplex, options: RtuLineOptions) {
    super(stream, options);
    this.#strip = (options.strip ?? []).filter((packet) => packet.length > 0).map((packet) => Buffer.from(packet));
    this.#gapMs = options.gapMs ?? defaultGapMs;
    this.#worstLatencyMs = options.worstLatencyMs ?? defaultWorstLatencyMs;
    this.#firstQuietMs = options.firstQuietMs ?? defaultFirstQuietMs;
  }

  override start(): void {
    this.stayQuietUntil(this.options.clock.monotonic() + this.#firstQuietMs);
    super.start();
  }

  override isSuspect(pdu: Uint8Array, slaveId: number): boolean {
    const { head, length } = expectedAnswer(pdu);
    return this.#couldBeLate(slaveId, head, length) || this.#couldBeStrange(slaveId, head, length);
  }

  protected override minTimeoutMs(slaveId: number): number {
    return this.#minTimeoutMs.get(slaveId) ?? 0;
  }

  protected override frameOf({ slaveId, pdu }: PendingRequest): Buffer {
    // What arrived before the request cannot be its answer, nor the beginning of it.
    this.#dropUnread();
    this.#waitingOut = null;
    return buildRtuFrame(slaveId, pdu);
  }

  protected override receive(chunk: Buffer): void {
    if (this.#unread.length === 0) this.#unreadSince = this.options.clock.monotonic();
    this.#unread = Buffer.concat([this.#unread, chunk]);
    const request = this.inFlight;
    const found = request && this.#find(answerLength(request));
    if (request && found) {
      // Frames before the answer are looked at first: one of them may be the late answer that casts doubt on this one.
      this.#unread = found.bytes.subarray(0, found.start);
      this.#sift();
      this.#dropUnread();
      const frame = Buffer.from(found.bytes.subarray(found.start, found.end));
      const pdu = frame.subarray(1, -2);
      const { slaveId, expected } = request;
      const { head, length } = isExceptionPdu(pdu) ? { head: pdu.subarray(0, 1), length: pdu.length } : expected;
      const isLate = this.#couldBeLate(slaveId, head, length);
      if (isLate) this.#doubt(request);
      const uncertain = isLate || this.#couldBeStrange(slaveId, head, length);
      if (!uncertain) this.#lateness.delete(slaveId);
      this.#taken = [...this.#openTaken(this.options.clock.monotonic()), this.#takenOf(request, pdu)];
      this.#unread = Buffer.from(found.bytes.subarray(found.end));
      this.log('answer', frame);
      this.answer(pdu, uncertain);
      this.stayQuietUntil(this.options.clock.monotonic() + this.#gapMs);
    }
    if (!this.inFlight) this.#sift();
    if (this.#unread.length > maxUnreadBytes) {
      const excess = this.#unread.length - maxUnreadBytes;
      this.#countJunk(this.#unread.subarray(0, excess));
      this.#unread = this.#unread.subarray(excess);
    }
  }

  protected override giveUp(request: PendingRequest): ProtocolErrorCode {
    const { head, length } = request.expected;
    const lengthAt = answerLength(request);
    const isDamaged = this.#unread.some((_, at) => {
      const frameBytes = lengthAt(this.#unread, at);
      return frameBytes > 0 && at + frameBytes <= this.#unread.length;
    });
    this.#sift();
    this.#dropUnread();
    const now = this.options.clock.monotonic();
    if (isDamaged) {
      // It has answered, only illegibly: nothing is left to wait for.
      this.stayQuietUntil(now + this.#gapMs);
      return 'badCrc';
    }
    const { slaveId, sentAt } = request;
    const suspect = { slaveId, head, length, sentAt, since: now, until: now + this.#worstLatencyMs };
    this.#suspects = [...this.#liveSuspects(), suspect];
    this.#waitingOut = suspect;
    this.stayQuietUntil(now + request.timeoutMs);
    return 'timeout';
  }

  /** Whether a missing answer could be taken for one that begins so; every missing answer may turn out to be an exception. */
  #couldBeLate(slaveId: number, head: Buffer, length: number): boolean {
    return this.#liveSuspects().some(
      (one) =>
        one.slaveId === slaveId &&
        (isExceptionPdu(head)
          ? one.head[0] === (head[0]! & ~exceptionFlag)
          : one.length === length && one.head.equals(head)),
    );
  }

  #couldBeStrange(slaveId: number, head: Buffer, length: number): boolean {
    return this.#liveStrangers().some((one) => one.slaveId === slaveId && isShapeOf(one.pdu, head, length));
  }

  #takenOf({ slaveId, expected, sentAt, timeoutMs, onDoubt }: PendingRequest, pdu: Buffer): TakenAnswer {
    return { slaveId, ...expected, pdu, until: sentAt + timeoutMs, doubt: onDoubt };
  }

  #openTaken(at: number): TakenAnswer[] {
    return this.#taken.filter(({ until }) => until > at);
  }

  /** What was taken for its answer may have been that of an earlier one: then its own is still to come, instead of that. */
  #doubt({ slaveId, expected: { head, length } }: PendingRequest): void {
    const now = this.options.clock.monotonic();
    const earlier = this.#liveSuspects().filter((one) => one.slaveId === slaveId && one.head[0] === head[0]);
    const since = Math.max(...earlier.map((one) => one.since));
    if (now - since >= longestDoubtMs) return;
    const taken = earlier.find((one) => one.length === length && one.head.equals(head));
    const own = { slaveId, head, length, sentAt: null, since, until: now + this.#worstLatencyMs };
    this.#suspects = [...this.#suspects.filter((one) => one !== taken), own];
  }

  #liveSuspects(): Suspect[] {
    const now = this.options.clock.monotonic();
    this.#suspects = this.#suspects.filter(({ until }) => until > now);
    return this.#suspects;
  }

  #liveStrangers(): Stranger[] {
    const now = this.options.clock.monotonic();
    this.#strangers = this.#strangers.filter(({ until }) => until > now);
    return this.#strangers;
  }

  /** The first whole frame in the unread bytes as they are, or else with the DTU's packets taken out. */
  #find(lengthAt: FrameLengthAt): FoundFrame | null {
    for (const bytes of this.#readings()) {
      for (let start = 0; start < bytes.length; start++) {
        const end = start + lengthAt(bytes, start);
        if (end > start && end <= bytes.length && hasValidCrc(bytes, start, end)) return { bytes, start, end };
      }
    }
    return null;
  }

  /** As they are first: a frame may well contain the heartbeat's bytes as data. */
  *#readings(): Generator<Buffer> {
    yield this.#unread;
    const places = placesOf(this.#unread, this.#strip);
    if (places.length > 0) yield without(this.#unread, places);
    if (places.length > maxTriedPlaces) return;
    for (let choice = 1; choice < 2 ** places.length - 1; choice++) {
      yield without(
        this.#unread,
        places.filter((_, index) => (choice >> index) & 1),
      );
    }
  }

  /** Takes whole frames that answer nothing in flight out of the unread bytes, and counts them. */
  #sift(): void {
    for (let found = this.#find(anyAnswerLength); found; found = this.#find(anyAnswerLength)) {
      this.#countJunk(found.bytes.subarray(0, found.start));
      this.#drop(Buffer.from(found.bytes.subarray(found.start, found.end)));
      this.#unread = Buffer.from(found.bytes.subarray(found.end));
    }
  }

  #drop(frame: Buffer): void {
    const pdu = frame.subarray(1, -2);
    const suspect = this.#liveSuspects().find(
      ({ slaveId, head, length }) => slaveId === frame[0] && couldAnswer(pdu, head, length),
    );
    if (!suspect) {
      this.#meetStranger(frame, pdu);
      return;
    }
    this.counters.lateFrames++;
    this.log('late', frame);
    this.#suspects = this.#suspects.filter((one) => one !== suspect);
    if (suspect.sentAt !== null) this.#learn(suspect.slaveId, this.options.clock.monotonic() - suspect.sentAt);
    if (suspect === this.#waitingOut) {
      this.#waitingOut = null;
      this.stayQuietUntil(this.options.clock.monotonic() + this.#gapMs);
    }
  }

  /** A frame that answers nothing. A converter that says everything twice is no stranger: its frame is the one just taken. */
  #meetStranger(frame: Buffer, pdu: Buffer): void {
    const slaveId = frame[0]!;
    const open = this.#openTaken(this.#unreadSince);
    const contested = open.filter((one) => one.slaveId === slaveId && couldAnswer(pdu, one.head, one.length));
    const isRepeated = contested.at(-1)?.pdu.equals(pdu) === true;
    this.counters.unsolicited++;
    this.log('unsolicited', frame, !isRepeated && contested.length > 0);
    if (isRepeated) return;
    const until = this.options.clock.monotonic() + strangerDoubtMs;
    const others = this.#liveStrangers().filter((one) => one.slaveId !== slaveId || !isSameShape(one.pdu, pdu));
    this.#strangers = [...others, { slaveId, pdu, until }];
    this.#taken = open.filter((one) => !contested.includes(one));
    for (const { doubt } of contested) doubt?.();
  }

  /** The least of the row: an outlier must not make every silence of the slave long. */
  #learn(slaveId: number, lateMs: number): void {
    const lateness = [...(this.#lateness.get(slaveId) ?? []), lateMs].slice(-lateInRowUntilSlow);
    this.#lateness.set(slaveId, lateness);
    if (lateness.length < lateInRowUntilSlow) return;
    const timeoutMs = Math.min(Math.ceil(Math.min(...lateness) * patience), longestTimeoutMs);
    this.#minTimeoutMs.set(slaveId, Math.max(this.minTimeoutMs(slaveId), timeoutMs));
  }

  #dropUnread(): void {
    this.#countJunk(this.#unread);
    this.#unread = Buffer.alloc(0);
  }

  #countJunk(bytes: Buffer): void {
    const junk = without(bytes, placesOf(bytes, this.#strip));
    if (junk.length === 0) return;
    this.counters.junkBytes += junk.length;
    this.log('junk', junk);
  }
}
