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

/** How the specification speaks of them: its calls, routes and words, in lower case. It does not say what a title holds. */
const specified: { readonly [purpose in CodePurpose]?: readonly string[] } = {
  applyCompany: ['addcompany_apply', 'companyregister', 'enterprise registration'],
  changeEmail: ['updateemail'],
  changeMobile: ['updatemobile'],
  changePassword: ['updatepwd', 'change password'],
  forgotPassword: ['forgetpwd', 'forgot password', 'forget password'],
  login: ['loginorregister', 'login', 'register'],
};

/**
 * The purpose that a free title of the specification means: its key, its words in either language or its call; null: it says
 * none, and the usual one of the call counts. What a caller writes is never sent to anybody.
 *
 * @example purposeOfTitle('找回密码') // 'forgotPassword'
 */
export function purposeOfTitle(title: string | undefined): CodePurpose | null {
  const wanted = title?.trim().toLowerCase();
  const found = (Object.keys(codePurposes) as CodePurpose[]).find((key) => {
    const { zh, en } = codePurposes[key];
    return [key, zh, en, ...(specified[key] ?? [])].some((text) => text.toLowerCase() === wanted);
  });
  return found ?? null;
}
