import {
  accountErrors,
  commonErrors,
  inputText,
  type installationCalls,
  type otherAccountCalls,
} from '@watchpost/contract';
import {
  type Caller,
  isMember,
  mayAnywhere,
  mayInProject,
  needInCompany,
  readsContacts,
  system,
} from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { lockChanger, needNotAbove, needOperator } from '../../people/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import { mobileOf } from '../../platform/phoneNumber.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { needCompanyAccount } from '../companyAccounts.ts';
import { companyNamesOf } from '../companyNamesOf.ts';
import { countUnknownPeople } from '../countUnknownPeople.ts';
import { listInboxMessages } from '../inbox.store.ts';
import {
  presentApplication,
  presentColleague,
  presentColleagueInBrief,
  presentInboxMessage,
  presentPerson,
  presentStranger,
} from '../present.ts';
import { setPassword } from '../setPassword.ts';
import { findUser, findUserByMobile, searchMembers } from '../store.ts';
import { needStrongPassword } from '../weakPassword.ts';
import { listApplications } from './application.store.ts';
import { decideCompanyApply } from './decideCompanyApply.ts';

/** Rows of a dropdown; it asks again as one types on. */
const peopleInDropdown = 50;

/** Requires a caller who organises people: of the company, or of the project that is named; of some project where none is. */
function needOrganiser(caller: Caller): asserts caller is Caller & { grants: NonNullable<Caller['grants']> } {
  const { grants, projectId } = caller;
  const may =
    readsContacts(caller) ||
    (projectId === null
      ? mayAnywhere(caller, ['projectConfig'])
      : grants !== null && mayInProject(grants, projectId, ['projectConfig']));
  if (!may) throw new Refusal(commonErrors.noPermission);
}

export const otherHandlers = (deps: AccountDeps) => {
  const { db } = deps;

  const colleagues = (caller: Caller, companyId: number, text: string | undefined, mobile: string | null) =>
    searchMembers(system, db, companyId, text, peopleInDropdown, { nameAlone: !readsContacts(caller), mobile });

  return {
    async getUserDropdownByMobileOrName({ caller }, { query }) {
      needOrganiser(caller);
      const found = await colleagues(
        caller,
        caller.grants.companyId,
        query.mobileOrName,
        mobileOf(query.mobileOrName ?? ''),
      );
      return found.map(presentPerson);
    },

    async queryUser({ caller }, { query }) {
      needOrganiser(caller);
      const { companyId } = caller.grants;
      const mobile = mobileOf(query.mobileOrName, query.region);
      const found = await colleagues(caller, companyId, query.mobileOrName, mobile);
      const present = readsContacts(caller) ? presentColleague : presentColleagueInBrief;
      if (found.length > 0) return found.map(present);
      if (mobile === null) return [];
      await countUnknownPeople(deps, caller.userId, 1);
      const stranger = await findUserByMobile(system, db, mobile);
      if (!stranger) return [];
      const isColleague = await isMember(caller.grants, db, stranger.id);
      return [isColleague ? present(stranger) : presentStranger(stranger, mobile)];
    },

    async updatePwdByUserId(context, { query, body }) {
      const { caller, language } = context;
      needInCompany(caller, ['membersEdit']);
      const password = body.newPwd ?? query.newPwd;
      if (password === undefined) {
        throw InvalidInput.inField('newPwd', inputText.missing, language);
      }
      const { UserId: userId } = body;
      await inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const changer = await lockChanger(context, transaction);
        needInCompany(changer, ['membersEdit']);
        if (!(await isMember(changer.grants, transaction, userId))) throw new Refusal(accountErrors.userNotFound);
        await needCompanyAccount(transaction, changer.grants, userId);
        const user = await findUser(system, transaction, userId);
        if (!user) throw new Refusal(accountErrors.userNotFound);
        // A new password lets its maker sign in: it is never set for somebody with more rights.
        await needNotAbove(changer, transaction, [{ user_id: userId, name: user.nickname }], 'everywhere');
        const companies = await companyNamesOf(transaction, userId);
        await needStrongPassword(deps, 'newPwd', password, { ...user, companies }, language);
        await setPassword(deps, write, user, password, { keepSession: null });
        const subject = { kind: 'account', id: userId, name: user.nickname } as const;
        write.log({ companyId: changer.grants.companyId, subject, after: { password: 'set by the company' } });
      });
      return null;
    },

    async getCompanyApplyPage({ caller }, { body }) {
      await needOperator(caller, db, 'companyApplications');
      const { rows, total } = await listApplications(system, db, {
        states: body.State,
        industries: body.Industry,
        text: body.Text,
        ...rowRange(body),
      });
      return { Data: rows.map(presentApplication), TotalCount: total };
    },

    async decideCompanyApply(context, { body }) {
      await needOperator(context.caller, db, 'companyApplications');
      const decision = { applicationId: body.ApplyId, approve: body.Approve, reason: body.Reason ?? '' };
      return { CompanyId: await decideCompanyApply(deps, context, decision) };
    },

    async getInboxMessagePage({ caller }, { body }) {
      await needOperator(caller, db, 'testInbox');
      const { rows, total } = await listInboxMessages(system, db, {
        channel: body.Channel,
        text: body.Text,
        ...rowRange(body),
      });
      return { Data: rows.map(presentInboxMessage), TotalCount: total };
    },
  } satisfies Handlers<typeof otherAccountCalls & typeof installationCalls>;
};
