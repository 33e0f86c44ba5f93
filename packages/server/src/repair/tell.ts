import { type Bilingual, repairReaders } from '@watchpost/contract';
import { system, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { lentTo } from './loans/loan.store.ts';
import { insertMessages, membersFor } from './messages.store.ts';
import { subjectOf } from './orderName.ts';
import type { OrderRow } from './repair.store.ts';

/** Who is told of a step. */
export type Audience = 'applicant' | 'assignee' | 'dispatchers';

/**
 * Writes messages about an order as it stands now. Nobody is told what they did themselves. An order that nobody is named for goes
 * to its team, else to the dispatchers.
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
  const isOfTeam = order.team_id !== null && order.status === 1;
  if (isAsked && order.assignee_id === null && isOfTeam) people.push(...(await lentTo(tenant, transaction, order.id)));
  if (to.includes('dispatchers') || (isAsked && order.assignee_id === null && !isOfTeam))
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
  const lent = (await lentTo(system, transaction, order.id)).filter((userId) => !readers.includes(userId));
  const write = (to: readonly number[], subject: Bilingual) =>
    insertMessages(system, transaction, {
      orderId: order.id,
      userIds: userIds.filter((userId) => to.includes(userId)),
      text: { zh: `${subject.zh}：${text.zh}`, en: `${subject.en}: ${text.en}` },
      urgent,
      at,
    });
  await write(readers, subjectOf(order));
  // To whom it is only offered, it names the kind of device.
  const kind = { zh: order.class_name ?? order.project_name, en: order.class_name_en ?? order.project_name };
  await write(lent, order.status === 1 ? kind : subjectOf(order));
}
