import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerRtuFrame, type RegisterBank, takeRtuRequests } from '../../packages/protocols/src/index.ts';

/** From these on a register holds what was never told in full. */
export const untrue = 60_000;

/** A bank whose registers all hold one number. */
const bankOf = (value: number): RegisterBank => ({
  readBits: () => [],
  readRegisters: (_code, _address, quantity) => Array.from({ length: quantity }, () => value),
  writeBits: () => {},
  writeRegisters: () => {},
});

export interface DtuOptions {
  port: number;
  /** On a machine of its own, seen from the server: an address of loopback. */
  from: string;
  serial: string;
}

/** What a DTU sends for a frame it was asked; null: nothing. */
export type Answering = (frame: Buffer) => Buffer | null;

/**
 * A DTU with one slave whose registers all hold a number that goes up by one with each answer, so that what the platform keeps
 * can be compared with what was told. It keeps this count over all its connections.
 */
export class Dtu {
  /** Numbers of answers that went out whole. */
  readonly told: number[] = [];
  /** When it was asked, by `performance.now()`. */
  readonly asked: number[] = [];
  connections = 0;
  readonly #options: DtuOptions;

  constructor(options: DtuOptions) {
    this.#options = options;
  }

  /** Dials in and says its name. */
  async dial(): Promise<Socket> {
    const { port, from, serial } = this.#options;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    socket.on('error', () => {});
    await once(socket, 'connect');
    this.connections++;
    socket.write(serial);
    return socket;
  }

  /** Answers everything on a connection. */
  answerOn(socket: Socket): void {
    this.hearOn(socket, (frame) => {
      const value = this.told.length;
      const answer = answerRtuFrame(frame, () => bankOf(value));
      if (answer && !socket.destroyed) {
        this.told.push(value);
        socket.write(answer);
      }
    });
  }

  /** Answers the first question with a part of an answer that is not true, and breaks the line there: abruptly or as one hangs up. */
  cutOn(socket: Socket, share: number, isAbrupt: boolean): void {
    this.hearOn(socket, (frame) => {
      const answer = answerRtuFrame(frame, () => bankOf(untrue + (this.told.length % 1000)));
      if (!answer) return;
      const part = answer.subarray(0, 1 + Math.floor(share * (answer.length - 1)));
      socket.write(part, () => (isAbrupt ? socket.resetAndDestroy() : socket.end()));
    });
  }

  hearOn(socket: Socket, onFrame: (frame: Buffer) => void): void {
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      const { frames, rest } = takeRtuRequests(Buffer.concat([bytes, chunk]));
      bytes = rest;
      for (const frame of frames) {
        this.asked.push(performance.now());
        onFrame(frame);
      }
    });
  }
}
