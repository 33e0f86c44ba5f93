import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { jsonText } from '../scalars.ts';

/** Lengths are bounded generously here: a wrong password is a wrong login, not bad input. */
const Login = z.object({ account: z.string().trim().min(1).max(64), pwd: z.string().min(1).max(128) });

const Session = z.object({
  Token: z.string().describe('JWT, valid 15 minutes; send as Authorization: Bearer'),
  RefreshToken: z.string().describe('valid 7 days, rotates with each use; also set as an HttpOnly cookie'),
  ExpiresAt: z.number().int().describe('epoch milliseconds'),
});

export const accountCalls = defineCalls({
  login: {
    method: 'GET',
    path: '/User/login',
    effect: 'write',
    access: 'public',
    summary: { zh: '账号登录', en: 'Log in' },
    query: Login,
    data: Session,
  },
  /** The same call for our own client, so that no password stands in a URL. */
  loginByBody: {
    method: 'POST',
    path: '/User/login',
    effect: 'write',
    access: 'public',
    encoding: 'json',
    summary: { zh: '账号登录（请求体）', en: 'Log in, with the password in the body' },
    body: Login,
    data: Session,
  },
  refreshToken: {
    method: 'GET',
    path: '/User/RefreshToken',
    effect: 'write',
    logged: false,
    access: 'public',
    summary: { zh: '刷新令牌', en: 'Exchange a refresh token; without one, the cookie counts' },
    query: z.object({ refreshToken: z.string().max(200).optional() }),
    data: Session,
  },
  logout: {
    method: 'POST',
    path: '/User/Logout',
    effect: 'write',
    access: 'session',
    summary: { zh: '退出登录', en: 'Log out: ends this sign-in' },
    data: z.null(),
  },
  getUserInfo: {
    method: 'GET',
    path: '/User/GetUserInfo',
    effect: 'read',
    access: 'session',
    summary: { zh: '当前用户信息', en: 'Who the caller is' },
    data: z.object({
      UserId: z.number().int(),
      Account: z.string(),
      Nickname: z.string(),
      CompanyName: z.string(),
      Depart: z.string(),
      Mobile: z.string(),
      Email: z.string(),
      Avatar: z.string(),
    }),
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
});
