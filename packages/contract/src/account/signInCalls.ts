import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { accountName, answerLanguage, integer, nameOf, orEmpty, password, personName } from '../scalars.ts';
import { CodeSent, typedPassword } from './fields.ts';
import { dialingCode, phoneNumber, verificationCode } from './phone.ts';

const Login = z.object({ account: z.string().trim().min(1).max(64), pwd: typedPassword });

const Session = z.object({
  Token: z.string().describe('JWT, valid 15 minutes; send as Authorization: Bearer'),
  RefreshToken: z.string().describe('valid 7 days, rotates with each use; also set as an HttpOnly cookie'),
  ExpiresAt: z.number().int().describe('epoch milliseconds'),
});

/** A free text of the specification that only chooses among our own purposes (`codePurposes`). */
const codeTitle = z.string().trim().max(50).optional();

const MobileCode = z.object({ mobile: phoneNumber, region: dialingCode, title: codeTitle });

const industryCode = integer.pipe(z.number().min(1).max(4));

/** Everything before and at a sign-in. */
/** From one network: an office that begins to work at nine, several times over. Guesses are counted for themselves. */
const signInsPerMinute = 600;

export const signInCalls = defineCalls({
  login: {
    method: 'GET',
    path: '/User/login',
    effect: 'write',
    access: 'public',
    perMinute: signInsPerMinute,
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
    perMinute: signInsPerMinute,
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
    // A token lives for a quarter of an hour: so an office of some thousand browsers behind one address is served.
    perMinute: 600,
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
      /** Where the phone app is had; null: there is none. */
      AppUrl: z.string().nullable(),
    }),
  },
  getCountryDropdownList: {
    method: 'GET',
    path: '/User/GetCountryDropdownList',
    effect: 'read',
    access: 'public',
    // Asked once by each page with a phone number.
    perMinute: 300,
    summary: { zh: '国家和地区区号', en: 'Countries with their dialling codes, by name; China first' },
    query: z.object({ language: answerLanguage }),
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
      .refine(({ Account, Mobile, Email }) => (Account ?? Mobile ?? Email) !== undefined, {
        path: ['Account'],
        error: say(inputText.missing),
      })
      .describe('the first one given counts'),
    aliases: { userName: 'Account', phone: 'Mobile' },
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
      Pwd: orEmpty(password).describe('only for a new account; without one its owner signs in by code'),
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
    data: Session.extend({
      CompanyId: z.number().int().nullable().describe('the company to open; null: the first of the user’s'),
    }),
  },
  startOpenId: {
    method: 'POST',
    path: '/User/StartOpenId',
    effect: 'write',
    logged: false,
    access: 'public',
    // Each leaves a row behind until it is over.
    perMinute: 60,
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
      /** Null when an account was bound: the person is signed in already. */
      Session: Session.nullable(),
    }),
  },
});
