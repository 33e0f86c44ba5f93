import { commonErrors, type prepaidCalls, prepaidErrors, type RechargeRow, rechargeNext } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { book } from '../accounts/ledger.store.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { tellPrepaid } from '../tellPrepaid.ts';
import { yuanOf } from '../yuan.ts';
import { deliver } from './deliver.ts';
import {
  findOrder,
  findOrderOf,
  insertOrder,
  lockOrders,
  moveOrder,
  type OrderRow,
  pageOrders,
} from './recharges.store.ts';

type RechargeCalls = Pick<
  typeof prepaidCalls,
  'rechargeMeter' | 'deliverRecharge' | 'settleRecharge' | 'reverseRecharge' | 'getRechargePage'
>;

export function rechargeHandlers(deps: PrepaidDeps): Handlers<RechargeCalls> {
  const { db, clock, events } = deps;

  const presentOrder = (row: OrderRow): RechargeRow => ({
    OrderId: row.id,
    AccountId: row.account_id,
    Consumer: row.consumer,
    OrderNumber: row.order_number,
    AmountFen: row.amount_fen,
    Channel: row.channel,
    ExternalId: row.external_id,
    State: row.state,
    CreateEpoch: row.created_at.getTime(),
    CreateName: row.created_name,
  });

  return {
    async rechargeMeter(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      // Fen, unlike amounts of other calls.
      const { Amount: amountFen } = body;
      const credited = await inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        await lockOrders(tenant, transaction);
        const account = needOpen(await needAccount(caller, transaction, body.AccountId, 'lock'));
        const present = await findOrderOf(tenant, transaction, { orderNumber: body.OrderNumber });
        if (present) {
          // Sent once more: the same answer, and nothing twice.
          if (present.account_id !== account.id || present.amount_fen !== amountFen)
            throw new Refusal(prepaidErrors.otherOrder);
          write.unchanged();
          return { id: present.id, isNew: false };
        }
        if (body.ExternalId !== '' && (await findOrderOf(tenant, transaction, { externalId: body.ExternalId })))
          throw new Refusal(prepaidErrors.paidTwice);
        if (account.balance_fen + amountFen > account.hoard_limit_fen)
          throw new Refusal(prepaidErrors.tooMuch, { limit: yuanOf(account.hoard_limit_fen) });
        const at = new Date(clock.now());
        const entryId = await book(tenant, transaction, {
          accountId: account.id,
          kind: 'recharge',
          amountFen,
          against: 'cash',
          at,
          note: body.OrderNumber,
          byUser: tenant.userId,
        });
        const id = await insertOrder(tenant, transaction, {
          account_id: account.id,
          order_number: body.OrderNumber,
          amount_fen: amountFen,
          channel: body.Channel,
          external_id: body.ExternalId === '' ? null : body.ExternalId,
          entry_id: entryId,
          created_at: at,
        });
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'recharge', id, name: `${account.consumer} ${body.OrderNumber}` },
          after: { amountYuan: yuanOf(amountFen), rechargeOrderNumber: body.OrderNumber },
        });
        tellPrepaid(write, events, tenant.companyId);
        return { id, isNew: true };
      });
      const account = await needAccount(caller, db, body.AccountId);
      const order = (await findOrder(tenant, db, credited.id))!;
      return { OrderId: credited.id, State: order.state, BalanceFen: account.balance_fen };
    },

    async deliverRecharge(context, { body }) {
      const State = await deliver(deps, context, body.OrderId);
      events.emit('listsChanged', { companyId: context.caller.tenant.companyId, kinds: ['energy'] });
      return { State };
    },

    async settleRecharge(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const order = await findOrder(tenant, write.transaction, body.OrderId, 'lock');
        if (!order) throw new Refusal(commonErrors.notFound);
        if (order.state !== 'disputed') throw new Refusal(prepaidErrors.notDeliverable);
        const state = body.IsInMeter ? 'delivered' : 'credited';
        await moveOrder(tenant, write.transaction, order.id, ['disputed'], state);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: { kind: 'recharge', id: order.id, name: `${order.consumer} ${order.order_number}` },
          before: { rechargeState: 'disputed' },
          after: { rechargeState: state, reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return null;
      });
    },

    async reverseRecharge(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const order = await findOrder(tenant, transaction, body.OrderId, 'lock');
        if (!order) throw new Refusal(commonErrors.notFound);
        const account = needOpen(await needAccount(caller, transaction, order.account_id, 'lock'));
        if (!rechargeNext[order.state].includes('reversed')) throw new Refusal(prepaidErrors.notReversible);
        if (order.state === 'delivered' && account.balance_fen < order.amount_fen)
          throw new Refusal(prepaidErrors.spent);
        await book(tenant, transaction, {
          accountId: account.id,
          kind: 'reversal',
          amountFen: -order.amount_fen,
          against: 'cash',
          at: new Date(clock.now()),
          reversesId: order.entry_id,
          note: body.Reason,
          byUser: tenant.userId,
        });
        await moveOrder(tenant, transaction, order.id, [order.state], 'reversed');
        write.log({
          companyId: tenant.companyId,
          projectId: account.project_id,
          subject: { kind: 'recharge', id: order.id, name: `${account.consumer} ${order.order_number}` },
          before: { rechargeState: order.state },
          after: { rechargeState: 'reversed', amountYuan: yuanOf(order.amount_fen), reason: body.Reason },
        });
        tellPrepaid(write, events, tenant.companyId);
        return null;
      });
    },

    async getRechargePage({ caller }, { body }) {
      if (!caller.tenant.projectIds.includes(body.ProjectId)) throw new Refusal(commonErrors.notFound);
      const { rows, total } = await pageOrders(
        caller.tenant,
        db,
        { projectId: body.ProjectId, accountId: body.AccountId },
        body.IsAsc,
        rowRange(body),
      );
      return { Data: rows.map(presentOrder), TotalCount: total };
    },
  };
}
