import { accountErrors, commonErrors, inputText, type ownAccountCalls } from '@watchpost/contract';
import { companiesOfUser, system } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { dataScreenOf } from '../../people/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { hiddenEmail, hiddenMobile, isNumberOfAnother, needMobile } from '../../platform/phoneNumber.ts';
import { centerOfProjects } from '../../projects/index.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { companyNamesOf } from '../companyNamesOf.ts';
import { endEveryWayIn } from '../endEveryWayIn.ts';
import { verifyPasswordOf } from '../password.ts';
import { presentSentCode, presentSignIn, presentUser } from '../present.ts';
import { isReached, needSelf, ownTarget, proveByPassword, proveSelf } from '../proof.ts';
import { provenIdentityMs } from '../provenIdentity.ts';
import { refusingTaken } from '../refusingTaken.ts';
import { listSessions, markIdentityProven, revokeOwnSession } from '../session.store.ts';
import { setPassword } from '../setPassword.ts';
import { startOpenId } from '../signingIn/openIdSignIn.ts';
import { makeSignInCode } from '../signingIn/signInByCode.ts';
import { isShutOut, readPreferences, type UserChange, type UserRow, updateUser, writePreferences } from '../store.ts';
import { askerOf, checkCode, sendCode, useCode } from '../verificationCode.ts';
import { needStrongPassword } from '../weakPassword.ts';
import { fillDataScreenUrl } from './fillDataScreenUrl.ts';

const subjectOf = (user: UserRow) => ({ kind: 'account', id: user.id, name: user.nickname }) as const;

export const ownHandlers = (deps: AccountDeps) => {
  const { db, clock, events, messenger, fileUrls } = deps;
  return {
    async getUserInfo({ caller, language }) {
      const user = await needSelf(deps, caller);
      const companies = await companiesOfUser(system, db, caller.userId);
      const company = companies.find(({ id }) => id === caller.grants?.companyId);
      const companyName = company ? inLanguage(company.name, company.name_en, language) : null;
      const avatar = user.avatar === null ? '' : fileUrls.fileUrl(user.avatar);
      return presentUser(user, companyName, avatar, await isShutOut(system, db, user.id));
    },

    async updateUserInfo(context, { body }) {
      const user = await needSelf(deps, context.caller);
      const { Nickname: nickname, CompanyName: companyName, Depart: department, Account: account } = body;
      if (account !== undefined && user.account_chosen) throw new Refusal(accountErrors.accountChosen);
      if (account !== undefined && isNumberOfAnother(account, user.mobile)) {
        throw new Refusal(accountErrors.accountIsNumber);
      }
      const change: UserChange = {
        ...(nickname === undefined ? {} : { nickname }),
        ...(companyName === undefined ? {} : { company_name: companyName || null }),
        ...(department === undefined ? {} : { department: department || null }),
        ...(account === undefined ? {} : { account, account_chosen: true }),
      };
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        if (Object.keys(change).length === 0) return unchanged();
        await refusingTaken(() => updateUser(system, transaction, user.id, change));
        const before = Object.fromEntries(Object.keys(change).map((key) => [key, user[key as keyof UserRow]]));
        log({ companyId: context.caller.grants?.companyId ?? null, subject: subjectOf(user), before, after: change });
      });
      return null;
    },

    async updateAvatar(context, { query }) {
      const user = await needSelf(deps, context.caller);
      const avatar = query.url === '' ? null : await needOwnFile(context.caller.tenant, db, query.url);
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        if (avatar === user.avatar) return unchanged();
        await updateUser(system, transaction, user.id, { avatar });
        const companyId = context.caller.grants?.companyId ?? null;
        log({ companyId, subject: subjectOf(user), before: { avatar: user.avatar }, after: { avatar } });
      });
      return null;
    },

    async ownCode(context, { body }) {
      const target = ownTarget(await needSelf(deps, context.caller), messenger);
      const { language } = context;
      return presentSentCode(await sendCode(deps, { purpose: body.Purpose, target, from: askerOf(context), language }));
    },

    async emailCode(context, { body }) {
      const target = { channel: 'mail', to: body.Email } as const;
      const { language } = context;
      return presentSentCode(
        await sendCode(deps, { purpose: 'changeEmail', target, from: askerOf(context), language }),
      );
    },

    async verifyIdentity(context, { body }) {
      const user = await needSelf(deps, context.caller);
      const proof = { password: body.Pwd, code: body.Code, purpose: 'verifyIdentity' } as const;
      const code = await proveSelf(deps, context, user, proof);
      const now = clock.now();
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        if (code) await useCode(transaction, code, now);
        await markIdentityProven(system, transaction, context.caller.sessionId, new Date(now));
        const companyId = context.caller.grants?.companyId ?? null;
        log({ companyId, subject: subjectOf(user), after: { identity: code ? 'code' : 'password' } });
      });
      return { ValidUntilEPOCH: now + provenIdentityMs };
    },

    async updatePwd(context, { query, body }) {
      const newPassword = body.newPwd ?? query.newPwd;
      if (newPassword === undefined) {
        const { language } = context;
        throw InvalidInput.inField('newPwd', inputText.missing, language);
      }
      const user = await needSelf(deps, context.caller);
      // Spec §5.3. Before the password is looked at: a thief of the sign-in finds out nothing about it.
      if (body.Code === undefined && isReached(user, messenger)) throw new Refusal(accountErrors.ownCodeNeeded);
      const proof = { password: body.pwd, code: body.Code, purpose: 'changePassword' } as const;
      const code = await proveSelf(deps, context, user, proof);
      // Only after the proof: before it, the answer would tell whether a guess is the password.
      if (user.password_hash !== null && (await verifyPasswordOf(user.password_hash, newPassword))) {
        throw InvalidInput.inField('newPwd', accountErrors.samePassword, context.language);
      }
      const companies = await companyNamesOf(db, user.id);
      await needStrongPassword(deps, 'newPwd', newPassword, { ...user, companies }, context.language);
      await inOneWrite(deps, context, async (write) => {
        if (code) await useCode(write.transaction, code, clock.now());
        await setPassword(deps, write, user, newPassword, { keepSession: context.caller.sessionId });
        const companyId = context.caller.grants?.companyId ?? null;
        write.log({ companyId, subject: subjectOf(user), after: { password: 'changed' } });
      });
      return null;
    },

    async updateMobile(context, { body }) {
      const user = await needSelf(deps, context.caller);
      const mobile = needMobile('mobile', body.mobile, body.region, context.language);
      await proveByPassword(deps, context, user, body.pwd);
      const target = { channel: 'sms', to: mobile } as const;
      const code = await checkCode(deps, { purpose: 'changeMobile', target, from: askerOf(context) }, body.code);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        await useCode(transaction, code, clock.now());
        const change = { mobile, mobile_proven_at: new Date(clock.now()) };
        await refusingTaken(() => updateUser(system, transaction, user.id, change));
        log({
          companyId: context.caller.grants?.companyId ?? null,
          subject: subjectOf(user),
          before: { mobile: user.mobile && hiddenMobile(user.mobile) },
          after: { mobile: hiddenMobile(mobile) },
        });
      });
      return null;
    },

    async updateEmail(context, { body }) {
      const user = await needSelf(deps, context.caller);
      const email = body.email ?? null;
      // Where no mail can be sent nobody can prove an address.
      const needsCode = email !== null && messenger.mail !== null;
      if (needsCode && body.code === undefined) throw new Refusal(accountErrors.emailCodeNeeded);
      await proveByPassword(deps, context, user, body.pwd);
      const target = { channel: 'mail', to: email ?? '' } as const;
      const asked = { purpose: 'changeEmail', target, from: askerOf(context) } as const;
      const code = needsCode && body.code ? await checkCode(deps, asked, body.code) : null;
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        if (code) await useCode(transaction, code, clock.now());
        await refusingTaken(() => updateUser(system, transaction, user.id, { email }));
        log({
          companyId: context.caller.grants?.companyId ?? null,
          subject: subjectOf(user),
          before: { email: user.email && hiddenEmail(user.email) },
          after: { email: email && hiddenEmail(email) },
        });
      });
      return null;
    },

    async updateWChart(context, { body }) {
      const { caller } = context;
      const user = await needSelf(deps, caller);
      await proveByPassword(deps, context, user, body.pwd);
      const bind = body.Bind ?? user.openid_subject === null;
      const companyId = caller.grants?.companyId ?? null;
      if (bind) {
        const url = await startOpenId(deps, context, { userId: user.id, sessionId: caller.sessionId });
        await inOneWrite(deps, context, async ({ log }) =>
          log({ companyId, subject: subjectOf(user), after: { boundAccount: 'begun' } }),
        );
        return { Url: url };
      }
      await inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
        if (user.openid_subject === null) return unchanged();
        const nothing = { openid_issuer: null, openid_subject: null, openid_name: null };
        await updateUser(system, transaction, user.id, nothing);
        const before = { boundAccount: user.openid_name };
        log({ companyId, subject: subjectOf(user), before, after: { boundAccount: null } });
      });
      return { Url: null };
    },

    async updateUserPreferences({ caller }, { body }) {
      await writePreferences(system, db, caller.userId, body.Preferences);
      return null;
    },

    async getUserPreferences({ caller }) {
      return { Preferences: await readPreferences(system, db, caller.userId) };
    },

    async getSessionList({ caller }) {
      const rows = await listSessions(system, db, caller.userId, new Date(clock.now()));
      const isCurrent = ({ id }: { id: string }) => id === caller.sessionId;
      const inOrder = [...rows.filter(isCurrent), ...rows.filter((row) => !isCurrent(row))];
      return inOrder.map((row) => presentSignIn(row, caller.sessionId));
    },

    async endSession(context, { body }) {
      const { caller } = context;
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        const at = new Date(clock.now());
        const ended = await revokeOwnSession(system, transaction, caller.userId, body.SessionId, at);
        if (!ended) throw new Refusal(accountErrors.sessionOver);
        const companyId = caller.grants?.companyId ?? null;
        log({ companyId, subject: { kind: 'session', id: body.SessionId, name: '' }, after: { ended: true } });
        afterCommit(() => events.emit('accessChanged', { userIds: [caller.userId] }));
      });
      return null;
    },

    async endOtherSessions(context) {
      const { caller } = context;
      const ended = await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        const count = await endEveryWayIn(clock, transaction, caller.userId, caller.sessionId);
        const companyId = caller.grants?.companyId ?? null;
        log({ companyId, subject: { kind: 'session', id: null, name: '' }, after: { othersEnded: count } });
        afterCommit(() => events.emit('accessChanged', { userIds: [caller.userId] }));
        return count;
      });
      return { Ended: ended };
    },

    async createSignInCode(context) {
      const { userId, grants } = context.caller;
      const companyId = grants?.companyId ?? null;
      const { code, expiresAt } = await inOneWrite(deps, context, async ({ transaction, log }) => {
        const made = await makeSignInCode(deps, transaction, { userId, companyId });
        log({ companyId, subject: { kind: 'session', id: null, name: '' }, after: { signInCode: 'made' } });
        return made;
      });
      return { Code: code, ExpiresEPOCH: expiresAt };
    },

    async getUserBigScreen(context) {
      const { userId, grants } = context.caller;
      if (!grants) throw new Refusal(commonErrors.notYourCompany);
      const { companyId } = grants;
      const template = await dataScreenOf(grants, db);
      if (template === null) throw new Refusal(accountErrors.noDataScreen);
      const code = await inOneWrite(deps, context, async ({ transaction, log }) => {
        log({ companyId, subject: { kind: 'session', id: null, name: '' }, after: { dataScreen: 'opened' } });
        return (await makeSignInCode(deps, transaction, { userId, companyId })).code;
      });
      return { Url: fillDataScreenUrl(template, { companyId, userId, language: context.language, code }) };
    },

    async getUserCoordinate({ caller }) {
      const center = await centerOfProjects(caller.tenant, db);
      return center && { Longitude: center.longitude, Latitude: center.latitude };
    },
  } satisfies Handlers<typeof ownAccountCalls>;
};
