import { commonErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockUnits, type UnitRow } from './unit.store.ts';

/** A unit as the operation log names it. */
export const unitSubject = ({ id, name }: Pick<UnitRow, 'id' | 'name'>) => ({ kind: 'bootUnit' as const, id, name });

/** Whether its figures, model and number are frozen. */
export const isReleased = ({ state }: Pick<UnitRow, 'state'>): boolean => state === 'released' || state === 'booted';

/** Units that the caller sees, locked until the transaction ends. @throws Refusal `notFound` when one is not among them */
export async function needUnits(
  { tenant }: Caller,
  { transaction }: Pick<OneWrite, 'transaction'>,
  ids: readonly number[],
): Promise<UnitRow[]> {
  const wanted = [...new Set(ids)];
  const units = await lockUnits(tenant, transaction, wanted);
  if (units.length < wanted.length) throw new Refusal(commonErrors.notFound);
  return units;
}

export const needUnit = async (caller: Caller, write: Pick<OneWrite, 'transaction'>, id: number): Promise<UnitRow> =>
  (await needUnits(caller, write, [id]))[0]!;
