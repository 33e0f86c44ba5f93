import { createServer, type Server, type Socket } from 'node:net';
import type { DemoModbusTcpGateway } from '@watchpost/demo';
import { answerMbapFrame, takeMbapFrames } from '@watchpost/protocols';
import type { Field } from './Field.ts';
import { type FieldGateway, Holds, type Release } from './FieldGateway.ts';
import { SlaveBank } from './SlaveBank.ts';

/** A Modbus TCP device that listens; its slaves are unit ids. */
export class ModbusTcpServer implements FieldGateway {
  readonly gateway: DemoModbusTcpGateway;
  readonly #field: Field;
  readonly #banks: Map<number, SlaveBank>;
  readonly #silent = new Map<number, Holds>();
  readonly #away: Holds;
  readonly #sockets = new Set<Socket>();
  #port: number;
  #server: Server | null = null;
  #running = false;

  /** @param port 0 takes a free one, see `port` */
  constructor(field: Field, gateway: DemoModbusTcpGateway, port: number) {
    this.#field = field;
    this.gateway = gateway;
    this.#port = port;
    this.#banks = new Map(gateway.slaves.map((slave) => [slave.address, new SlaveBank(field, slave)]));
    this.#away = new Holds((held) => void (held ? this.#close() : this.#listen()).catch(this.#complain));
  }

  get isConnected(): boolean {
    return this.#sockets.size > 0;
  }

  /** Where it listens once started. */
  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    this.#running = true;
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#close();
  }

  cutLink(): Release {
    return this.#away.take();
  }

  silence(address: number | string): Release {
    const slaveId = Number(address);
    if (!this.#banks.has(slaveId)) throw new Error(`${this.gateway.code} has no slave ${address}`);
    let holds = this.#silent.get(slaveId);
    if (!holds) {
      holds = new Holds();
      this.#silent.set(slaveId, holds);
    }
    return holds.take();
  }

  readonly #complain = (error: unknown) => {
    this.#field.log.warn(`${this.gateway.code} cannot listen: ${(error as Error).message}`);
  };

  async #listen(): Promise<void> {
    if (!this.#running || this.#away.isHeld || this.#server) return;
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', () => resolve());
    });
    const address = server.address();
    if (address && typeof address === 'object') this.#port = address.port;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      try {
        const { frames, rest } = takeMbapFrames(Buffer.concat([received, chunk]));
        received = rest;
        for (const frame of frames) {
          const answer = answerMbapFrame(frame, (slaveId) =>
            this.#silent.get(slaveId)?.isHeld ? null : (this.#banks.get(slaveId) ?? null),
          );
          if (answer) socket.write(answer);
        }
      } catch (error) {
        // Without a checksum there is no way back into step.
        this.#field.log.warn(`${this.gateway.code} got something that is not Modbus TCP: ${(error as Error).message}`);
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
