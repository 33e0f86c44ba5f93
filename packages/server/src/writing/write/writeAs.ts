import { type Bilingual, describeException, writeOutcomes, writingErrors } from '@watchpost/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import { insertRecords } from '../records.store.ts';
import type { Order, Writing } from '../Writing.ts';
import { type WriteOwner, writerNow } from '../writerNow.ts';

/**
 * One value for one point by somebody's rights of this moment, when nobody waits for the answer.
 *
 * @returns whether the device has the value, null: nobody knows; why not; and the value before, null: nobody knew it
 * @throws Refusal the reason why nothing was sent
 */
export async function writeAs(
  writing: Writing,
  owner: WriteOwner,
  order: Order,
  reason: string,
): Promise<{ success: boolean | null; said: Bilingual; oldValue: number | null }> {
  const { db, clock } = writing.deps;
  const { recordId, oldValue } = await db.transaction().execute(async (transaction) => {
    const writer = await writerNow(transaction, owner);
    const passed = await writing.pass(transaction, writer, order);
    if (!passed) throw new Refusal(writingErrors.noLongerYours);
    const { point, oldValue } = passed;
    const [recordId] = await insertRecords(writer.tenant, transaction, [
      {
        point,
        value: order.value,
        oldValue,
        reason,
        userId: owner.userId,
        requestedAt: new Date(clock.now()),
        outcome: 'sending',
      },
    ]);
    return { recordId: recordId!, oldValue };
  });
  const { outcome, exceptionCode } = await writing.send(recordId, order.pointId, order.value);
  const said = exceptionCode === null ? writeOutcomes[outcome].hint : describeException(exceptionCode);
  return { success: writeOutcomes[outcome].success, said, oldValue };
}
