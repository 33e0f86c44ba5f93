import { loosenHours, type prepaidCalls, prepaidErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { type AccountRow, type AccountValues, type Loosening, updateAccount } from './accounts.store.ts';

/** What somebody asked for and nobody else decided yet; null: nothing. A request of a person who is gone counts no more. */
export function loosening(
  account: AccountRow,
  now: number,
): { askedBy: number; askedName: string; askedAt: Date; endsAt: Date; reason: string } | null {
  const { loosen_asked_by: askedBy, loosen_asked_at: askedAt } = account;
  if (account.load_class !== 'protected' || account.closed_at || askedBy === null || askedAt === null) return null;
  const endsAt = new Date(askedAt.getTime() + loosenHours * 3_600_000);
  if (endsAt.getTime() <= now) return null;
  return { askedBy, askedName: account.loosen_asked_name ?? '', askedAt, endsAt, reason: account.loosen_reason ?? '' };
}
/** Nobody waits for a decision any more. */
export const notLoosening = { loosen_asked_by: null, loosen_asked_at: null, loosen_reason: null };

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
