import { commonErrors, prepaidErrors, rechargeNext } from '@watchpost/contract';
import { type Caller, system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { writeDownPoint } from '../../writing/index.ts';
import type { PrepaidDeps } from '../deps.ts';
import { needAccount, needOpen } from '../needAccount.ts';
import { trusted } from '../trustedReading.ts';
import { yuanOf } from '../yuan.ts';
import { judgeDelivery } from './judgeDeliveries.ts';
import { beginDelivery, deliveriesUnderWay, findOrder, moveDelivery, ordersUnderWay } from './recharges.store.ts';

/** The number of purchases before a delivery must not be older than this. */
const countAgeMs = 15 * 60_000;

/**
 * Sends a recharge to its meter once, after the number of purchases is known and nothing else is on its way. The order and its write
 * are written down together, before anything is sent: a failure afterwards leaves it on its way, for the number of purchases to judge.
 *
 * @returns `credited`: it is certain that nothing was sent
 * @throws Refusal the reason why nothing will be sent; the order stays as it was
 */
export async function deliver(
  deps: PrepaidDeps,
  context: CallContext<Caller>,
  orderId: number,
): Promise<'credited' | 'delivering'> {
  const { db, clock, live, writing } = deps;
  const { caller } = context;
  const { tenant } = caller;
  const begun = await inOneWrite(deps, context, async (write) => {
    const { transaction } = write;
    const order = await findOrder(tenant, transaction, orderId, 'lock');
    if (!order) throw new Refusal(commonErrors.notFound);
    const account = needOpen(await needAccount(caller, transaction, order.account_id, 'lock'));
    if (account.mode !== 'meterHeld' || !rechargeNext[order.state].includes('delivering'))
      throw new Refusal(prepaidErrors.notDeliverable);
    if ((await ordersUnderWay(tenant, transaction, account.id)).length > 0)
      throw new Refusal(prepaidErrors.deliveryPending);
    const { amount_point_id: pointId } = account;
    const count = trusted(live, account.count_point_id);
    if (!count || clock.now() - count.at > countAgeMs || pointId === null)
      throw new Refusal(prepaidErrors.countUnknown);
    const amountYuan = yuanOf(order.amount_fen);
    const recordId = await writeDownPoint(deps, write, caller, {
      pointId,
      value: amountYuan,
      reason: order.order_number,
      accountId: account.id,
    });
    await beginDelivery(tenant, transaction, order.id, { recordId, countBefore: count.value });
    return { recordId, pointId, amountYuan };
  });
  await writing.send(begun.recordId, begun.pointId, begun.amountYuan);
  const [delivery] = await deliveriesUnderWay(system, db, orderId);
  if (delivery?.record_id !== begun.recordId) return 'delivering';
  const state = judgeDelivery(delivery, null) === 'credited' ? 'credited' : 'delivering';
  await moveDelivery(system, db, delivery, state);
  return state;
}
