import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type GiveBack, networkHolders, Shares } from './Shares.ts';

/** The other end of a connection, which no other one has meanwhile. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Limits connections that have not signed in, in all and by network. A place is given back when the connection signs in or closes.
 */
export class StrangerPlaces {
  readonly #max: { readonly all: number; readonly ofNetwork: number };
  readonly #taken = new Shares();
  /** By the other end: under TLS two sockets stand for one connection. */
  readonly #leaves = new Map<string, GiveBack>();

  constructor(max: { readonly all: number; readonly ofNetwork: number }) {
    this.#max = max;
  }

  /**
   * Takes a place, or closes the connection.
   *
   * @param address who is behind it, where a proxy speaks for many
   * @returns whether it has a place
   */
  enter(connection: Duplex, address = (connection as Socket).remoteAddress ?? ''): boolean {
    const { all, ofNetwork } = this.#max;
    const leave = this.#taken.take([{ name: 'all', max: all }, ...networkHolders(address, ofNetwork)]);
    if (leave === null) {
      connection.destroy();
      return false;
    }
    const end = endOf(connection as Socket);
    this.#leaves.set(end, leave);
    connection.once('close', () => {
      leave();
      if (this.#leaves.get(end) === leave) this.#leaves.delete(end);
    });
    return true;
  }

  /** Gives the place of a connection back: it is no stranger's any more. */
  signedIn(connection: Duplex): void {
    this.#leaves.get(endOf(connection as Socket))?.();
  }
}
