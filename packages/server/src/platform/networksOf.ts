import { isIP } from 'node:net';

/** A network that counts as one caller, and how many times the allowance of one caller it has. */
export interface CountedNetwork {
  /** `203.0.113.9`, `2001:db8:1:2::/64` */
  readonly network: string;
  readonly share: number;
}

/**
 * What of an IPv6 address names its holder: a line gets a /64 at least, often a /56, an organisation a /48 (RFC 6177).
 * The shares stay small, so that no single network uses up what is granted to all together.
 */
const ipv6Networks = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 3 },
] as const;

/**
 * The networks under which a caller is counted, the narrowest first: an IPv4 address by itself, an IPv6 address by its /64,
 * /56 and /48.
 *
 * @example networksOf('2001:db8:1:203::9') // 2001:db8:1:203::/64, 2001:db8:1:200::/56, 2001:db8:1::/48
 */
export function networksOf(address: string): readonly CountedNetwork[] {
  const bare = withoutPort(address).replace(/%.*$/, '');
  if (isIP(bare) !== 6) return [{ network: bare, share: 1 }];
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return [{ network: bytes.join('.'), share: 1 }];
  }
  return ipv6Networks.map(({ bits, share }) => ({ network: `${prefixOf(groups, bits)}/${bits}`, share }));
}

/** Some proxies name the port, too, from which the caller came: another one for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');

/** The one network that stands for an address where a single one is needed. */
export const networkOf = (address: string): string => networksOf(address)[0]!.network;

/** The eight groups of 16 bits; the URL parser writes every spelling in one way (RFC 5952). */
function groupsOf(address: string): number[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right] = written.split('::');
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const before = numbers(left);
  const after = numbers(right ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.map((group, index) => {
    const bitsHere = Math.min(16, Math.max(0, bits - index * 16));
    return group & (0xffff << (16 - bitsHere)) & 0xffff;
  });
  return new URL(`http://[${kept.map((group) => group.toString(16)).join(':')}]`).hostname.slice(1, -1);
}
