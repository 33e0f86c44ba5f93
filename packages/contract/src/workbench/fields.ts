import { z } from 'zod';
import { say } from '../inputWords.ts';
import { commonShape, modbusShape, registerAddress, slaveAddress, withModbusRules } from '../points/fields.ts';
import { byteOrders, registerFormatNames } from '../points/modbusRules.ts';
import { id, integer } from '../scalars.ts';

export const frameRoles = ['request', 'answer', 'exception', 'either', 'unknown', 'noFrame'] as const;
export type FrameRoleName = (typeof frameRoles)[number];

export const frameFieldKinds = [
  'transactionId',
  'protocolId',
  'length',
  'slave',
  'function',
  'address',
  'quantity',
  'byteCount',
  'register',
  'bits',
  'value',
  'exceptionCode',
  'crc',
  'data',
  'surplus',
] as const;
export type FrameFieldName = (typeof frameFieldKinds)[number];

export const frameProblemKinds = [
  'badCrc',
  'crcMissing',
  'tooShort',
  'tooLong',
  'unknownFunction',
  'wrongByteCount',
  'quantityOutOfRange',
  'beyondLastAddress',
  'badCoilValue',
  'protocolNotZero',
  'wrongLength',
  'broadcastRead',
  'reservedSlave',
  'notWhatWasAsked',
] as const;
export type FrameProblemName = (typeof frameProblemKinds)[number];

/** Modbus addresses and contents as they are on the wire. */
export const word = z.number().int().min(0).max(0xffff);
export const readFunction = integer.pipe(z.number().min(1).max(4));
const hex = z.string().describe('bytes as `01 03 …`');

/** One frame, byte by byte. */
export const ExplainedFrame = z.object({
  Line: z.number().int().describe('of the text, from 1'),
  Hex: hex,
  Framing: z.enum(['rtu', 'tcp']).nullable().describe('null: no frame'),
  Role: z.enum(frameRoles),
  TransactionId: z.number().int().nullable(),
  SlaveAddress: z.number().int().nullable(),
  FunctionCode: z.number().int().nullable(),
  StartAddress: z.number().int().nullable(),
  Quantity: z.number().int().nullable(),
  Registers: z.array(word),
  Bits: z.array(z.boolean()),
  ExceptionCode: z.number().int().nullable(),
  AnswersFrame: z.number().int().nullable().describe('place in the list of the request it answers'),
  /** Every byte is in exactly one. */
  FieldList: z.array(
    z.object({
      Kind: z.enum(frameFieldKinds),
      Hex: hex,
      Value: z.number().int().nullable(),
      RegisterAddress: z.number().int().nullable(),
    }),
  ),
  ProblemList: z.array(
    z.object({
      Kind: z.enum(frameProblemKinds),
      Expected: z.number().int().nullable().describe('a length, a count, the largest quantity'),
      ExpectedHex: z.string().nullable().describe('the right checksum, as it would stand in the frame'),
    }),
  ),
});
export type ExplainedFrame = z.infer<typeof ExplainedFrame>;

export const readOutcomes = ['answered', 'exception', 'noResponse', 'badCrc', 'lineClosed', 'unreadable'] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

/** The most that one read may ask for (Modbus application protocol 1.1b3, §6). */
export const maxAtOnce = { registers: 125, bits: 2_000 } as const;
export const maxReadsInARow = 5;

const quantityWords = {
  zh: `一次最多 ${maxAtOnce.registers} 个寄存器，或 ${maxAtOnce.bits} 个位`,
  en: `At most ${maxAtOnce.registers} registers or ${maxAtOnce.bits} bits at once`,
};

export const ReadOrder = z
  .object({
    DeviceId: id.describe('the gateway'),
    SlaveAddress: slaveAddress.describe('also of a slave that is not set up yet'),
    FunctionCode: readFunction,
    StartAddress: registerAddress,
    Quantity: integer.pipe(
      z
        .number()
        .min(1)
        .max(maxAtOnce.bits, { error: say(quantityWords) }),
    ),
    Times: integer.pipe(z.number().min(1).max(maxReadsInARow)).default(1).describe('so many reads, a second apart'),
  })
  .refine(({ FunctionCode, Quantity }) => FunctionCode <= 2 || Quantity <= maxAtOnce.registers, {
    path: ['Quantity'],
    error: say(quantityWords),
  })
  .refine(({ StartAddress, Quantity }) => StartAddress + Quantity <= 0x10000, {
    path: ['Quantity'],
    error: say({ zh: '超出最后一个地址 65535', en: 'Beyond the last address, 65535' }),
  });

export const LiveRead = z.object({
  EPOCH: z.number().int(),
  Outcome: z.enum(readOutcomes),
  ExceptionCode: z.number().int().nullable(),
  IsUncertain: z.boolean().describe('a late answer to an earlier request would look the same'),
  Milliseconds: z.number().nullable().describe('from sending to the answer'),
  Registers: z.array(word),
  Bits: z.array(z.boolean()),
});
export type LiveRead = z.infer<typeof LiveRead>;

export const formReasons = [
  'measuredRange',
  'tenthsOrWhole',
  'changesLittle',
  'unsignedIsAbsurd',
  'ordinaryFloat',
  'ordinarySize',
  'otherOrderIsAbsurd',
  'orderOfOthers',
  'growsSteadily',
  'largeCounter',
  'errorValue',
  'onlyZeroOrOne',
  'zero',
] as const;
export type FormReasonName = (typeof formReasons)[number];

/** A register with everything it could mean. */
export const RegisterReading = z.object({
  RegisterAddress: z.number().int(),
  Raw: word,
  FormList: z.array(
    z.object({
      DataFormat: z.enum(registerFormatNames),
      ByteOrder: z.enum(byteOrders),
      Value: z.number().nullable().describe('null: no number'),
    }),
  ),
  /** Null: the second register of a value. */
  Suggestion: z
    .object({
      DataFormat: z.enum(registerFormatNames),
      ByteOrder: z.enum(byteOrders),
      DividedBy: z.number().int(),
      IsLikely: z.boolean(),
      ReasonList: z.array(
        z.object({ Kind: z.enum(formReasons), Numbers: z.array(z.number()).describe('what the reason speaks of') }),
      ),
    })
    .nullable(),
});
export type RegisterReading = z.infer<typeof RegisterReading>;

/** A point that is only tried: its registers, mapping, decimals and range. */
export const TriedPoint = withModbusRules(
  z.object({
    ...modbusShape,
    Decimals: commonShape.Decimals,
    RangeLow: commonShape.RangeLow,
    RangeHigh: commonShape.RangeHigh,
  }),
);

export const PlannedRead = z.object({
  SlaveId: z.number().int(),
  SlaveName: z.string(),
  SlaveAddress: z.number().int(),
  FunctionCode: z.number().int(),
  StartAddress: z.number().int(),
  Quantity: z.number().int(),
  Unused: z.number().int().describe('addresses that are read along and that no point needs'),
  IsPadded: z.boolean().describe('one more than needed, so that a late answer is not taken for this one'),
  IsAmbiguous: z.boolean().describe('as long as the read before it: after a timeout its values are doubtful'),
  IsRefused: z.boolean().describe('the slave refuses it; it is tried again hourly'),
  Cycle: z.number().int().describe('seconds'),
  PointCount: z.number().int(),
  PointNames: z.array(z.string()).describe('the first of those the caller sees'),
  WireMs: z
    .number()
    .nullable()
    .describe('request and answer on the serial line, by its baud rate; null: no serial line'),
  MeanMs: z.number().nullable().describe('measured from sending to the answer; null: not yet'),
  WorstMs: z.number().nullable(),
  /** Measured where there is a measurement, else the time on the wire; with the pause behind it. */
  BusyMs: z.number().nullable(),
});
export type PlannedRead = z.infer<typeof PlannedRead>;

export const frameOutcomes = [
  'answered',
  'exception',
  'timeout',
  'badCrc',
  'cut',
  'late',
  'unsolicited',
  'junk',
  'opened',
  'closed',
] as const;
export type FrameOutcome = (typeof frameOutcomes)[number];

export const LoggedFrame = z.object({
  Number: z.number().int().describe('counts up'),
  EPOCH: z.number().int(),
  Outcome: z.enum(frameOutcomes),
  SlaveAddress: z.number().int().nullable(),
  FunctionCode: z.number().int().nullable(),
  ExceptionCode: z.number().int().nullable(),
  RequestHex: hex.nullable(),
  AnswerHex: hex.nullable(),
  Milliseconds: z.number().nullable(),
});
export type LoggedFrame = z.infer<typeof LoggedFrame>;

export const LineCounts = z.object({
  Sent: z.number().int(),
  Answered: z.number().int(),
  Exceptions: z.number().int(),
  Timeouts: z.number().int(),
  BadCrc: z.number().int(),
  Late: z.number().int(),
  Unsolicited: z.number().int(),
  JunkBytes: z.number().int(),
});
