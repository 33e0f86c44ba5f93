import { type prepaidCalls, prepaidErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type AccountRow, type AccountValues, type Loosening, updateAccount } from '../accounts/accounts.store.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { loosening, notLoosening } from './loosening.ts';

type LoosenCalls = Pick<typeof prepaidCalls, 'askInterruptible' | 'agreeInterruptible' | 'withdrawInterruptible'>;

/** Protected loads become interruptible by two people: one asks and says why, another one agrees. */
export function loosenHandlers(deps: PrepaidDeps): Handlers<LoosenCalls> {
  const { clock, events } = deps;

  const decide = (
    context: CallContext<Caller>,
    accountId: number,
    what: (account: AccountRow) => { values: Partial<AccountValues & Loosening>; before?: object; after: object },
  ): Promise<null> =>
    inOneWrite(deps, context, async (write: OneWrite) => {
      const { caller } = context;
      const account = needOpen(await needAccount(caller, write.transaction, accountId, 'lock'));
      const { values, before, after } = what(account);
      await updateAccount(caller.tenant, write.transaction, account.id, values);
      write.log({
        companyId: caller.tenant.companyId,
        projectId: account.project_id,
        subject: { kind: 'prepaidAccount', id: account.id, name: account.consumer },
        ...(before && { before }),
        after,
      });
      tellPrepaid(write, events, caller.tenant.companyId);
      return null;
    });
  const needLoosening = (account: AccountRow) => {
    const asked = loosening(account, clock.now());
    if (!asked) throw new Refusal(prepaidErrors.loosenOver);
    return asked;
  };

  return {
    askInterruptible: (context, { body }) =>
      decide(context, body.AccountId, (account) => {
        if (account.load_class !== 'protected') throw new Refusal(prepaidErrors.notProtected);
        const earlier = loosening(account, clock.now());
        if (earlier) throw new Refusal(prepaidErrors.loosenAsked, { name: earlier.askedName });
        return {
          values: {
            loosen_asked_by: context.caller.userId,
            loosen_asked_at: new Date(clock.now()),
            loosen_reason: body.Reason,
          },
          after: { loadClassAsked: 'interruptible', reason: body.Reason },
        };
      }),

    agreeInterruptible: (context, { body }) =>
      decide(context, body.AccountId, (account) => {
        const asked = needLoosening(account);
        if (asked.askedBy === context.caller.userId) throw new Refusal(prepaidErrors.loosenOwn);
        return {
          values: { load_class: 'interruptible', ...notLoosening },
          before: { loadClass: 'protected' },
          after: { loadClass: 'interruptible', loadAskedBy: asked.askedName, reason: asked.reason },
        };
      }),

    withdrawInterruptible: (context, { body }) =>
      decide(context, body.AccountId, (account) => {
        needLoosening(account);
        return { values: notLoosening, before: { loadClassAsked: 'interruptible' }, after: { loadClassAsked: null } };
      }),
  };
}
