import type { Bilingual, CallSpec, Language } from '../call.ts';

/** What people say of a call whose summary speaks to programmers. */
// biome-ignore format: a table is read by columns
const ownWords: Readonly<Record<string, Bilingual>> = {
  createSignInCode: { zh: '生成一次性登录码', en: 'Make a one-time sign-in code' },
  deleteUserRoleList: { zh: '收回成员的角色', en: 'Take roles away from members' },
  finishOpenId: { zh: '第三方账号登录或绑定', en: 'Sign in with, or link, another account' },
  getUserBigScreen: { zh: '打开数据大屏', en: 'Open the data screen' },
  loginByBody: { zh: '账号登录', en: 'Log in' },
  updateEmail: { zh: '修改邮箱', en: 'Change the e-mail address' },
  updateMobile: { zh: '修改手机号', en: 'Change the phone number' },
  updatePwd: { zh: '修改密码', en: 'Change the password' },
  updatePwdByUserId: { zh: '重设成员密码', en: 'Set the password of a member' },
  updateWChart: { zh: '绑定或解绑第三方账号', en: 'Link or unlink another account' },
  verifyIdentity: { zh: '验证身份', en: 'Prove one’s identity' },
};

/** What was done, for the log: what a call's summary says before it goes into details. */
export const callInWords = (name: string, spec: Pick<CallSpec, 'summary'>, language: Language): string =>
  ownWords[name]?.[language] ?? spec.summary[language].split(/[;；:：(（]/)[0]!.trim();
