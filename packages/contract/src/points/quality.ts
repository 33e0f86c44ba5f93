/**
 * How far a value can be trusted, as one byte that travels with every sample: in the log, in segments and in memory.
 *
 * 0 is good, 1–63 uncertain, 64–127 bad, 128–255 bad because a Modbus device answered exception `code - 128`.
 * The numbers are stored for ever: never reuse one.
 */
export type Quality = 'good' | 'uncertain' | 'bad';

export const qualityCode = {
  good: 0,
  /** A late answer of the same shape cannot be told from this one (RTU has no transaction id). */
  lateAnswerPossible: 1,
  /** The gateway's clock is off; the time is ours. */
  clockSkew: 2,
  /** Exactly the same for longer than the point's set-up believes: a sensor that hangs. */
  frozen: 3,
  /** Another connection took the line over a moment ago under the same name. */
  lineTakenOver: 4,
  /** No answer within the response timeout. */
  timeout: 64,
  /** The frame arrived damaged. */
  crcError: 65,
  /** Outside the point's engineering range. */
  outOfRange: 66,
  /** The device's own marker for a broken or unplugged sensor, for example 7FFFh. */
  sensorFault: 67,
  /** The gateway or its line is down. */
  noCommunication: 68,
  /** NaN, null or an infinity where a number was expected. */
  notANumber: 69,
  /** The gateway reported an error of its own for this tag. */
  reportedByGateway: 70,
  /** Text, an object or an unknown state where a value was expected. */
  badFormat: 71,
  /** More than 24 hours ahead of us: kept out of history. */
  fromTheFuture: 72,
  /** A computed point: one of its inputs is gone, or was never heard. */
  inputMissing: 73,
  /** What history kept of this time cannot be read any more; never stored. */
  unreadable: 74,
  /** A computed point: its formula has no result for these inputs, as when it divides by zero. */
  noResult: 75,
} as const;

export type QualityReason = keyof typeof qualityCode | 'exception';

const reasonByCode = new Map<number, QualityReason>(
  Object.entries(qualityCode).map(([reason, code]) => [code, reason as QualityReason]),
);

/** Modbus exception codes are 1–127. */
export const exceptionQuality = (exceptionCode: number): number => 128 + exceptionCode;

export const qualityOf = (code: number): Quality => (code === 0 ? 'good' : code < 64 ? 'uncertain' : 'bad');

/** Null when the value is good. */
export const reasonOf = (code: number): { reason: QualityReason; exceptionCode: number | null } | null =>
  code === 0
    ? null
    : code >= 128
      ? { reason: 'exception', exceptionCode: code - 128 }
      : { reason: reasonByCode.get(code) ?? 'badFormat', exceptionCode: null };
