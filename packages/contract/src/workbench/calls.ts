import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { registerAddress } from '../points/fields.ts';
import { id, integer } from '../scalars.ts';
import {
  ExplainedFrame,
  LineCounts,
  LiveRead,
  LoggedFrame,
  maxAtOnce,
  PlannedRead,
  ReadOrder,
  RegisterReading,
  TriedPoint,
  word,
} from './fields.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;
const edits = ['terminalsEdit'] as const;

/** Finding out what a device says before its points are set up. Issue 5 §3. */
export const workbenchCalls = defineCalls({
  explainFrames: {
    method: 'POST',
    path: '/Workbench/ExplainFrames',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '解析报文', en: 'Modbus frames explained byte by byte; nothing is kept' },
    body: z.object({
      Text: z.string().max(8_000).describe('hexadecimal; requests and answers in their order, a line may hold several'),
      Framing: z.enum(['auto', 'rtu', 'tcp']).default('auto'),
    }),
    data: z.object({
      FrameList: z.array(ExplainedFrame),
      UnreadList: z
        .array(z.object({ Line: z.number().int(), Text: z.string() }))
        .describe('lines that are not hexadecimal'),
    }),
  },
  interpretRegisters: {
    method: 'POST',
    path: '/Workbench/InterpretRegisters',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '解读寄存器', en: 'Registers in every format and byte order, and which one is likely' },
    body: z.object({
      StartAddress: registerAddress,
      ReadList: z
        .array(z.array(word).min(1).max(maxAtOnce.registers))
        .min(1)
        .max(10)
        .refine((reads) => reads.every(({ length }) => length === reads[0]!.length))
        .describe('the same registers, read once or several times, the newest last'),
    }),
    data: z.array(RegisterReading),
  },
  /** By the rules of polling. */
  tryPoints: {
    method: 'POST',
    path: '/Workbench/TryPoints',
    effect: 'read',
    access: sees,
    encoding: 'json',
    summary: { zh: '试算点位', en: 'What points would say of these registers; nothing is kept' },
    body: z.object({
      StartAddress: registerAddress,
      Registers: z.array(word).max(maxAtOnce.registers).default([]),
      Bits: z.array(z.boolean()).max(maxAtOnce.bits).default([]),
      PointList: z.array(TriedPoint).min(1).max(maxAtOnce.registers),
    }),
    data: z.array(
      z.object({
        Value: z.number().nullable(),
        Quality: z.enum(['good', 'uncertain', 'bad']),
        Reason: z.string().nullable(),
      }),
    ),
  },
  /** Takes its turn on the line before what is polled, once; a slave that does not answer is not asked again. */
  readRegisters: {
    method: 'POST',
    path: '/Workbench/ReadRegisters',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '读取寄存器', en: 'Read registers or bits of a slave now, through the open line of its gateway' },
    body: ReadOrder,
    data: z.object({ ReadList: z.array(LiveRead).describe('fewer than asked for: the last one was not answered') }),
  },
  getReadPlan: {
    method: 'GET',
    path: '/Workbench/GetReadPlan',
    effect: 'read',
    access: sees,
    summary: { zh: '采集计划', en: 'How a gateway is polled: requests, gaps, time on the bus' },
    query: z.object({ deviceId: id }),
    data: z.object({
      DeviceName: z.string().describe('of the gateway'),
      IsConnected: z.boolean(),
      IsSerial: z.boolean().describe('a serial line: the bus time follows from the baud rate'),
      PauseMs: z.number().describe('between an answer and the next request'),
      ReadList: z.array(PlannedRead),
      DutyPercent: z
        .number()
        .describe('share of the time that these reads keep the line busy; above 100 they cannot be kept'),
      MeasuredDutyPercent: z.number().nullable().describe('of the last full cycles; null: not connected'),
      MissedCycles: z.number().int().nullable().describe('since the line opened'),
      LostSlaveIds: z.array(z.number().int()).describe('they are asked now and then only'),
    }),
  },
  /** Asking begins to watch: for ten minutes what goes over the line is kept in memory to be looked at. */
  getFrameLog: {
    method: 'GET',
    path: '/Workbench/GetFrameLog',
    effect: 'read',
    access: sees,
    summary: { zh: '报文日志', en: 'What went over the line of a gateway, the oldest first' },
    query: z.object({
      deviceId: id,
      after: integer.pipe(z.number().min(0)).default(0).describe('the newest number known'),
    }),
    data: z.object({
      IsConnected: z.boolean(),
      FrameList: z.array(LoggedFrame),
      Last: z.number().int().describe('to ask for what comes after'),
      WatchedUntilEPOCH: z.number().int(),
      Counts: LineCounts.nullable().describe('since the line opened; null: it is not open'),
    }),
  },
});
