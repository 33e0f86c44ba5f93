import { createServer, type Server, type Socket } from 'node:net';
import type { DemoModbusTcpGateway } from '@watchpost/demo';
import { answerMbapFrame, type BankOfSlave, takeMbapFrames } from '@watchpost/protocols';
import type { Field } from './Field.ts';
import { listenHere } from './listenHere.ts';
import type { LineTransport } from './ServedLine.ts';

/** The wire of a Modbus TCP device: listens on this machine; its slaves are unit ids. */
export class ListeningTransport implements LineTransport {
  readonly #field: Field;
  readonly #gateway: DemoModbusTcpGateway;
  readonly #sockets = new Set<Socket>();
  #port: number;
  #server: Server | null = null;

  /** @param port 0 takes a free one, see `port` */
  constructor(field: Field, gateway: DemoModbusTcpGateway, port: number) {
    this.#field = field;
    this.#gateway = gateway;
    this.#port = port;
  }

  /** Somebody is connected to it. */
  get isConnected(): boolean {
    return this.#sockets.size > 0;
  }

  /** Where it listens once opened; the same at each opening. */
  get port(): number {
    return this.#port;
  }

  /** @throws Error when the port cannot be had */
  async open(bankOf: BankOfSlave): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#serve(socket, bankOf));
    this.#server = server;
    this.#port = await listenHere(server, this.#port);
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #serve(socket: Socket, bankOf: BankOfSlave): void {
    this.#sockets.add(socket);
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      try {
        const { frames, rest } = takeMbapFrames(Buffer.concat([received, chunk]));
        received = rest;
        for (const frame of frames) {
          const answer = answerMbapFrame(frame, bankOf);
          if (answer) socket.write(answer);
        }
      } catch (error) {
        // Without a checksum there is no way back into step.
        const what = (error as Error).message;
        this.#field.log.warn(`${this.#gateway.code} got something that is not Modbus TCP: ${what}`);
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
