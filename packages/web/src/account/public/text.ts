import { defineText } from '../../lib/defineText.ts';

/** Words that several public pages share, and those of the login page itself. */
export const text = defineText({
  title: { zh: '登录', en: 'Log in' },
  ways: { zh: '登录方式', en: 'Ways to log in' },
  byAccount: { zh: '账号登录', en: 'Account login' },
  byPhone: { zh: '短信登录', en: 'SMS login' },
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  submit: { zh: '登录', en: 'Log in' },
  submitting: { zh: '正在登录…', en: 'Logging in…' },
  accountMissing: { zh: '请输入账号', en: 'Enter your account' },
  passwordMissing: { zh: '请输入密码', en: 'Enter your password' },
  expired: { zh: '登录状态已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
  forgot: { zh: '忘记密码', en: 'Forgot password' },
  register: { zh: '注册账号', en: 'Register' },
  applyForCompany: { zh: '企业入驻', en: 'Register a company' },
  app: { zh: '下载手机应用', en: 'Get the app' },
  withChatApp: { zh: (name: string) => `使用${name}登录`, en: (name: string) => `Log in with ${name}` },
  toLogin: { zh: '返回登录', en: 'Back to log in' },
  again: { zh: '再次输入密码', en: 'Password again' },
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
  mobile: { zh: '手机号', en: 'Mobile number' },
});
