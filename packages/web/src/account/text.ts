import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  brand: { zh: 'Watchpost 哨站', en: 'Watchpost' },
  promise: {
    zh: '每台设备、每一度、每条报警，尽在眼前。',
    en: 'Every device, every degree, every alarm.',
  },
  title: { zh: '登录', en: 'Log in' },
  account: { zh: '账号', en: 'Account' },
  password: { zh: '密码', en: 'Password' },
  show: { zh: '显示', en: 'Show' },
  hide: { zh: '隐藏', en: 'Hide' },
  showPassword: { zh: '显示密码', en: 'Show password' },
  hidePassword: { zh: '隐藏密码', en: 'Hide password' },
  submit: { zh: '登录', en: 'Log in' },
  submitting: { zh: '正在登录…', en: 'Logging in…' },
  accountMissing: { zh: '请输入账号', en: 'Enter your account' },
  passwordMissing: { zh: '请输入密码', en: 'Enter your password' },
  expired: { zh: '登录状态已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
  capsLock: { zh: '大写锁定已开启', en: 'Caps Lock is on' },
  otherLanguage: { zh: 'English', en: '中文' },
  light: { zh: '浅色', en: 'Light' },
  dark: { zh: '深色', en: 'Dark' },
  toLight: { zh: '切换为浅色', en: 'Switch to light' },
  toDark: { zh: '切换为深色', en: 'Switch to dark' },
  failed: { zh: '登录失败，请稍后重试', en: 'Login failed. Please try again later.' },
});
