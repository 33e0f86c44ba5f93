import { type Bilingual, repairReaders } from '@watchpost/contract';
import { system, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { insertMessages, membersFor } from './messages.store.ts';
import { subjectOf } from './orderName.ts';
import type { OrderRow } from './repair.store.ts';

/** Who is told of a step. */
export type Audience = 'applicant' | 'assignee' | 'dispatchers';

/**
 * Writes messages about an order as it stands now. Nobody is told what they did themselves. An order that nobody is named for goes
 * to the dispatchers.
 */
export async function tell(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: OrderRow,
  { to, text, at }: { to: readonly Audience[]; text: Bilingual; at: Date },
): Promise<void> {
  const people: number[] = [];
  if (to.includes('applicant') && order.applicant_id !== null) people.push(order.applicant_id);
  const isAsked = to.includes('assignee');
  if (isAsked && order.assignee_id !== null) people.push(order.assignee_id);
  if (to.includes('dispatchers') || (isAsked && order.assignee_id === null))
    people.push(...(await membersFor(tenant, transaction, order, ['repairDispatch'])));
  const urgent = order.severity === 1 && order.status === 1;
  const others = people.filter((userId) => userId !== tenant.userId);
  await tellPeople(transaction, order, others, text, at, urgent);
}

/** Writes what these people are told of an order: who reported or repaired it may have lost the right since. */
export async function tellPeople(
  transaction: DbOrTransaction,
  order: OrderRow,
  userIds: readonly number[],
  text: Bilingual,
  at: Date,
  urgent = false,
): Promise<void> {
  const readers = await membersFor(system, transaction, order, repairReaders);
  const subject = subjectOf(order);
  await insertMessages(system, transaction, {
    orderId: order.id,
    userIds: userIds.filter((userId) => readers.includes(userId)),
    text: { zh: `${subject.zh}：${text.zh}`, en: `${subject.en}: ${text.en}` },
    urgent,
    at,
  });
}
