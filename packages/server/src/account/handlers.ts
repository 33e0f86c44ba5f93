import { type accountCalls, accountErrors, commonErrors } from '@watchpost/contract';
import { companiesOfUser, system } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { presentSession, presentUser } from './present.ts';
import { refreshSession } from './refreshSession.ts';
import { type IssuedSession, type SignInContext, type SignInDeps, signIn } from './signIn.ts';
import { findUser, readPreferences, revokeSession, writePreferences } from './store.ts';
import { refreshTokenMs } from './tokens.ts';

export const refreshCookie = 'refreshToken';

export function accountHandlers(deps: SignInDeps): Handlers<typeof accountCalls> {
  const { db, clock, events } = deps;

  const answerSession = (context: CallContext<unknown>, session: IssuedSession) => {
    context.setCookie(refreshCookie, session.refreshToken, refreshTokenMs / 1000);
    return presentSession(session);
  };
  const login = async (context: SignInContext, { account, pwd }: { account: string; pwd: string }) =>
    answerSession(context, await signIn(deps, { account, password: pwd }, context));

  return {
    login: (context, { query }) => login(context, query),
    loginByBody: (context, { body }) => login(context, body),

    async refreshToken(context, { query }) {
      const token = query.refreshToken ?? context.cookies[refreshCookie];
      if (!token) throw new Refusal(accountErrors.refreshRefused);
      return answerSession(context, await refreshSession(deps, token));
    },

    async logout(context) {
      const { caller } = context;
      await inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        await revokeSession(system, transaction, caller.sessionId, new Date(clock.now()));
        log({
          companyId: caller.grants?.companyId ?? null,
          subject: { kind: 'session', id: caller.sessionId, name: '' },
        });
        afterCommit(() => events.emit('accessChanged', { userIds: [caller.userId] }));
      });
      context.clearCookie(refreshCookie);
      return null;
    },

    async getUserInfo({ caller, language }) {
      const user = await findUser(system, db, caller.userId);
      if (!user) throw new Refusal(commonErrors.sessionExpired);
      const companies = await companiesOfUser(system, db, caller.userId);
      const company = companies.find(({ id }) => id === caller.grants?.companyId);
      return presentUser(user, company ? inLanguage(company.name, company.name_en, language) : '');
    },

    async updateUserPreferences({ caller }, { body }) {
      await writePreferences(system, db, caller.userId, body.Preferences);
      return null;
    },

    async getUserPreferences({ caller }) {
      return { Preferences: await readPreferences(system, db, caller.userId) };
    },
  };
}
