import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics.ts';
import { networkHolders, Shares } from '../Shares.ts';
import { createIsProxy, type TrustProxy } from './proxies.ts';

/** Browsers of the largest installation, each with a handful of connections; far below the descriptors of a process. */
const maxConnections = 20_000;
/** A tenth of all: the browsers of a large office behind one address. An IPv6 line counts by its wider networks besides. */
const maxOfNetwork = 2_000;

export interface ConnectionLimits {
  /** Connections from proxies bring many callers each, and are limited together alone. */
  readonly trustProxy: TrustProxy;
  readonly maxConnections?: number | undefined;
  readonly maxOfNetwork?: number | undefined;
}

/** Closes connections at once when too many are open, altogether or from one network. */
export function limitConnections(server: Server, metrics: Metrics, limits: ConnectionLimits): void {
  server.maxConnections = limits.maxConnections ?? maxConnections;
  const max = limits.maxOfNetwork ?? maxOfNetwork;
  const dropped = metrics.counter('watchpost_dropped_connections', 'Connections beyond the most that are open at once');
  server.on('drop', () => dropped.inc());

  const isProxy = createIsProxy(limits.trustProxy);
  const open = new Shares();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // Gone already, or from somebody who names the callers beside each request.
    if (address === undefined || isProxy(address)) return;
    const leave = open.take(networkHolders(address, max));
    if (leave !== null) {
      socket.once('close', leave);
      return;
    }
    dropped.inc();
    socket.destroy();
  });
}
