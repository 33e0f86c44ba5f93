import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idFilter, integer, searchText } from '../scalars.ts';

/** Who may open a gateway. Spec §6: its creator only, or users, a project or the enterprise. */
export const gatewaySharingCalls = defineCalls({
  regionUser: {
    method: 'GET',
    path: '/Device/regionUser',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '网关授权', en: 'Say who may open a gateway' },
    query: z.object({
      deviceId: id,
      type: integer
        .pipe(z.number().min(0).max(3))
        .describe('0 its maker, 1 named people, 2 the project, 3 the company'),
      uidList: idFilter.describe('of type 1: whom to add'),
    }),
    data: z.null(),
  },
  deleteUser: {
    method: 'GET',
    path: '/Device/deleteUser',
    effect: 'write',
    access: ['terminalsEdit'],
    summary: { zh: '取消人员的网关授权', en: 'Take a gateway from a person it was shared with' },
    query: z.object({ deviceId: id, uid: id }),
    data: z.null(),
  },
  getUserbyPro: {
    method: 'GET',
    path: '/Device/getUserbyPro',
    effect: 'read',
    access: ['terminalsEdit'],
    summary: { zh: '可授权的人员', en: 'People with whom a gateway can be shared' },
    query: z.object({ deviceId: id, name: searchText }),
    data: z.array(
      z.object({
        UserId: z.number().int(),
        Name: z.string(),
        Account: z.string().nullable(),
        IsShared: z.boolean(),
      }),
    ),
  },
});
