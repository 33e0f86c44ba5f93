import { type Bilingual, commonErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { insertRecords } from '../records.store.ts';
import { rightsOf, type WriteDeps } from '../rightsOf.ts';
import type { Order } from '../Writing.ts';
import { valueInWords } from '../words.ts';

/** The word of a state is kept in both languages, a number as it is. */
const asLogged = ({ zh, en }: Bilingual): Bilingual | string => (zh === en ? zh : { zh, en });

/** A value for a point, with the reason that the write log and the operation log keep. */
export type NewWrite = Order & { readonly reason?: string | undefined };

/**
 * Checks a value for one point and writes it down inside a write that may keep more. Nothing is sent: the caller does it with
 * `Writing.send` once the transaction has ended, so that a crash leaves no write that nobody knows of.
 *
 * @returns the record in the write log
 * @throws Refusal the reason why nothing will be sent
 */
export async function writeDownPoint(
  { clock, writing }: Pick<WriteDeps, 'clock' | 'writing'>,
  { transaction, log }: Pick<OneWrite, 'transaction' | 'log'>,
  caller: Caller,
  { reason = '', ...order }: NewWrite,
): Promise<number> {
  const writer = { tenant: caller.tenant, rights: rightsOf(caller) };
  const passed = await writing.pass(transaction, writer, order);
  if (!passed) throw new Refusal(commonErrors.notFound);
  const { point, oldValue, returnAt, returnValue } = passed;
  const [id] = await insertRecords(caller.tenant, transaction, [
    {
      point,
      value: order.value,
      oldValue,
      reason,
      userId: caller.userId,
      requestedAt: new Date(clock.now()),
      outcome: 'sending',
      returnAt,
      returnValue,
    },
  ]);
  log({
    companyId: point.company_id,
    projectId: point.project_id,
    subject: {
      kind: 'point',
      id: point.point_id,
      name: [point.device_name, point.name].filter(Boolean).join(' · '),
    },
    before: oldValue === null ? null : { value: asLogged(valueInWords(point, oldValue)) },
    after: {
      value: asLogged(valueInWords(point, order.value)),
      ...(reason === '' ? {} : { reason }),
      ...(order.returnMinutes === undefined ? {} : { returnMinutes: order.returnMinutes }),
    },
  });
  return id!;
}

/**
 * Writes one value to one point: checks it, records it, sends it and reports the outcome.
 *
 * @returns the record in the write log
 */
export async function writePoint(
  deps: Pick<WriteDeps, 'db' | 'clock' | 'writing'>,
  context: CallContext<Caller>,
  order: NewWrite,
): Promise<number> {
  const recordId = await inOneWrite(deps, context, (write) => writeDownPoint(deps, write, context.caller, order));
  // Only now, when a crash could no longer leave a write that nobody knows of.
  await deps.writing.send(recordId, order.pointId, order.value);
  return recordId;
}
