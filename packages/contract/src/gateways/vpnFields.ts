import { z } from 'zod';
import { say } from '../inputWords.ts';
import { clearable } from '../projects/fields.ts';
import { flag, freeText, id, nameOf, orEmpty } from '../scalars.ts';

export const vpnKinds = ['openvpn', 'wireguard', 'ipsec', 'l2tp', 'pptp', 'other'] as const;
export type VpnKind = (typeof vpnKinds)[number];

/** Dotted numbers are an address or a network; a name is what the people there call it. */
const isAddress = (text: string): boolean =>
  !/^[\d./]+$/.test(text) || [z.ipv4(), z.cidrv4()].some((kind) => kind.safeParse(text).success);

const vpnFields = {
  Name: nameOf({ zh: '名称', en: 'A name' }, 1, 25),
  Kind: z.enum(vpnKinds),
  Server: z
    .string()
    .trim()
    .min(1, { abort: true })
    .max(255, { abort: true })
    .regex(/^[\x21-\x7e]+$/, {
      error: say({ zh: '请填写域名或 IP 地址，不含空格', en: 'A host name or an IP address, without spaces' }),
    }),
  LocalAddress: freeText(100).refine(isAddress, {
    error: say({
      zh: '请填写 IP 地址或网段，如 192.168.8.1 或 192.168.8.0/24',
      en: 'An IP address or a network such as 192.168.8.1 or 192.168.8.0/24',
    }),
  }),
  UserName: freeText(100),
  /** Keys are longer than passwords, and have lines. */
  Secret: z.string().max(8_000),
  Note: z.string().trim().max(500),
};

export const NewVpn = z.object({
  ProjectId: id,
  DeviceId: orEmpty(id).describe('the gateway it leads to'),
  Name: vpnFields.Name,
  Kind: vpnFields.Kind,
  Server: vpnFields.Server,
  LocalAddress: vpnFields.LocalAddress.optional(),
  UserName: vpnFields.UserName.optional(),
  Secret: vpnFields.Secret.optional().describe('a password or a key; kept encrypted'),
  Note: vpnFields.Note.optional(),
});
export const VpnChange = z.object({
  VPNId: id,
  DeviceId: clearable(id),
  ...z.object(vpnFields).partial().shape,
  ClearSecret: flag.optional(),
});
