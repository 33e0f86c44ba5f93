import { duplexPair } from 'node:stream';
import { decodeRequest, type ModbusRequest } from '../modbus/pdu.ts';
import { RtuLine } from '../modbus/RtuLine.ts';
import { buildRtuFrame } from '../modbus/rtuFrame.ts';
import { answerRequest, ModbusException, type RegisterBank, takeRtuRequests } from '../modbus/slave.ts';
import { ManualClock } from './ManualClock.ts';

/** What a scripted slave does with a request: answers with this PDU, or stays silent. */
export type Script = (request: ModbusRequest & { slaveId: number; pdu: Buffer }) => Buffer | null;

/** An `RtuLine` whose other end is a script; `asked` lists every request as `slave:function@address×quantity`. */
export function scriptedLine(script: Script) {
  const [ours, theirs] = duplexPair();
  const clock = new ManualClock();
  const line = new RtuLine(ours, { clock, gapMs: 0, firstQuietMs: 0 });
  const asked: string[] = [];
  theirs.on('data', (chunk: Buffer) => {
    for (const frame of takeRtuRequests(chunk).frames) {
      const pdu = frame.subarray(1, -2);
      const slaveId = frame[0]!;
      const request = decodeRequest(pdu);
      asked.push(
        `${slaveId}:${request.functionCode}@${request.address}${'quantity' in request ? `×${request.quantity}` : ''}`,
      );
      const answer = script({ ...request, slaveId, pdu });
      if (answer) theirs.write(buildRtuFrame(slaveId, answer));
    }
  });
  line.start();
  return {
    line,
    clock,
    asked,
    /** The requests since the last look. */
    newlyAsked: () => asked.splice(0),
    /** Sends bytes as the slaves' side. */
    send: (bytes: Uint8Array) => theirs.write(bytes),
    end: () => theirs.end(),
  };
}

/** Registers and coils in maps; what is not in them is refused with exception 02. */
export function mapBank(registers: Map<number, number>, coils = new Map<number, boolean>()): RegisterBank {
  const read = <T>(map: Map<number, T>, address: number, quantity: number): T[] =>
    Array.from({ length: quantity }, (_, index) => {
      const value = map.get(address + index);
      if (value === undefined) throw new ModbusException(2);
      return value;
    });
  const write = <T>(map: Map<number, T>, address: number, values: readonly T[]) => {
    read(map, address, values.length);
    for (const [index, value] of values.entries()) map.set(address + index, value);
  };
  return {
    readBits: (_code, address, quantity) => read(coils, address, quantity),
    readRegisters: (_code, address, quantity) => read(registers, address, quantity),
    writeBits: (address, values) => write(coils, address, values),
    writeRegisters: (address, values) => write(registers, address, values),
  };
}

/** The answer of a slave that holds exactly these registers. */
export const answersFrom =
  (registers: Record<number, number>): Script =>
  ({ pdu }) =>
    answerRequest(pdu, mapBank(new Map(Object.entries(registers).map(([address, value]) => [Number(address), value]))));

export const exceptionTo = ({ pdu }: { pdu: Buffer }, exceptionCode: number): Buffer =>
  Buffer.of(pdu[0]! | 0x80, exceptionCode);
