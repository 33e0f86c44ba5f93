import { z } from 'zod';
import { dialingCode, phoneNumber, verificationCode } from '../account/phone.ts';
import { defineCalls } from '../call.ts';
import { epochMs, orEmpty, personName } from '../scalars.ts';

export const InvitedRole = z.object({
  SubareaId: z.number().int(),
  SubareaName: z.string(),
  RoleId: z.number().int(),
  RoleName: z.string(),
});

/** The part of the link behind `/invite?code=`. */
const invitationCode = z.string().trim().min(1).max(100);

/**
 * What the page behind an invitation link asks. Apart from the other calls, because that page loads before a sign-in and stays
 * small.
 */
export const invitationCalls = defineCalls({
  getInvitationInfo: {
    method: 'GET',
    path: '/User/GetInvitationInfo',
    effect: 'read',
    access: 'public',
    summary: { zh: '邀请内容', en: 'What an invitation grants' },
    query: z.object({ code: invitationCode }),
    data: z.object({
      CompanyName: z.string(),
      CreateName: z.string(),
      ExpireEPOCH: epochMs,
      Note: z.string(),
      CompanyRoleName: z.string().nullable(),
      ProjectRoleList: z.array(InvitedRole),
    }),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/User/AcceptInvitation',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: { zh: '已登录用户接受邀请', en: 'Accept an invitation while signed in' },
    body: z.object({ InvitationCode: invitationCode }),
    data: z.object({ CompanyId: z.number().int(), CompanyName: z.string() }),
  },
  loginOrRegisterByInvitation: {
    method: 'POST',
    path: '/User/LoginOrRegisterByInvitation',
    effect: 'write',
    access: 'public',
    encoding: 'json',
    summary: {
      zh: '凭邀请登录或注册：手机号与短信验证码',
      en: 'Sign in or register with an invitation, by phone number and SMS code',
    },
    body: z.object({
      InvitationCode: invitationCode,
      Mobile: phoneNumber,
      Region: dialingCode,
      SMSCode: verificationCode.describe('sent with the title invitation'),
      RealName: orEmpty(personName).describe('for a new account; else the phone number’s end stands in'),
    }),
    data: z.object({
      Token: z.string(),
      RefreshToken: z.string(),
      ExpiresAt: epochMs,
      IsNew: z.boolean().describe('an account was made'),
      CompanyId: z.number().int(),
      CompanyName: z.string(),
    }),
  },
});
