import type { ErrorCatalogue } from '../errors.ts';

export const accountErrors = {
  /** The same words whether the account exists or not. */
  wrongLogin: { code: 400, zh: '账号或密码错误', en: 'Wrong account or password.' },
  loginLocked: {
    code: 429,
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
    en: 'Too many failed attempts. Try again in {minutes} minutes.',
  },
  inactive: { code: 403, zh: '账号已停用，请联系管理员', en: 'This account is inactive. Contact your administrator.' },
  refreshRefused: { code: 401, zh: '登录状态已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
} satisfies ErrorCatalogue;
