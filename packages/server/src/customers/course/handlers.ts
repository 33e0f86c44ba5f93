import { type customerCalls, customerErrors, renewalUndoDays } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inFen } from '../../platform/yuan.ts';
import { extendService, undoExtension } from '../../projects/index.ts';
import {
  type CustomerRow,
  type CustomerValues,
  insertEvent,
  projectIdsOf,
  undoableRenewal,
  updateCustomer,
} from '../customer.store.ts';
import { type CustomerDeps, tellCustomers } from '../deps.ts';
import { dueBy } from '../dueBy.ts';
import { customerState, inLog, subjectOf } from '../present.ts';

type Calls = Pick<typeof customerCalls, 'renewCustomer' | 'undoRenewal' | 'markCustomerLost' | 'undoCustomerLost'>;

/** Refuses values that do not go together, or that another customer has. */
export type NeedToFit = (
  context: { caller: Caller; language: 'zh' | 'en' },
  write: OneWrite,
  values: Partial<CustomerValues>,
  whole: Pick<CustomerValues, 'valid_from' | 'valid_to'>,
  /** Those that come to it; the ones that it has may be open to the caller in part. */
  comingProjects: readonly number[],
  exceptId: number | null,
) => Promise<void>;

/** The earliest renewal that can still be undone was made then. */
export const undoableSince = (now: number): Date => new Date(now - renewalUndoDays * 86_400_000);

/** How the service of a customer goes on, or does not. */
export function courseHandlers(
  deps: CustomerDeps,
  {
    needCustomer,
    needToFit,
  }: {
    readonly needCustomer: (caller: Caller, transaction: DbOrTransaction, id: number) => Promise<CustomerRow>;
    readonly needToFit: NeedToFit;
  },
): Handlers<Calls> {
  const { clock } = deps;
  return {
    renewCustomer: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const before = await needCustomer(caller, write.transaction, body.CustomerId);
        if (before.valid_to !== body.FromEnd)
          throw new Refusal(customerErrors.renewedMeanwhile, { end: before.valid_to });
        if (body.EndDate <= before.valid_to) throw new Refusal(customerErrors.endNotLater);
        const { today } = await dueBy(tenant, write.transaction, clock.now());
        if (body.EndDate < today) throw new Refusal(customerErrors.endInPast);
        const values: Partial<CustomerValues> = {
          valid_to: body.EndDate,
          ...(body.ContractNumber !== undefined && { contract_number: body.ContractNumber }),
        };
        await needToFit(context, write, values, { ...before, ...values }, [], before.id);
        const at = new Date(clock.now());
        await updateCustomer(tenant, write.transaction, before.id, { ...values, lost_at: null }, at);
        const projects = await projectIdsOf(tenant, write.transaction, before.id);
        const moved = await extendService(deps, write, tenant, projects, body.EndDate);
        await insertEvent(tenant, write.transaction, {
          customer_id: before.id,
          kind: 'renewed',
          at,
          user_id: userId,
          from_end: before.valid_to,
          to_end: body.EndDate,
          amount_fen: inFen(body.Amount ?? null),
          number: body.ContractNumber ?? before.contract_number,
          reason: body.Note,
          replaced: { number: before.contract_number, lost_at: before.lost_at?.toISOString() ?? null, projects: moved },
        });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(before),
          before: inLog({ valid_to: before.valid_to }),
          after: { ...inLog(values), customerProjects: moved.length },
        });
        tellCustomers(deps, write, tenant.companyId);
        return { ProjectCount: moved.length };
      }),

    undoRenewal: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const before = await needCustomer(context.caller, write.transaction, body.CustomerId);
        if (before.valid_to !== body.ToEnd)
          throw new Refusal(customerErrors.renewedMeanwhile, { end: before.valid_to });
        const renewal = await undoableRenewal(tenant, write.transaction, before, undoableSince(clock.now()));
        if (!renewal) throw new Refusal(customerErrors.notRenewed, { days: renewalUndoDays });
        const { from_end: end, number, replaced } = renewal;
        const values: Partial<CustomerValues> = {
          valid_to: end,
          // What somebody has corrected since stays.
          ...(before.contract_number === number && { contract_number: replaced.number }),
        };
        await needToFit(context, write, values, { ...before, ...values }, [], before.id);
        const at = new Date(clock.now());
        const lostAt = replaced.lost_at === null ? null : new Date(replaced.lost_at);
        await updateCustomer(tenant, write.transaction, before.id, { ...values, lost_at: lostAt }, at);
        // A project that is another customer's by now keeps the end that it has there.
        const own = new Set(await projectIdsOf(tenant, write.transaction, before.id));
        const projects = replaced.projects.filter(({ id }) => own.has(id));
        const ended = await undoExtension(deps, write, tenant, projects, before.valid_to);
        await insertEvent(tenant, write.transaction, {
          ...{ customer_id: before.id, kind: 'renewalUndone', at, user_id: userId, reason: '' },
          ...{ from_end: before.valid_to, to_end: end },
        });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(before),
          before: inLog({ valid_to: before.valid_to }),
          after: { ...inLog(values), customerProjects: ended },
        });
        tellCustomers(deps, write, tenant.companyId);
        return { ProjectCount: ended };
      }),

    markCustomerLost: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const before = await needCustomer(caller, write.transaction, body.CustomerId);
        if (before.lost_at !== null) throw new Refusal(customerErrors.lostAlready);
        const state = customerState(before, await dueBy(tenant, write.transaction, clock.now()));
        if (state === 'running') throw new Refusal(customerErrors.notDue);
        const at = new Date(clock.now());
        await updateCustomer(tenant, write.transaction, before.id, { lost_at: at }, at);
        await insertEvent(tenant, write.transaction, {
          customer_id: before.id,
          kind: 'lost',
          at,
          user_id: userId,
          lost_reason: body.LostReason,
          reason: body.Reason,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(before),
          after: { lostReason: body.LostReason, reason: body.Reason },
        });
        tellCustomers(deps, write, tenant.companyId);
        return null;
      }),

    undoCustomerLost: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const before = await needCustomer(caller, write.transaction, body.CustomerId);
        if (before.lost_at === null) throw new Refusal(customerErrors.notLost);
        const at = new Date(clock.now());
        await updateCustomer(tenant, write.transaction, before.id, { lost_at: null }, at);
        await insertEvent(tenant, write.transaction, {
          customer_id: before.id,
          kind: 'notLost',
          at,
          user_id: userId,
          reason: '',
        });
        write.log({ companyId: tenant.companyId, projectId: null, subject: subjectOf(before) });
        tellCustomers(deps, write, tenant.companyId);
        return null;
      }),
  };
}
