import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** A host that the server must not dial. */
export class OutboundRefused extends Error {
  override readonly name: string = 'OutboundRefused';
}

/** A host that is none of those the operator listed. */
export class HostNotListed extends OutboundRefused {
  override readonly name: string = 'HostNotListed';
}

/** Networks that are this machine, this house or nobody: a name that a user typed must not lead there. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
privateNetworks.addAddress('::', 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 9, 'ipv6');
privateNetworks.addSubnet('ff00::', 8, 'ipv6');
privateNetworks.addSubnet('2001:db8::', 32, 'ipv6');

// Ways to write an IPv4 address as one of IPv6: a gateway that routes them comes out in the networks above. An installation that
// reaches the world through one of them (NAT64) allows it by ALLOWED_PRIVATE_HOSTS.
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv6');
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Resolves a host and answers the address to dial; the answer is checked, so a name cannot lead elsewhere afterwards. */
export type OutboundGuard = (host: string, port?: number) => Promise<string>;

/** The port that an address names, or the usual one of its protocol. */
export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (/^(https|wss):$/.test(protocol) ? 443 : 80) : Number(port);

/** This machine itself, by any of its loopback addresses. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * @param ownPorts of this product on this machine: nobody's device, even where the host is allowed
 * @param allowed private hosts, addresses and networks that may be dialled all the same (setting ALLOWED_PRIVATE_HOSTS)
 */
export function createOutboundGuard(allowed: readonly string[], ownPorts: readonly number[] = []): OutboundGuard {
  const names = new Set(allowed.map((entry) => entry.toLowerCase()));
  const networks = new BlockList();
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/');
    if (isIP(address) === 0) continue;
    if (prefix === undefined) networks.addAddress(address, family(address));
    else networks.addSubnet(address, Number(prefix), family(address));
  }
  return async (host, port) => {
    const { address } = isIP(host) === 0 ? await lookup(host) : { address: host };
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const isPrivate = privateNetworks.check(plain, family(plain));
    if (isPrivate && !names.has(host.toLowerCase()) && !networks.check(plain, family(plain))) {
      throw new OutboundRefused(`${host} is a private address; list it in ALLOWED_PRIVATE_HOSTS to allow it`);
    }
    if (port !== undefined && ownPorts.includes(port) && loopback.check(plain, family(plain))) {
      throw new OutboundRefused(`${host}:${port} is a port of this product itself`);
    }
    return plain;
  };
}

/**
 * Lets a guard be asked about listed hosts alone.
 *
 * @param hosts names and addresses; `*.example.com` stands for every name that ends so; null: no list, the guard decides alone
 */
export function onlyListed(guard: OutboundGuard, hosts: readonly string[] | null): OutboundGuard {
  if (hosts === null) return guard;
  const listed = hosts.map((entry) => entry.toLowerCase());
  return async (host, port) => {
    const name = host.toLowerCase();
    const isListed = listed.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
    if (!isListed) throw new HostNotListed(`${host} is not listed`);
    return guard(host, port);
  };
}
