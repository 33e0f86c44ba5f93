import type { IncomingMessage } from 'node:http';
import { isInNetworks } from '../isInNetworks.ts';

/** Connections from these bring the requests of many callers, and name each in `X-Forwarded-For`. True: from anywhere. */
export type TrustProxy = boolean | readonly string[];

/** As `trustProxy` says it in a word. */
const loopback = ['127.0.0.0/8', '::1/128'];

/** Tells whether an address is one of a trusted proxy. */
export function createIsProxy(trustProxy: TrustProxy): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const proxies = trustProxy.flatMap((each) => (each === 'loopback' ? loopback : each));
  return (address) => isInNetworks(address, proxies);
}

/** Where a request came from that no call answers (an upgrade): the last address on its way that is no trusted proxy. */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isProxy: (address: string) => boolean,
): string {
  const named = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const way = [socket.remoteAddress ?? '', ...named.reverse()];
  return way.find((address) => !isProxy(address)) ?? way.at(-1)!;
}
