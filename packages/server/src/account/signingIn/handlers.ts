import { accountErrors, type CodePurpose, codePurposeOf, type signInCalls } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { needMobile } from '../../platform/phoneNumber.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { type Allowance, countCall, limitsByNetwork } from '../allowance.ts';
import { countries } from '../countries.ts';
import { insertApplication } from '../others/application.store.ts';
import { answerSession, presentCountry, presentSentCode, refreshCookie } from '../present.ts';
import { refreshSession } from '../refreshSession.ts';
import { revokeSession } from '../session.store.ts';
import { type SignInContext, signIn } from '../signIn.ts';
import { findUserByMobile, isTaken } from '../store.ts';
import { askerOf, checkCode, sendCode, useCode } from '../verificationCode.ts';
import { loginOrRegister } from './loginOrRegister.ts';
import { finishOpenId, startOpenId } from './openIdSignIn.ts';
import { resetPassword } from './resetPassword.ts';
import { signInByCode } from './signInByCode.ts';

/** Whether an account exists is what the registration form asks while somebody types; a list of numbers is not typed. */
const existsAllowance: Allowance = { count: 30, withinMs: 10 * 60_000 };

/** Codes that only somebody with an account has a use for: whether one was sent must not tell who has one. */
const forAccountsOnly: ReadonlySet<CodePurpose> = new Set(['changePassword', 'forgotPassword', 'verifyIdentity']);

export const signInHandlers = (deps: AccountDeps) =>
  ({
    async login(context, { query }) {
      const credentials = { account: query.account, password: query.pwd, bySpecifiedLogin: true };
      return answerSession(context, await signIn(deps, credentials, context));
    },

    async loginByBody(context, { body }) {
      const credentials = { account: body.account, password: body.pwd, bySpecifiedLogin: false };
      return answerSession(context, await signIn(deps, credentials, context));
    },

    async refreshToken(context, { query }) {
      const token = query.refreshToken ?? context.cookie(refreshCookie);
      if (!token) throw new Refusal(accountErrors.refreshRefused);
      // Only a browser has the cookie alone.
      const isOfWeb = query.refreshToken === undefined;
      return answerSession(context, await refreshSession(deps, token, context, { isOfWeb }));
    },

    async logout(context) {
      const { caller } = context;
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        await revokeSession(system, transaction, caller.sessionId, new Date(deps.clock.now()));
        log({
          companyId: caller.grants?.companyId ?? null,
          subject: { kind: 'session', id: caller.sessionId, name: '' },
        });
        afterCommit(() => deps.events.emit('accessChanged', { userIds: [caller.userId] }));
      });
      context.clearCookie(refreshCookie);
      return null;
    },

    async getLoginOptions() {
      const { messenger, openId } = deps;
      return {
        Sms: messenger.sms !== null,
        Mail: messenger.mail !== null,
        TestInbox: messenger.sms === 'inbox' || messenger.mail === 'inbox',
        OpenId: openId && { Name: openId.name },
        AppUrl: deps.appUrl,
      };
    },

    async getCountryDropdownList({ language }) {
      return countries(language).map(presentCountry);
    },

    async mobileCode(context, { query }) {
      return sendMobileCode(deps, context, { ...query, usual: 'forgotPassword' });
    },

    async mobileCodeUP(context, { query }) {
      return sendMobileCode(deps, context, { ...query, usual: 'changeMobile' });
    },

    async loginOrRegisterSMSCode(context, { query }) {
      return sendMobileCode(deps, context, { ...query, title: undefined, usual: 'login' });
    },

    async checkCode(context, { body }) {
      const to = needMobile('Mobile', body.Mobile, body.Region, context.language);
      const purpose = codePurposeOf(body.Title, 'forgotPassword');
      await checkCode(deps, { purpose, target: { channel: 'sms', to }, from: askerOf(context) }, body.Code);
      return null;
    },

    async exists({ address, language }, { body }) {
      await countCall(deps.db, deps.clock.now(), limitsByNetwork('exists', address, existsAllowance));
      if (body.Account) return { Exists: await isTaken(system, deps.db, 'account', body.Account) };
      if (body.Mobile) {
        const mobile = needMobile('Mobile', body.Mobile, body.Region, language);
        return { Exists: await isTaken(system, deps.db, 'mobile', mobile) };
      }
      return { Exists: body.Email !== undefined && (await isTaken(system, deps.db, 'email', body.Email)) };
    },

    async loginOrRegister(context, { body }) {
      const { session, isNew } = await loginOrRegister(deps, context, {
        mobile: needMobile('Mobile', body.Mobile, body.Region, context.language),
        code: body.SMSCode,
        account: body.Account,
        password: body.Pwd,
        nickname: body.Nickname,
      });
      return { ...answerSession(context, session), IsNew: isNew };
    },

    async forgetPwd(context, { body }) {
      const mobile = needMobile('Mobile', body.Mobile, body.Region, context.language);
      await resetPassword(deps, context, { mobile, code: body.Code, password: body.Pwd });
      return null;
    },

    async addCompanyApply(context, { body }) {
      const { language } = context;
      const mobile = needMobile('mobile', body.mobile, body.region, language);
      const target = { channel: 'sms', to: mobile } as const;
      const code = await checkCode(deps, { purpose: 'applyCompany', target, from: askerOf(context) }, body.Code);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const now = deps.clock.now();
        await useCode(transaction, code, now);
        const application = {
          companyName: body.companyName,
          industry: body.industry,
          fullName: body.fullname,
          mobile,
          language,
          at: new Date(now),
        };
        const id = await insertApplication(system, transaction, application);
        if (id === null) throw new Refusal(accountErrors.applicationWaiting);
        const { companyName: name, industry, fullName } = application;
        log({ companyId: null, subject: { kind: 'application', id, name }, after: { name, industry, fullName } });
      });
      return null;
    },

    async loginByCode(context, { body }) {
      const { session, companyId } = await signInByCode(deps, context, body.Code);
      return { ...answerSession(context, session), CompanyId: companyId };
    },

    async startOpenId(context) {
      return { Url: await startOpenId(deps, context, null) };
    },

    async finishOpenId(context, { body }) {
      const session = await finishOpenId(deps, context, body.Query);
      return session
        ? { Kind: 'signedIn' as const, Session: answerSession(context, session) }
        : { Kind: 'bound' as const, Session: null };
    },
  }) satisfies Handlers<typeof signInCalls>;

async function sendMobileCode(
  deps: AccountDeps,
  context: SignInContext,
  asked: { mobile: string; region: string; title?: string | undefined; usual: CodePurpose },
) {
  const { language } = context;
  const to = needMobile('mobile', asked.mobile, asked.region, language);
  const titled = codePurposeOf(asked.title, asked.usual);
  // Codes for an e-mail address go to the address.
  const purpose = titled === 'changeEmail' ? asked.usual : titled;
  const accountId = (await findUserByMobile(system, deps.db, to))?.id ?? null;
  const target = { channel: 'sms', to } as const;
  const request = { purpose, target, from: askerOf(context), accountId, language };
  if (!forAccountsOnly.has(purpose)) return presentSentCode(await sendCode(deps, request));
  const discreetly = accountId === null ? 'toNobody' : 'toSomebody';
  return presentSentCode(await sendCode(deps, { ...request, discreetly }));
}
