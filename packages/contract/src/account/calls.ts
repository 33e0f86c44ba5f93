import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  accountName,
  email,
  epochMs,
  flag,
  id,
  integer,
  integerFilter,
  jsonText,
  nameOf,
  orEmpty,
  page,
  pageOf,
  password,
  personName,
  searchText,
} from '../scalars.ts';
import { dialingCode, phoneNumber, verificationCode } from './phone.ts';

/** Lengths are bounded generously here: a wrong password is a wrong login, not bad input. */
const typedPassword = z.string().min(1).max(128);
const Login = z.object({ account: z.string().trim().min(1).max(64), pwd: typedPassword });

const Session = z.object({
  Token: z.string().describe('JWT, valid 15 minutes; send as Authorization: Bearer'),
  RefreshToken: z.string().describe('valid 7 days, rotates with each use; also set as an HttpOnly cookie'),
  ExpiresAt: z.number().int().describe('epoch milliseconds'),
});

/** A free text of the specification that only chooses among our own purposes (`codePurposes`). */
const codeTitle = z.string().trim().max(50).optional();

const CodeSent = z.object({
  /** To whom, with the middle hidden: `139****0001`. */
  Target: z.string(),
  Channel: z.enum(['sms', 'mail']),
  ResendSeconds: z.number().int().describe('how long to wait before asking again'),
  ExpiresSeconds: z.number().int().describe('how long the code is good'),
  /** No service is connected: the message lies in the test inbox of the installation. */
  InTestInbox: z.boolean(),
});
export type CodeSent = z.infer<typeof CodeSent>;

const MobileCode = z.object({ mobile: phoneNumber, region: dialingCode, title: codeTitle });

const industryCode = integer.pipe(z.number().min(1).max(4));

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

export const applicationStates = {
  pending: { zh: '待审批', en: 'Waiting' },
  approved: { zh: '已通过', en: 'Approved' },
  refused: { zh: '未通过', en: 'Refused' },
} as const;
const applicationState = z.enum(['pending', 'approved', 'refused']);

const CompanyApplication = z.object({
  ApplyId: z.number().int(),
  CompanyName: z.string(),
  Industry: z.number().int(),
  FullName: z.string(),
  Mobile: z.string(),
  State: applicationState,
  AppliedEPOCH: epochMs,
  DecidedEPOCH: epochMs.nullable(),
  DecidedByName: z.string(),
  Reason: z.string(),
  /** The company that came of it; null while waiting or when refused. */
  CompanyId: z.number().int().nullable(),
});
export type CompanyApplication = z.infer<typeof CompanyApplication>;

const InboxMessage = z.object({
  MessageId: z.number().int(),
  Channel: z.enum(['sms', 'mail']),
  Recipient: z.string(),
  Subject: z.string().describe('empty for SMS'),
  Body: z.string(),
  SentEPOCH: epochMs,
});
export type InboxMessage = z.infer<typeof InboxMessage>;

const KeyValue = z.object({ Key: z.number().int(), Value: z.string() });

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

  // Before a sign-in

  getLoginOptions: {
    method: 'GET',
    path: '/User/GetLoginOptions',
    effect: 'read',
    access: 'public',
    summary: { zh: '登录方式', en: 'Which ways to sign in are set up' },
    data: z.object({
      /** Codes can be sent by SMS: SMS login, registration, forgotten password, company registration. */
      Sms: z.boolean(),
      /** Mail can be sent. */
      Mail: z.boolean(),
      /** Nothing carries messages away: they lie in the test inbox of the installation. */
      TestInbox: z.boolean(),
      /** Signing in with an account of another provider; null: not set up. `Name` is what its button says. */
      OpenId: z.object({ Name: z.string() }).nullable(),
    }),
  },
  getCountryDropdownList: {
    method: 'GET',
    path: '/User/GetCountryDropdownList',
    effect: 'read',
    access: 'public',
    summary: { zh: '国家和地区区号', en: 'Countries with their dialling codes, by name; China first' },
    query: z.object({ language: z.enum(['zh', 'en']).optional().describe('without it the language header counts') }),
    data: z.array(
      z.object({
        Key: z.string().describe('dialling code without +; several countries may share one'),
        Value: z.string().describe('name of the country'),
        Code: z.string().describe('ISO 3166 alpha-2, which is unique'),
      }),
    ),
  },
  mobileCode: {
    method: 'GET',
    path: '/User/MobileCode',
    effect: 'write',
    logged: false,
    access: 'public',
    summary: {
      zh: '获取手机验证码；title 仅用于选择用途，默认找回密码',
      en: 'Send a code to a phone; the title only chooses its purpose, a forgotten password by default',
    },
    query: MobileCode,
    data: CodeSent,
  },
  mobileCodeUP: {
    method: 'GET',
    path: '/User/MobileCodeUP',
    effect: 'write',
    logged: false,
    access: 'public',
    summary: {
      zh: '获取新手机号的验证码；title 仅用于选择用途，默认修改手机号',
      en: 'Send a code to a new phone; the title only chooses its purpose, a change of number by default',
    },
    query: MobileCode,
    data: CodeSent,
  },
  loginOrRegisterSMSCode: {
    method: 'GET',
    path: '/User/LoginOrRegisterSMSCode',
    effect: 'write',
    logged: false,
    access: 'public',
    summary: { zh: '获取短信登录或注册验证码', en: 'Send a code to log in or register with' },
    query: z.object({ mobile: phoneNumber, region: dialingCode }),
    data: CodeSent,
  },
  checkCode: {
    method: 'POST',
    path: '/User/CheckCode',
    effect: 'write',
    logged: false,
    access: 'public',
    encoding: 'json',
    summary: {
      zh: '校验验证码（不消耗）；title 同获取验证码，默认找回密码',
      en: 'Whether a code is right, without using it up; title as when it was sent, a forgotten password by default',
    },
    body: z.object({ Mobile: phoneNumber, Region: dialingCode, Code: verificationCode, Title: codeTitle }),
    data: z.null(),
  },
  exists: {
    method: 'POST',
    path: '/User/Exists',
    effect: 'read',
    access: 'public',
    summary: {
      zh: '用户名、手机号或邮箱是否已注册',
      en: 'Whether a username, phone number or e-mail address is registered; one of them',
    },
    body: z
      .object({
        Account: orEmpty(z.string().trim().max(64)),
        Mobile: orEmpty(phoneNumber),
        Region: dialingCode,
        Email: orEmpty(z.string().trim().max(254)),
      })
      .describe('the first one given counts'),
    data: z.object({ Exists: z.boolean() }),
  },
  loginOrRegister: {
    method: 'POST',
    path: '/User/LoginOrRegister',
    effect: 'write',
    access: 'public',
    summary: {
      zh: '短信验证码登录；未注册的手机号将注册新账号',
      en: 'Log in with a code from a phone; a number nobody registered gets an account',
    },
    body: z.object({
      Mobile: phoneNumber,
      Region: dialingCode,
      SMSCode: verificationCode,
      Avatar: orEmpty(z.string().trim().max(500)).describe('ignored: a picture is uploaded after the sign-in'),
      UserSource: integer.pipe(z.literal(2)).default(2),
      Account: orEmpty(accountName).describe('only for a new account; without one it is given later'),
      Pwd: orEmpty(password).describe('only for a new account; without one he signs in by code'),
      Nickname: orEmpty(personName),
    }),
    data: Session.extend({ IsNew: z.boolean().describe('an account was made') }),
  },
  forgetPwd: {
    method: 'POST',
    path: '/User/ForgetPwd',
    effect: 'write',
    access: 'public',
    summary: {
      zh: '用手机验证码重设密码，并结束所有登录',
      en: 'Set a new password with a code from the phone; ends all sign-ins',
    },
    body: z.object({ Mobile: phoneNumber, Region: dialingCode, Code: verificationCode, Pwd: password }),
    data: z.null(),
  },
  addCompanyApply: {
    method: 'POST',
    path: '/User/AddCompany_Apply',
    effect: 'write',
    access: 'public',
    summary: { zh: '提交企业注册申请', en: 'Apply for a company; an administrator of the installation decides' },
    body: z.object({
      Code: verificationCode,
      companyName: nameOf({ zh: '企业名称', en: 'A company name' }, 1, 50),
      industry: industryCode,
      fullname: personName,
      mobile: phoneNumber,
      region: dialingCode,
    }),
    data: z.null(),
  },
  loginByCode: {
    method: 'POST',
    path: '/User/LoginByCode',
    effect: 'write',
    access: 'public',
    encoding: 'json',
    summary: {
      zh: '用其他系统的一次性登录码登录',
      en: 'Sign in with a one-time code from another system',
    },
    body: z.object({ Code: z.string().trim().min(1).max(100) }),
    data: Session.extend({ CompanyId: z.number().int().nullable().describe('the company to open; null: his first') }),
  },
  startOpenId: {
    method: 'POST',
    path: '/User/StartOpenId',
    effect: 'write',
    logged: false,
    access: 'public',
    summary: {
      zh: '开始第三方账号登录：返回要打开的地址',
      en: 'Begin signing in with another account: the address to open. It returns to /other with code and state',
    },
    data: z.object({ Url: z.string() }),
  },
  finishOpenId: {
    method: 'POST',
    path: '/User/FinishOpenId',
    effect: 'write',
    access: 'public',
    encoding: 'json',
    summary: {
      zh: '完成第三方账号登录或绑定',
      en: 'Finish signing in with, or binding, another account; in the browser that began it',
    },
    body: z.object({
      /** The whole query that the provider sent the browser to /other with, such as `code=…&state=…`. */
      Query: z.string().trim().min(1).max(4000),
    }),
    data: z.object({
      Kind: z.enum(['signedIn', 'bound']),
      /** Null when an account was bound: he is signed in already. */
      Session: Session.nullable(),
    }),
  },

  // The caller's own account

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
      /** Of the current company; of one who belongs to none, what he wrote himself. */
      CompanyName: z.string(),
      Depart: z.string(),
      /** As 11 digits for mainland China, else `+` with dialling code; empty: none. */
      Mobile: z.string(),
      Email: z.string(),
      Avatar: z.string(),
      /** What the bound chat-app account is called; null: none is bound. */
      OpenIdName: z.string().nullable(),
    }),
  },
  updateUserInfo: {
    method: 'POST',
    path: '/User/UpdateUserInfo',
    effect: 'write',
    access: 'session',
    summary: { zh: '修改个人信息', en: 'Change what the caller says about himself; what is not given stays' },
    body: z.object({
      Nickname: orEmpty(personName),
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
    summary: { zh: '修改头像', en: 'Set the caller’s picture to a file he uploaded; empty removes it' },
    query: z.object({ url: z.string().trim().max(500).describe('as the upload answered it') }),
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
      en: 'Send the caller a code to his own phone, else to his e-mail address',
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
      zh: '修改密码（需原密码或验证码），并结束其他登录',
      en: 'Change the password, by the old one or a code (OwnCode); ends all other sign-ins',
    },
    query: z.object({ newPwd: orEmpty(password) }),
    body: z.object({
      pwd: orEmpty(typedPassword).describe('the old password'),
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
      en: 'Where a map begins for the caller: the middle of his projects in the current company; null when none has a position',
    },
    data: z
      .object({ Longitude: z.number().describe('degrees, east positive'), Latitude: z.number().describe('degrees') })
      .nullable(),
  },

  // Other people

  getUserDropdownByMobileOrName: {
    method: 'GET',
    path: '/User/GetUserDropdownByMobileOrName',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'permissionsEdit', 'projectConfig'],
    summary: {
      zh: '按姓名或手机号查找本企业人员（下拉）',
      en: 'People of the company by part of name, account or phone number, at most 50',
    },
    query: z.object({
      mobileOrName: searchText,
      projectId: id.optional().describe('for who organises only this project'),
    }),
    data: z.array(KeyValue),
  },
  queryUser: {
    method: 'GET',
    path: '/User/QueryUser',
    effect: 'read',
    access: ['membersView', 'membersEdit', 'permissionsEdit', 'projectConfig'],
    summary: {
      zh: '查找用户；非本企业人员须输入完整手机号，且姓名脱敏',
      en: 'People of the company as above; of others only by the whole phone number, with the name hidden but for its first letter',
    },
    query: z.object({
      mobileOrName: z.string().trim().min(1).max(100),
      region: dialingCode,
      projectId: id.optional().describe('for who organises only this project'),
    }),
    data: z.array(
      z.object({
        UserId: z.number().int(),
        Nickname: z.string(),
        Account: z.string().describe('empty for people of other companies'),
        Mobile: z.string(),
        InCompany: z.boolean(),
      }),
    ),
  },
  updatePwdByUserId: {
    method: 'POST',
    path: '/User/UpdatePwdByUserId',
    effect: 'write',
    access: ['membersEdit'],
    identity: true,
    summary: {
      zh: '重设本企业所建账号的密码，并结束其所有登录',
      en: 'Set the password of an account that this company created and that belongs to it alone; ends its sign-ins',
    },
    query: z.object({ newPwd: orEmpty(password) }),
    body: z.object({ UserId: id, newPwd: orEmpty(password).describe('here instead of in the address') }),
    data: z.null(),
  },

  // Running this installation: only in the company that is its operator

  getCompanyApplyPage: {
    method: 'POST',
    path: '/User/GetCompanyApplyPage',
    effect: 'read',
    access: ['companyApplications'],
    encoding: 'json',
    summary: { zh: '企业注册申请列表', en: 'Applications for companies, the newest first' },
    body: z.object({
      CompanyId: id.optional(),
      State: z.array(applicationState).max(3).optional(),
      Industry: integerFilter,
      Text: searchText.describe('part of company, name or phone number'),
      ...page,
    }),
    data: pageOf(CompanyApplication),
  },
  decideCompanyApply: {
    method: 'POST',
    path: '/User/DecideCompanyApply',
    effect: 'write',
    access: ['companyApplications'],
    encoding: 'json',
    summary: {
      zh: '审批企业注册申请：通过后创建企业，申请人成为管理员',
      en: 'Decide an application; approved, the company is made with the applicant as its administrator, and he is told',
    },
    body: z.object({
      ApplyId: id,
      Approve: flag,
      Reason: z.string().trim().max(200).optional().describe('needed for a refusal; the applicant reads it'),
    }),
    data: z.object({ CompanyId: z.number().int().nullable() }),
  },
  getInboxMessagePage: {
    method: 'POST',
    path: '/User/GetInboxMessagePage',
    effect: 'read',
    access: ['testInbox'],
    encoding: 'json',
    summary: {
      zh: '测试收件箱：未接短信与邮件服务时的消息',
      en: 'The test inbox: messages that no service carried away, the newest first',
    },
    body: z.object({
      CompanyId: id.optional(),
      Channel: z.enum(['sms', 'mail']).optional(),
      Text: searchText.describe('part of recipient, subject or body'),
      ...page,
    }),
    data: pageOf(InboxMessage),
  },
});
