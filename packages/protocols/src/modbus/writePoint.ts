import type { ProtocolClock } from '../clock.ts';
import { ProtocolError } from '../ProtocolError.ts';
import type { QualityReason, ReadingQuality } from '../reading.ts';
import { encodeWrite } from './encodeWrite.ts';
import { busyRetryDelaysMs, exceptionMeaning } from './exceptions.ts';
import { defaultResponseTimeoutMs } from './LinePoller.ts';
import type { ModbusLine } from './ModbusLine.ts';
import { type ModbusPoint, readPoint } from './ModbusPoint.ts';
import { decodeAnswer, encodeRequest, type ModbusAnswer, type ModbusRequest } from './pdu.ts';

export interface WriteOutcome {
  /** `noResponse`: whether the device has the value is unknown; what it holds so far may have been read all the same. */
  outcome: 'succeeded' | 'refusedByDevice' | 'readsBackDifferently' | 'noResponse';
  /** With `refusedByDevice`. */
  exceptionCode: number | null;
  /** What the point reads now, in its own unit; null when that could not be read. */
  readBackValue: number | null;
  /** The same as a reading among others; null also when a late answer may have passed for it, or a register beside it was not read. */
  reading: { value: number | null; quality: ReadingQuality; reason: QualityReason | null; measuredAt: number } | null;
}

export interface WriteOptions {
  clock: ProtocolClock;
  timeoutMs?: number;
  /** Called when the first request goes onto the wire: from here on the device may have the value. */
  onSent?: () => void;
  /** Asked whenever the write itself is about to go onto the wire: a person's conditions may not hold any more when its turn comes. */
  mayGo?: () => boolean;
  /** Called, also later than the outcome, when another frame came that could have been the answer `reading` was taken from. */
  onDoubt?: (reading: NonNullable<WriteOutcome['reading']>) => void;
}

const actionOf = ({ exceptionCode }: ModbusAnswer) =>
  exceptionCode === null ? null : exceptionMeaning(exceptionCode).action;

/** 05 means that the device is at it, and an exception of the gateway says nothing about the device: both are read back. */
const isRefusal = ({ exceptionCode }: ModbusAnswer): boolean =>
  exceptionCode !== null &&
  exceptionMeaning(exceptionCode).slaveAlive &&
  exceptionMeaning(exceptionCode).action !== 'pending';

/** The device itself said something to the write, not a gateway in its place. */
const isAnswered = (written: { answer: ModbusAnswer } | null): boolean =>
  written !== null &&
  (written.answer.exceptionCode === null || exceptionMeaning(written.answer.exceptionCode).slaveAlive);

/** It says itself that it took another value: it needs no time to take ours. */
const tookAnother = ({ bits, registers }: ModbusAnswer): boolean => bits.length > 0 || registers.length > 0;

const pause = (clock: ProtocolClock, delayMs: number) =>
  new Promise<void>((resolve) => {
    clock.setTimer(resolve, delayMs);
  });

/**
 * Writes one value and reads back what the device made of it, also when the write itself was not answered. It is not sent
 * again then: a device that did not answer may have obeyed. Only a busy device (06), which has not, is asked up to four times.
 *
 * A value that reads back differently is read again after 0.5, 1 and 2 s: some devices take the value later. A device whose
 * answer names another value has decided: it is read back once.
 *
 * Its requests go before the reads that wait on the line. A line that closes after the write went out is no response.
 *
 * @param value in the point's own unit
 * @throws ProtocolError (rejects) `notWritable`, `outOfRange`, `notANumber`; `lineClosed`, `withdrawn` (`mayGo` said no): nothing was sent
 */
export async function writePoint(
  line: ModbusLine,
  point: ModbusPoint,
  value: number,
  { clock, timeoutMs = defaultResponseTimeoutMs, onSent, mayGo, onDoubt }: WriteOptions,
): Promise<WriteOutcome> {
  const write = encodeWrite(point, value);
  let isSent = false;
  let isClosed = false;
  /** Doubt that was cast on the last answer that was taken, and who takes back what came of it. */
  let doubt = { isCast: false, takeBack: (): void => {} };
  const markSent = (): void => {
    if (!isSent) onSent?.();
    isSent = true;
  };

  /** Null: no legible answer. */
  const ask = async (request: ModbusRequest): Promise<{ answer: ModbusAnswer; uncertain: boolean } | null> => {
    try {
      const isWrite = request === write.request;
      const own = { isCast: false, takeBack: (): void => {} };
      doubt = own;
      const options = {
        slaveId: point.slaveId,
        timeoutMs,
        first: true,
        onSent: markSent,
        onDoubt: () => {
          own.isCast = true;
          own.takeBack();
        },
        ...(isWrite && mayGo ? { mayGo } : {}),
      };
      const { pdu, uncertain } = await line.request(encodeRequest(request), options);
      return { answer: decodeAnswer(request, pdu), uncertain: uncertain || own.isCast };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // A device that was busy before has not obeyed either.
      if (error.code === 'withdrawn') throw error;
      if (error.code !== 'lineClosed') return null;
      if (!isSent) throw error;
      isClosed = true;
      return null;
    }
  };

  let written = await ask(write.request);
  for (const delayMs of busyRetryDelaysMs) {
    // The one case of writing again: a busy device says that it has not obeyed.
    if (written === null || isClosed || written.uncertain || actionOf(written.answer) !== 'retryLater') break;
    await pause(clock, delayMs);
    written = await ask(write.request);
  }
  if (written && isRefusal(written.answer) && !written.uncertain) {
    return {
      outcome: 'refusedByDevice',
      exceptionCode: written.answer.exceptionCode,
      readBackValue: null,
      reading: null,
    };
  }
  // It repeats what it takes: that it did, and that this is what it holds.
  const isTaken = written !== null && !written.uncertain;
  let readBackValue: number | null = null;
  let reading: WriteOutcome['reading'] = null;
  let wasRead = false;
  let silentReads = 0;
  const hasDecided = isTaken && tookAnother(written!.answer);
  if (hasDecided) readBackValue = readPoint({ ...point, statusRegister: null }, point.address, written!.answer).value;
  for (const delayMs of hasDecided ? [0] : [0, ...busyRetryDelaysMs]) {
    if (isClosed) break;
    if (delayMs > 0) await pause(clock, delayMs);
    const read = await ask(write.readBack);
    if (read === null && ++silentReads === 2) break;
    if (read === null || read.answer.exceptionCode !== null) continue;
    // It may be the answer to something else, and alone proves nothing.
    if (read.uncertain && !isTaken) continue;
    wasRead = true;
    const now = readPoint({ ...point, statusRegister: null }, point.address, read.answer);
    readBackValue = now.value;
    const taken = read.uncertain || point.statusRegister ? null : { ...now, measuredAt: clock.now() };
    reading = taken;
    if (taken?.quality === 'good')
      doubt.takeBack = () => onDoubt?.({ ...taken, quality: 'uncertain', reason: 'lateAnswerPossible' });
    // A late answer from before the write may differ; it comes once, and the next reading tells.
    if (write.matches(read.answer)) return { outcome: 'succeeded', exceptionCode: null, readBackValue, reading };
  }
  // A frame that got lost on the way is another matter than a controller that keeps its own value: it may also still be obeyed.
  const outcome = (wasRead || hasDecided) && isAnswered(written) ? 'readsBackDifferently' : 'noResponse';
  return { outcome, exceptionCode: null, readBackValue, reading };
}
