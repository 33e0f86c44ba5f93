import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id, idFilter, page, pageOf, searchText } from '../scalars.ts';
import { choiceList, someIds } from './fields.ts';
import { NewVpn, VpnChange, vpnKinds } from './vpnFields.ts';

const sees = ['terminals', 'terminalsEdit', 'companyTerminals'] as const;

export const VpnRow = z.object({
  VPNId: z.number().int(),
  Name: z.string(),
  Kind: z.enum(vpnKinds),
  Server: z.string(),
  LocalAddress: z.string(),
  UserName: z.string(),
  HasSecret: z.boolean(),
  Note: z.string(),
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  DeviceId: z.number().int().nullable(),
  DeviceName: z.string().nullable(),
  CreateName: z.string().nullable(),
  UpdateEPOCH: z.number().int(),
  MayEdit: z.boolean(),
});
export type VpnRow = z.infer<typeof VpnRow>;

/** The inventory of ways into the networks on site. */
export const VpnFilter = z.object({
  CompanyId: id.optional(),
  ProjectIdList: idFilter,
  QueryAll: flag.optional(),
  DeviceId: id.optional().describe('of this gateway'),
  Name: searchText.describe('part of name, address, user name or note'),
  KindList: choiceList(vpnKinds),
  SortType: z.enum(['name', 'kind', 'server', 'project', 'update']).default('name'),
  IsAsc: flag.default(true),
});

export const gatewayVpnCalls = defineCalls({
  getVPNPage: {
    method: 'POST',
    path: '/Device/GetVPNPage',
    effect: 'read',
    access: sees,
    summary: { zh: 'VPN 列表', en: 'VPN list' },
    body: z.object({ ...VpnFilter.shape, ...page }),
    data: pageOf(VpnRow),
  },
  addVPN: {
    method: 'POST',
    path: '/Device/AddVPN',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '新增 VPN', en: 'Add a VPN' },
    body: NewVpn,
    data: z.object({ VPNId: z.number().int() }),
  },
  updateVPN: {
    method: 'POST',
    path: '/Device/UpdateVPN',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '修改 VPN', en: 'Change a VPN' },
    body: VpnChange,
    data: z.null(),
  },
  deleteVPN: {
    method: 'POST',
    path: '/Device/DeleteVPN',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '删除 VPN', en: 'Delete VPNs' },
    body: z.object({ VPNIdList: someIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  /** A write, because who saw a secret stands in the operation log. */
  getVPNSecret: {
    method: 'POST',
    path: '/Device/GetVPNSecret',
    effect: 'write',
    access: ['terminalsEdit'],
    identity: true,
    summary: { zh: '查看 VPN 密钥', en: 'Show the secret of a VPN' },
    body: z.object({ VPNId: id }),
    data: z.object({ Secret: z.string() }),
  },
});
