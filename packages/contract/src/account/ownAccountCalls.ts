import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { accountName, email, epochMs, flag, id, jsonText, orEmpty, password, personName } from '../scalars.ts';
import { CodeSent, typedPassword } from './fields.ts';
import { dialingCode, phoneNumber, verificationCode } from './phone.ts';

const SignIn = z.object({
  SessionId: z.string(),
  /** Where it was opened, as the browser names itself. */
  UserAgent: z.string(),
  Address: z.string(),
  CreatedEPOCH: epochMs,
  /** When its tokens were last renewed; at least every quarter of an hour while somebody works. */
  LastSeenEPOCH: epochMs,
  IsCurrent: z.boolean(),
});

export type SignIn = z.infer<typeof SignIn>;

/** What people do with their own account. */
export const ownAccountCalls = defineCalls({
  getUserInfo: {
    method: 'GET',
    path: '/User/GetUserInfo',
    effect: 'read',
    access: 'session',
    summary: { zh: '当前用户信息', en: 'Who the caller is' },
    data: z.object({
      UserId: z.number().int(),
      Account: z.string(),
      /** False: registered by phone and has not chosen a username yet (`UpdateUserInfo` takes it once). */
      AccountChosen: z.boolean(),
      HasPassword: z.boolean(),
      Nickname: z.string(),
      /** Of the current company; of a person without one, as they wrote it. */
      CompanyName: z.string(),
      Depart: z.string(),
      /** As 11 digits for mainland China, else `+` with dialling code; empty: none. */
      Mobile: z.string(),
      Email: z.string(),
      Avatar: z.string(),
      /** What the bound chat-app account is called; null: none is bound. */
      OpenIdName: z.string().nullable(),
      Deactivated: z.boolean().describe('belonged to a company, and is active in none any more'),
    }),
  },
  updateUserInfo: {
    method: 'POST',
    path: '/User/UpdateUserInfo',
    effect: 'write',
    access: 'session',
    summary: { zh: '修改个人信息', en: 'Change the caller’s own details; what is not given stays' },
    body: z.object({
      Nickname: personName.optional(),
      CompanyName: z.string().trim().max(50).optional(),
      Depart: z.string().trim().max(50).optional(),
      Account: orEmpty(accountName).describe('once, for an account that was registered by phone'),
    }),
    data: z.null(),
  },
  updateAvatar: {
    method: 'POST',
    path: '/User/UpdateAvatar',
    effect: 'write',
    access: 'session',
    summary: { zh: '修改头像', en: 'Set the caller’s picture to an uploaded file; empty removes it' },
    query: z.object({ url: z.string().trim().max(500).default('').describe('as the upload answered it') }),
    data: z.null(),
  },
  ownCode: {
    method: 'POST',
    path: '/User/OwnCode',
    effect: 'write',
    logged: false,
    access: 'session',
    encoding: 'json',
    summary: {
      zh: '向本人手机（或邮箱）发送验证码',
      en: 'Send a code to the caller’s own phone, else to the e-mail address',
    },
    body: z.object({ Purpose: z.enum(['changePassword', 'verifyIdentity']) }),
    data: CodeSent,
  },
  emailCode: {
    method: 'POST',
    path: '/User/EmailCode',
    effect: 'write',
    logged: false,
    access: 'session',
    encoding: 'json',
    summary: { zh: '向新邮箱发送验证码', en: 'Send a code to the caller’s new e-mail address' },
    body: z.object({ Email: email }),
    data: CodeSent,
  },
  verifyIdentity: {
    method: 'POST',
    path: '/User/VerifyIdentity',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    summary: {
      zh: '验证身份（密码或验证码），5 分钟内有效',
      en: 'Prove that it is the caller, by password or by a code (OwnCode); good for dangerous actions for five minutes',
    },
    body: z.object({ Pwd: orEmpty(typedPassword), Code: orEmpty(verificationCode) }),
    data: z.object({ ValidUntilEPOCH: epochMs }),
  },
  updatePwd: {
    method: 'POST',
    path: '/User/UpdatePwd',
    effect: 'write',
    access: 'session',
    summary: {
      zh: '修改密码（需验证码；无处接收验证码时凭原密码），并结束其他登录',
      en: 'Change the password by a code (OwnCode), or by the old one where no code reaches the person; ends all other sign-ins',
    },
    query: z.object({ newPwd: orEmpty(password) }),
    body: z.object({
      pwd: orEmpty(typedPassword).describe('the old password; beside a code it may be left out'),
      Code: orEmpty(verificationCode),
      /** For our own client, so that no password stands in a URL. */
      newPwd: orEmpty(password),
    }),
    data: z.null(),
  },
  updateMobile: {
    method: 'POST',
    path: '/User/UpdateMobile',
    effect: 'write',
    access: 'session',
    summary: { zh: '修改手机号', en: 'Change the phone number: password and a code from the new phone (MobileCodeUP)' },
    body: z.object({
      pwd: orEmpty(typedPassword).describe('not asked of an account without a password'),
      mobile: phoneNumber,
      region: dialingCode,
      code: verificationCode,
    }),
    data: z.null(),
  },
  updateEmail: {
    method: 'POST',
    path: '/User/UpdateEmail',
    effect: 'write',
    access: 'session',
    summary: {
      zh: '修改邮箱；已配置邮件服务时需新邮箱的验证码',
      en: 'Change the e-mail address by password; where mail can be sent, also by a code from it (EmailCode)',
    },
    body: z.object({
      pwd: orEmpty(typedPassword).describe('not asked of an account without a password'),
      email: orEmpty(email).describe('empty removes it'),
      code: orEmpty(verificationCode),
    }),
    data: z.null(),
  },
  updateWChart: {
    method: 'POST',
    path: '/User/UpdateWChart',
    effect: 'write',
    access: 'session',
    summary: {
      zh: '绑定或解绑第三方（聊天应用）账号',
      en: 'Bind a chat-app account (answers the address to open; FinishOpenId completes it), or unbind it',
    },
    body: z.object({
      pwd: orEmpty(typedPassword).describe('not asked of an account without a password'),
      Bind: flag.optional().describe('without it: binds when nothing is bound, else unbinds'),
    }),
    data: z.object({ Url: z.string().nullable().describe('null: it was unbound') }),
  },
  updateUserPreferences: {
    method: 'POST',
    path: '/User/UpdateUserPreferences',
    effect: 'write',
    logged: false,
    access: 'session',
    summary: { zh: '保存个人偏好', en: 'Keep the caller’s preferences' },
    body: z.object({ Preferences: jsonText(65_536).describe('JSON text; the server keeps it as it is') }),
    data: z.null(),
  },
  getUserPreferences: {
    method: 'GET',
    path: '/User/GetUserPreferences',
    effect: 'read',
    access: 'session',
    summary: { zh: '个人偏好', en: 'The caller’s preferences' },
    data: z.object({ Preferences: z.string() }),
  },
  getSessionList: {
    method: 'GET',
    path: '/User/GetSessionList',
    effect: 'read',
    access: 'session',
    summary: { zh: '当前有效的登录', en: 'Where the caller is signed in, this one first, then the latest' },
    data: z.array(SignIn),
  },
  endSession: {
    method: 'POST',
    path: '/User/EndSession',
    effect: 'write',
    access: 'session',
    identity: true,
    encoding: 'json',
    summary: { zh: '结束一处登录', en: 'End one of the caller’s sign-ins' },
    body: z.object({ SessionId: z.guid() }),
    data: z.null(),
  },
  endOtherSessions: {
    method: 'POST',
    path: '/User/EndOtherSessions',
    effect: 'write',
    access: 'session',
    identity: true,
    summary: { zh: '结束其他所有登录', en: 'End all of the caller’s sign-ins but this one' },
    data: z.object({ Ended: z.number().int() }),
  },
  createSignInCode: {
    method: 'POST',
    path: '/User/CreateSignInCode',
    effect: 'write',
    access: 'session',
    summary: {
      zh: '生成一次性登录码，供另一系统打开 /other?code=',
      en: 'A code with which the caller is signed in elsewhere, once and within a minute: /other?code=…',
    },
    data: z.object({ Code: z.string(), ExpiresEPOCH: epochMs }),
  },
  getUserBigScreen: {
    method: 'GET',
    path: '/User/GetUserBigScreen',
    effect: 'write',
    access: 'session',
    summary: {
      zh: '企业定制大屏地址（含一次性登录码）',
      en: 'Address of the company’s own data screen, with a one-time sign-in code',
    },
    query: z.object({ companyId: id }),
    data: z.object({ Url: z.string() }),
  },
  getUserCoordinate: {
    method: 'GET',
    path: '/User/GetUserCoordinate',
    effect: 'read',
    access: 'session',
    summary: {
      zh: '地图初始位置：本人项目的中心',
      en: 'Where a map begins for the caller: the middle of the caller’s projects in the current company; null when none has a position',
    },
    data: z
      .object({ Longitude: z.number().describe('degrees, east positive'), Latitude: z.number().describe('degrees') })
      .nullable(),
  },
});
