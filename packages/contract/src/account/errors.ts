import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of account calls. Spec §8. */
export const accountErrors = {
  /** The same words whether the account exists or not. */
  wrongLogin: { code: 400, zh: '账号或密码错误', en: 'Wrong account or password.' },
  loginLocked: {
    code: 429,
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
    en: 'Too many failed attempts. Try again in {minutes} minutes.',
  },
  inactive: { code: 403, zh: '账号已停用，请联系管理员', en: 'This account is inactive. Contact your administrator.' },
  /** Removed by the last company that they belonged to. */
  inNoCompany: {
    code: 403,
    zh: '您已不属于任何企业，请联系企业管理员重新加入',
    en: 'You belong to no company any more. Ask an administrator to let you in again.',
  },
  refreshRefused: { code: 401, zh: '登录状态已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
  wrongPassword: { code: 400, field: ['pwd', 'Pwd'], zh: '密码错误', en: 'Wrong password.' },
  accountIsNumber: {
    code: 400,
    field: ['Account', 'UserName'],
    zh: '用户名不能是他人的手机号',
    en: 'A username cannot be the phone number of somebody else.',
  },
  manyStrangers: {
    code: 400,
    field: ['UserList', 'file'],
    zh: '有 {count} 个用户名、手机号或邮箱属于企业外的账号，请核对，或改为邀请这些人',
    en: '{count} usernames, phone numbers or e-mail addresses belong to accounts outside your company. Check them, or invite these people.',
  },
  samePassword: {
    code: 400,
    field: 'newPwd',
    zh: '新密码与当前密码相同',
    en: 'The new password is the present one. Choose another.',
  },
  /** An account that was registered by phone and has no password yet. */
  noPassword: {
    code: 409,
    zh: '该账号尚未设置密码，请使用验证码',
    en: 'This account has no password yet. Use a verification code.',
  },
  proofMissing: {
    code: 400,
    field: ['pwd', 'Pwd'],
    zh: '请输入密码或验证码',
    en: 'Enter your password or a verification code.',
  },
  /** To change a password, wherever a code reaches the person. */
  ownCodeNeeded: {
    code: 400,
    field: 'Code',
    zh: '请输入发送到您手机或邮箱的验证码',
    en: 'Enter the code that was sent to your phone or e-mail address.',
  },
  /** The same words for a code that is wrong, too old, used, tried too often or was never sent. */
  wrongCode: {
    code: 400,
    field: ['SMSCode', 'Code', 'code'],
    zh: '验证码错误或已失效，请核对或重新获取',
    en: 'Wrong or expired code. Check it, or ask for a new one.',
  },
  codeNotSent: {
    code: 503,
    zh: '验证码发送失败，请稍后重试',
    en: 'The code could not be sent. Please try again later.',
  },
  passwordCommon: {
    code: 400,
    zh: '此密码过于常见，请换一个',
    en: 'Too many people use this password. Choose another one.',
  },
  passwordBreached: {
    code: 400,
    zh: '此密码曾出现在泄露的数据中，请换一个',
    en: 'This password appears in a list of stolen passwords. Choose another one.',
  },
  passwordIsAccount: {
    code: 400,
    zh: '密码不能与用户名或手机号相同',
    en: 'The password must differ from username and phone number',
  },
  passwordIsName: {
    code: 400,
    zh: '密码不能只是用户名或企业名称加数字、符号',
    en: 'The password must be more than the username or the company’s name with digits and signs',
  },
  tooManyCodesToday: {
    code: 429,
    zh: '今日获取验证码次数已达上限，请明天再试',
    en: 'Too many codes were asked for today. Try again tomorrow.',
  },
  noSmsService: {
    code: 503,
    zh: '本系统未接入短信服务，无法发送验证码；请联系管理员',
    en: 'This installation has no SMS service, so no code can be sent. Ask its administrator.',
  },
  noMailService: {
    code: 503,
    zh: '本系统未接入邮件服务，无法发送邮件；请联系管理员',
    en: 'This installation has no mail service, so no mail can be sent. Ask its administrator.',
  },
  nowhereToSend: {
    code: 409,
    zh: '该账号未绑定手机号或邮箱，请使用密码',
    en: 'This account has neither a phone number nor an e-mail address. Use your password.',
  },
  emailCodeNeeded: {
    code: 400,
    field: 'code',
    zh: '请输入发送到新邮箱的验证码',
    en: 'Enter the code that was sent to the new address.',
  },
  mobileRegistered: {
    code: 409,
    field: ['Mobile', 'mobile'],
    zh: '该手机号已注册',
    en: 'This phone number is already registered.',
  },
  emailRegistered: {
    code: 409,
    field: ['Email', 'email'],
    zh: '该邮箱已被使用',
    en: 'This e-mail address is already in use.',
  },
  accountTaken: { code: 409, field: 'Account', zh: '该用户名已被使用', en: 'This username is already in use.' },
  accountChosen: {
    code: 409,
    field: 'Account',
    zh: '用户名已设置，不能再修改',
    en: 'The username has been chosen already and cannot be changed.',
  },
  userNotFound: { code: 404, zh: '用户不存在', en: 'User not found.' },
  /** A company owns only the accounts that it made and that belong to nobody else. */
  foreignAccount: {
    code: 403,
    zh: '该账号不由本企业单独所有，手机号、邮箱和密码只能由本人修改',
    en: 'This account is not your company’s alone. Only its owner can change phone, e-mail and password.',
  },
  /** Joining turns an account that a company made into the person’s own; the way in must be unknown to that company. */
  ownPhoneFirst: {
    code: 409,
    zh: '该账号由其他企业创建，请本人先在个人中心用短信验证绑定手机号，再加入',
    en: 'Another company made this account. Its owner first confirms a phone number by SMS in the account settings and can then join.',
  },
  smsNeeded: {
    code: 409,
    zh: '该账号由其他企业创建，加入后须以短信登录，而系统未配置短信服务',
    en: 'Another company made this account. After joining, its owner would log in by SMS, which is not set up here.',
  },
  sessionOver: { code: 404, zh: '该登录已结束', en: 'This sign-in has already ended.' },
  notOperator: {
    code: 403,
    zh: '仅平台运营企业可使用此功能',
    en: 'Only the company that runs this installation can do this.',
  },
  applicationWaiting: {
    code: 409,
    field: 'mobile',
    zh: '该手机号已有待审批的企业申请，请等待审批',
    en: 'An application with this phone number is already waiting for a decision.',
  },
  applicationDecided: {
    code: 409,
    zh: '该申请已审批，请刷新',
    en: 'This application has been decided already. Refresh.',
  },
  reasonMissing: { code: 400, field: 'Reason', zh: '请填写不通过的原因', en: 'Say why the application is refused.' },
  noDataScreen: {
    code: 404,
    zh: '该企业暂无定制大屏',
    en: 'This company has no data screen of its own.',
  },
  signInCodeRefused: {
    code: 400,
    field: 'Code',
    zh: '登录链接已失效，请重新从原系统进入',
    en: 'This sign-in link is no longer valid. Open it again from the other system.',
  },
  noOpenId: {
    code: 503,
    zh: '本系统未接入第三方（聊天应用）账号；请联系管理员',
    en: 'This installation is not connected to accounts of another service, such as a chat app. Ask its administrator.',
  },
  openIdUnreachable: {
    code: 503,
    zh: '第三方登录服务暂时无法访问，请稍后重试',
    en: 'The sign-in service of the other account cannot be reached. Please try again later.',
  },
  openIdRefused: {
    code: 400,
    field: 'Query',
    zh: '第三方账号登录未完成，请重新尝试',
    en: 'Signing in with the other account was not completed. Please try again.',
  },
  openIdUnknown: {
    code: 403,
    zh: '该第三方账号尚未绑定，请先登录并在个人设置中绑定',
    en: 'This account is not bound to anybody here. Log in first and bind it in your personal settings.',
  },
  openIdTaken: {
    code: 409,
    zh: '该第三方账号已绑定其他用户',
    en: 'This account is already bound to another user.',
  },
} satisfies ErrorCatalogue;
