import type {
  ExplainedFrame as ExplainedFrameWire,
  FormReasonName,
  LiveRead,
  LoggedFrame,
  PlannedRead as PlannedReadWire,
  RegisterReading,
} from '@watchpost/contract';
import {
  type ExplainedFrame,
  exceptionFlag,
  type FormReason,
  type FormSuggestion,
  formsAt,
  type LineCounters,
} from '@watchpost/protocols';
import type { LoggedExchange } from '../ingest/index.ts';
import type { RegisterRead } from './RegisterReads.ts';
import type { PlannedRead } from './readPlan.ts';

/** Times and shares, as exact as anybody compares them. */
export const hundredths = (value: number): number => Math.round(value * 100) / 100;
const hundredthsOrNull = (value: number | null): number | null => (value === null ? null : hundredths(value));

/** `01 03 00 00`. */
const hexOf = (bytes: Buffer): string => (bytes.toString('hex').toUpperCase().match(/../g) ?? []).join(' ');

/** A checksum as it stands in a frame: low byte first. */
const crcHex = (crc: number): string => hexOf(Buffer.of(crc & 0xff, crc >> 8));

/** @param lineNumbers of the text, by the explained line */
export const presentFrame = (
  frame: ExplainedFrame & { line: number },
  lineNumbers: readonly number[],
): ExplainedFrameWire => ({
  Line: lineNumbers[frame.line]!,
  Hex: hexOf(frame.bytes),
  Framing: frame.framing,
  Role: frame.role,
  TransactionId: frame.transactionId,
  SlaveAddress: frame.slaveId,
  FunctionCode: frame.functionCode,
  StartAddress: frame.address,
  Quantity: frame.quantity,
  Registers: frame.registers,
  Bits: frame.bits,
  ExceptionCode: frame.exceptionCode,
  AnswersFrame: frame.answers,
  FieldList: frame.fields.map(({ kind, start, length, value, address }) => ({
    Kind: kind,
    Hex: hexOf(frame.bytes.subarray(start, start + length)),
    Value: value,
    RegisterAddress: address,
  })),
  ProblemList: frame.problems.map(({ kind, expected }) => {
    const isCrc = kind === 'badCrc' || kind === 'crcMissing';
    return {
      Kind: kind,
      Expected: isCrc ? null : expected,
      ExpectedHex: isCrc && expected !== null ? crcHex(expected) : null,
    };
  }),
});

/** The numbers that a reason speaks of, in the order in which its words name them. */
function numbersOf(reason: FormReason): number[] {
  switch (reason.kind) {
    case 'measuredRange':
      // What it would be in tenths, where it was divided by more.
      return [reason.value, reason.dividedBy, ...(reason.dividedBy === 100 ? [reason.value * 10] : [])];
    case 'tenthsOrWhole':
      return [reason.whole, reason.tenths];
    case 'changesLittle':
      return [reason.reads, reason.spread];
    case 'ordinaryFloat':
      return [reason.value, ...reason.registers];
    case 'growsSteadily':
      return [reason.by];
    case 'errorValue':
      return [reason.pattern, reason.bits];
    case 'orderOfOthers':
    case 'onlyZeroOrOne':
    case 'zero':
      return [];
    default:
      return [reason.value];
  }
}

export const presentRegisters = (
  startAddress: number,
  registers: readonly number[],
  suggestions: readonly (FormSuggestion | null)[],
): RegisterReading[] =>
  registers.map((raw, index) => {
    const suggestion = suggestions[index] ?? null;
    return {
      RegisterAddress: startAddress + index,
      Raw: raw,
      FormList: formsAt(registers, index).map(({ format, byteOrder, value }) => ({
        DataFormat: format,
        ByteOrder: byteOrder,
        Value: value,
      })),
      Suggestion: suggestion && {
        DataFormat: suggestion.format,
        ByteOrder: suggestion.byteOrder,
        DividedBy: suggestion.dividedBy,
        IsLikely: suggestion.isLikely,
        ReasonList: suggestion.reasons.map((reason) => ({
          Kind: reason.kind satisfies FormReasonName,
          Numbers: numbersOf(reason),
        })),
      },
    };
  });

export const presentRead = (read: RegisterRead): LiveRead => ({
  EPOCH: read.at,
  Outcome: read.outcome,
  ExceptionCode: read.exceptionCode,
  IsUncertain: read.uncertain,
  Milliseconds: hundredthsOrNull(read.roundTripMs),
  Registers: read.registers,
  Bits: read.bits,
});

export const presentPlanned = (
  { block, isRefused, unused, wireMs, latency, busyMs }: PlannedRead,
  slave: { id: number; name: string },
  pointNames: readonly string[],
): PlannedReadWire => ({
  SlaveId: slave.id,
  SlaveName: slave.name,
  SlaveAddress: block.slaveId,
  FunctionCode: block.functionCode,
  StartAddress: block.address,
  Quantity: block.quantity,
  Unused: unused,
  IsPadded: block.quantity > block.neededQuantity,
  IsAmbiguous: block.ambiguous,
  IsRefused: isRefused,
  Cycle: block.samplingIntervalSeconds,
  PointCount: block.points.length,
  PointNames: [...pointNames],
  WireMs: hundredthsOrNull(wireMs),
  MeanMs: hundredthsOrNull(latency?.meanMs ?? null),
  WorstMs: hundredthsOrNull(latency?.worstMs ?? null),
  BusyMs: hundredthsOrNull(busyMs),
});

export const presentExchange = (exchange: LoggedExchange, isTcp: boolean): LoggedFrame => {
  const { number, at, outcome, slaveId, functionCode, request, answer, durationMs } = exchange;
  const code = isTcp ? 7 : 1;
  const isException = answer !== null && outcome !== 'junk' && ((answer[code] ?? 0) & exceptionFlag) !== 0;
  return {
    Number: number,
    EPOCH: at,
    Outcome: outcome,
    SlaveAddress: slaveId,
    FunctionCode: functionCode,
    ExceptionCode: isException ? (answer[code + 1] ?? null) : null,
    RequestHex: request && hexOf(request),
    AnswerHex: answer && hexOf(answer),
    Milliseconds: hundredthsOrNull(durationMs),
  };
};

export const presentCounts = (counters: Readonly<LineCounters>) => ({
  Sent: counters.sent,
  Answered: counters.ok,
  Exceptions: counters.exceptions,
  Timeouts: counters.timeouts,
  BadCrc: counters.crcErrors,
  Late: counters.lateFrames,
  Unsolicited: counters.unsolicited,
  JunkBytes: counters.junkBytes,
});
