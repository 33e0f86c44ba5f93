import type { DemoDtuGateway, DemoModbusTcpGateway } from '@watchpost/demo';
import type { BankOfSlave } from '@watchpost/protocols';
import type { Field } from './Field.ts';
import { type FieldGateway, Holds, type Release, type SpoiledWrite, SpoiledWrites } from './FieldGateway.ts';
import { SlaveBank } from './SlaveBank.ts';

/** How requests reach a line and answers leave it. */
export interface LineTransport {
  readonly isConnected: boolean;
  /** Begins to serve: every request is answered from the bank that `bankOf` names, or by silence. Nothing when it is open. */
  open(bankOf: BankOfSlave): void | Promise<void>;
  /** Breaks off without a farewell. Nothing when it is closed. */
  close(): void | Promise<void>;
  /** A second master asks this slave for as many registers as we last did, one further on, and its answer arrives here, too. */
  intrude?(slaveAddress: number): void;
}

/** The slaves of a Modbus gateway, served over a transport; each can fall silent, and the whole line can go away. */
export class ServedLine implements FieldGateway {
  readonly gateway: DemoDtuGateway | DemoModbusTcpGateway;
  readonly #field: Field;
  readonly transport: LineTransport;
  readonly #banks: ReadonlyMap<number, SlaveBank>;
  readonly #silent = new Map<number, Holds>();
  readonly #spoiled = new SpoiledWrites();
  readonly #away: Holds;
  #running = false;

  constructor(field: Field, gateway: DemoDtuGateway | DemoModbusTcpGateway, transport: LineTransport) {
    this.#field = field;
    this.gateway = gateway;
    this.transport = transport;
    this.#banks = new Map(
      gateway.slaves.map((slave) => [
        slave.address,
        new SlaveBank(field, slave, () => this.#spoiled.of(slave.address)),
      ]),
    );
    this.#away = new Holds(() => void this.#follow().catch(this.#complain));
  }

  get isConnected(): boolean {
    return this.transport.isConnected;
  }

  async start(): Promise<void> {
    this.#running = true;
    await this.#follow();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#follow();
  }

  cutLink(): Release {
    return this.#away.take();
  }

  /** @param device address of a slave, or code of the device it measures; others on the line go on answering */
  silence(device: number | string): Release {
    const slaves = this.#slavesOf(device);
    const releases = slaves.map(({ address }) => this.#holdsOf(address).take());
    return () => {
      for (const release of releases) release();
    };
  }

  spoilWrites(device: number | string, how: SpoiledWrite): Release {
    return this.#spoiled.add(
      this.#slavesOf(device).map(({ address }) => address),
      how,
    );
  }

  /** Somebody else polls that slave on the same bus, until released. */
  secondMaster(device: number | string, everyMs = 1000): Release {
    const { transport } = this;
    if (!transport.intrude) throw new Error(`${this.gateway.code} has no serial line that somebody else could ask on`);
    const slaves = this.#slavesOf(device);
    const timer = setInterval(() => {
      for (const { address } of slaves) transport.intrude!(address);
    }, everyMs);
    return () => clearInterval(timer);
  }

  #slavesOf(device: number | string) {
    const slaves = this.gateway.slaves.filter(
      ({ address, points }) => address === Number(device) || points.some(({ deviceCode }) => deviceCode === device),
    );
    if (slaves.length === 0) {
      const known = this.gateway.slaves.map(({ address }) => address).join(', ');
      throw new Error(`${this.gateway.code} has no slave ${device}; there are ${known}`);
    }
    return slaves;
  }

  #holdsOf(address: number): Holds {
    const known = this.#silent.get(address);
    if (known) return known;
    const holds = new Holds();
    this.#silent.set(address, holds);
    return holds;
  }

  readonly #bankOf: BankOfSlave = (slaveId) =>
    this.#silent.get(slaveId)?.isHeld ? null : (this.#banks.get(slaveId) ?? null);

  /** Brings the transport to where it should be now. */
  async #follow(): Promise<void> {
    if (this.#running && !this.#away.isHeld) await this.transport.open(this.#bankOf);
    else await this.transport.close();
  }

  readonly #complain = (error: unknown) => {
    this.#field.log.warn(`${this.gateway.code}: ${(error as Error).message}`);
  };
}
