import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, orEmpty, password, searchText } from '../scalars.ts';
import { dialingCode } from './phone.ts';

const KeyValue = z.object({ Key: z.number().int(), Value: z.string() });

/** Accounts of others, for those who look after people. */
export const otherAccountCalls = defineCalls({
  getUserDropdownByMobileOrName: {
    method: 'GET',
    path: '/User/GetUserDropdownByMobileOrName',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'permissionsEdit', 'projectConfig'],
    summary: {
      zh: '按姓名或手机号查找本企业人员（下拉）',
      en: 'People of the company by part of name, account or phone number, at most 50',
    },
    query: z.object({
      mobileOrName: searchText,
      projectId: id.optional().describe('for who organises only this project'),
    }),
    data: z.array(KeyValue),
  },
  queryUser: {
    method: 'GET',
    path: '/User/QueryUser',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'permissionsEdit', 'projectConfig'],
    summary: {
      zh: '查找用户；非本企业人员须输入完整手机号，且姓名脱敏',
      en: 'People of the company as above; of others only by the whole phone number, with the name hidden but for its first letter',
    },
    query: z.object({
      mobileOrName: z.string().trim().min(1).max(100),
      region: dialingCode,
      projectId: id.optional().describe('for who organises only this project'),
    }),
    data: z.array(
      z.object({
        UserId: z.number().int(),
        Nickname: z.string(),
        Account: z.string().describe('empty for people of other companies'),
        Mobile: z.string(),
        InCompany: z.boolean(),
      }),
    ),
  },
  updatePwdByUserId: {
    method: 'POST',
    path: '/User/UpdatePwdByUserId',
    effect: 'write',
    access: ['membersEdit'],
    identity: true,
    summary: {
      zh: '重设本企业所建账号的密码，并结束其所有登录',
      en: 'Set the password of an account that this company created and that belongs to it alone; ends its sign-ins',
    },
    query: z.object({ newPwd: orEmpty(password) }),
    body: z.object({ UserId: id, newPwd: orEmpty(password).describe('here instead of in the address') }),
    bareField: 'UserId',
    data: z.null(),
  },
});
