import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isInNetworks } from '../isInNetworks.ts';
import type { Metrics } from '../metrics.ts';
import { networksOf } from '../networksOf.ts';

/** Browsers of the largest installation, each with a handful of connections; far below the descriptors of a process. */
const maxConnections = 20_000;
/** A tenth of all: the browsers of a large office behind one address. An IPv6 line counts by its wider networks besides. */
const maxOfNetwork = 2_000;

/** As `trustProxy` says it in a word. */
const loopback = ['127.0.0.0/8', '::1/128'];

export interface ConnectionLimits {
  /** Connections from these bring many callers each, and are limited together alone. True: from anywhere. */
  readonly trustProxy: boolean | readonly string[];
  readonly maxConnections?: number | undefined;
  readonly maxOfNetwork?: number | undefined;
}

/** Closes connections at once when too many are open, altogether or from one network. */
export function limitConnections(server: Server, metrics: Metrics, limits: ConnectionLimits): void {
  const { trustProxy } = limits;
  server.maxConnections = limits.maxConnections ?? maxConnections;
  const most = limits.maxOfNetwork ?? maxOfNetwork;
  const dropped = metrics.counter('watchpost_dropped_connections', 'Connections beyond the most that are open at once');
  server.on('drop', () => dropped.inc());

  const proxies =
    typeof trustProxy === 'boolean' ? [] : trustProxy.flatMap((each) => (each === 'loopback' ? loopback : each));
  const open = new Map<string, number>();
  const countOf = (network: string): number => open.get(network) ?? 0;
  const isOfProxy = (address: string): boolean =>
    typeof trustProxy === 'boolean' ? trustProxy : isInNetworks(address, proxies);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // Gone already, or from somebody who names the callers beside each request.
    if (address === undefined || isOfProxy(address)) return;
    const networks = networksOf(address);
    if (networks.some(({ network, share }) => countOf(network) >= most * share)) {
      dropped.inc();
      socket.destroy();
      return;
    }
    for (const { network } of networks) open.set(network, countOf(network) + 1);
    socket.once('close', () => {
      for (const { network } of networks) {
        if (countOf(network) > 1) open.set(network, countOf(network) - 1);
        else open.delete(network);
      }
    });
  });
}
