import type { Bilingual } from '../call.ts';

/**
 * What a verification code is good for; a code that was sent for one of these proves nothing for another. The names are also
 * what a message calls its purpose.
 */
export const codePurposes = {
  applyCompany: { zh: '企业注册', en: 'Company registration' },
  changeEmail: { zh: '修改邮箱', en: 'Change of e-mail' },
  changeMobile: { zh: '修改手机号', en: 'Change of phone number' },
  changePassword: { zh: '修改密码', en: 'Change of password' },
  forgotPassword: { zh: '找回密码', en: 'Forgotten password' },
  invitation: { zh: '接受邀请', en: 'Invitation' },
  login: { zh: '登录或注册', en: 'Log in or register' },
  signContract: { zh: '签署合同', en: 'Signing a contract' },
  verifyIdentity: { zh: '验证身份', en: 'Proof of identity' },
} as const satisfies Record<string, Bilingual>;
export type CodePurpose = keyof typeof codePurposes;

/**
 * The purpose that a free title of the specification means: its key or its words in either language; anything else is the
 * usual purpose of the call. What a caller writes is never sent to anybody.
 *
 * @example codePurposeOf('找回密码', 'login') // 'forgotPassword'
 */
export function codePurposeOf(title: string | undefined, usual: CodePurpose): CodePurpose {
  const wanted = title?.trim().toLowerCase();
  const found = Object.entries(codePurposes).find(([key, words]) =>
    [key, words.zh, words.en].some((text) => text.toLowerCase() === wanted),
  );
  return (found?.[0] as CodePurpose | undefined) ?? usual;
}
