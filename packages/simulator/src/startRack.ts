import type { DemoDtuGateway } from '@watchpost/demo';
import { ModbusException, type RegisterBank } from '@watchpost/protocols';
import { systemClock } from './clock.ts';
import { DialledTransport } from './DialledTransport.ts';
import { silentLog } from './SimulatorLog.ts';

const illegalAddress = 2;

/** What a slave holds, by wire address: contents 0–65535 of registers, 0 or 1 of coils and contacts. What is not there is refused. */
export interface RackSlave {
  address: number;
  coils?: Record<number, number>;
  contacts?: Record<number, number>;
  holding?: Record<number, number>;
  input?: Record<number, number>;
}

/** The equipment of a site that is being set up, which no demo knows: a DTU that dials in, with plain slaves on its line. */
export interface Rack {
  readonly isConnected: boolean;
  /** The present content of a holding register, writes included. */
  holding(slave: number, address: number): number | undefined;
  /** Something is measured anew. */
  setInput(slave: number, address: number, contents: number): void;
  stop(): void;
}

/** Dials in with its registration text, and again until it is let in. */
export function startRack(
  to: { host: string; port: number },
  registrationText: string,
  slaves: readonly RackSlave[],
): Rack {
  const memories = new Map(
    slaves.map((slave) => {
      const memory = {
        1: new Map(entriesOf(slave.coils)),
        2: new Map(entriesOf(slave.contacts)),
        3: new Map(entriesOf(slave.holding)),
        4: new Map(entriesOf(slave.input)),
      };
      return [slave.address, { memory, bank: bankOf(memory) }];
    }),
  );
  const gateway: Pick<DemoDtuGateway, 'code' | 'registration' | 'heartbeat'> = {
    code: registrationText,
    registration: { identity: 'serialNumber', mode: 'once', text: registrationText, encoding: 'ascii' },
    heartbeat: { hex: '', intervalSeconds: 3600 },
  };
  const transport = new DialledTransport({ log: silentLog, now: () => systemClock.now() }, gateway, to);
  transport.open((address) => memories.get(address)?.bank ?? null);
  return {
    get isConnected() {
      return transport.isConnected;
    },
    holding: (slave, address) => memories.get(slave)?.memory[3].get(address),
    setInput: (slave, address, contents) => void memories.get(slave)?.memory[4].set(address, contents),
    stop: () => transport.close(),
  };
}

const entriesOf = (contents: Record<number, number> = {}): [number, number][] =>
  Object.entries(contents).map(([address, value]) => [Number(address), value]);

type Memory = Record<1 | 2 | 3 | 4, Map<number, number>>;

function bankOf(memory: Memory): RegisterBank {
  const read = (kind: 1 | 2 | 3 | 4, address: number, quantity: number): number[] =>
    Array.from({ length: quantity }, (_, index) => {
      const contents = memory[kind].get(address + index);
      if (contents === undefined) throw new ModbusException(illegalAddress);
      return contents;
    });
  const write = (kind: 1 | 3, address: number, values: readonly number[]): void => {
    read(kind, address, values.length);
    for (const [index, value] of values.entries()) memory[kind].set(address + index, value);
  };
  return {
    readBits: (functionCode, address, quantity) => read(functionCode, address, quantity).map((value) => value === 1),
    readRegisters: (functionCode, address, quantity) => read(functionCode, address, quantity),
    writeBits: (address, values) => write(1, address, values.map(Number)),
    writeRegisters: (address, values) => write(3, address, values),
  };
}
