import type { ProtocolClock } from '../clock.ts';
import { ProtocolError } from '../ProtocolError.ts';
import { encodeWrite } from './encodeWrite.ts';
import { busyRetryDelaysMs, exceptionMeaning } from './exceptions.ts';
import { defaultResponseTimeoutMs } from './LinePoller.ts';
import type { ModbusLine } from './ModbusLine.ts';
import { type ModbusPoint, readPoint } from './ModbusPoint.ts';
import { decodeAnswer, encodeRequest, type ModbusAnswer, type ModbusRequest } from './pdu.ts';

export interface WriteOutcome {
  /** `noResponse`: whether the device has the value is unknown. */
  outcome: 'succeeded' | 'refusedByDevice' | 'readsBackDifferently' | 'noResponse';
  /** With `refusedByDevice`. */
  exceptionCode: number | null;
  /** What the point reads now, in its own unit; null when that could not be read. */
  readBackValue: number | null;
}

export interface WriteOptions {
  clock: ProtocolClock;
  timeoutMs?: number;
}

const actionOf = ({ exceptionCode }: ModbusAnswer) =>
  exceptionCode === null ? null : exceptionMeaning(exceptionCode).action;

/** 05 means that the device is at it, and an exception of the gateway says nothing about the device: both are read back. */
const isRefusal = ({ exceptionCode }: ModbusAnswer): boolean =>
  exceptionCode !== null &&
  exceptionMeaning(exceptionCode).slaveAlive &&
  exceptionMeaning(exceptionCode).action !== 'pending';

const pause = (clock: ProtocolClock, delayMs: number) =>
  new Promise<void>((resolve) => {
    clock.setTimer(resolve, delayMs);
  });

/**
 * Writes one value and reads back what the device made of it, also when the write itself was not answered. It is not sent
 * again then: a device that did not answer may have obeyed. Only a busy device (06), which has not, is asked up to four times.
 *
 * A value that reads back differently is read again after 0.5, 1 and 2 s: some devices take the value later.
 *
 * @param value in the point's own unit
 * @throws ProtocolError (rejects) `notWritable`, `outOfRange`, `notANumber` before anything is sent; `lineClosed`
 */
export async function writePoint(
  line: ModbusLine,
  point: ModbusPoint,
  value: number,
  { clock, timeoutMs = defaultResponseTimeoutMs }: WriteOptions,
): Promise<WriteOutcome> {
  const write = encodeWrite(point, value);

  /** Null: no legible answer. */
  const ask = async (request: ModbusRequest): Promise<{ answer: ModbusAnswer; uncertain: boolean } | null> => {
    try {
      const { pdu, uncertain } = await line.request(encodeRequest(request), { slaveId: point.slaveId, timeoutMs });
      return { answer: decodeAnswer(request, pdu), uncertain };
    } catch (error) {
      if (error instanceof ProtocolError && error.code !== 'lineClosed') return null;
      throw error;
    }
  };

  let written = await ask(write.request);
  for (const delayMs of busyRetryDelaysMs) {
    // The one case of writing again: a busy device says that it has not obeyed.
    if (written === null || written.uncertain || actionOf(written.answer) !== 'retryLater') break;
    await pause(clock, delayMs);
    written = await ask(write.request);
  }
  if (written && isRefusal(written.answer) && !written.uncertain) {
    return { outcome: 'refusedByDevice', exceptionCode: written.answer.exceptionCode, readBackValue: null };
  }
  let readBackValue: number | null = null;
  let wasRead = false;
  let silentReads = 0;
  for (const delayMs of [0, ...busyRetryDelaysMs]) {
    if (delayMs > 0) await pause(clock, delayMs);
    const read = await ask(write.readBack);
    if (read === null && ++silentReads === 2) break;
    if (read === null || read.answer.exceptionCode !== null) continue;
    wasRead = true;
    readBackValue = readPoint({ ...point, statusRegister: null }, point.address, read.answer).value;
    // A late answer from before the write may differ; it comes once, and the next reading tells.
    if (write.matches(read.answer)) return { outcome: 'succeeded', exceptionCode: null, readBackValue };
  }
  return { outcome: wasRead ? 'readsBackDifferently' : 'noResponse', exceptionCode: null, readBackValue };
}
