import { BlockList, isIP } from 'node:net';

/** `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`; null: it is none. */
function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const prefix = bits === undefined ? most : Number(bits);
  return prefix <= most ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : null;
}

/** Whether an address, as a socket names it, lies in one of these networks. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (parsed) list.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  return list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}
