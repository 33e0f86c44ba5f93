import { commonErrors, type FaultCodeKind, repairErrors } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type FaultCodeRow, findFaultCode } from './faultCode.store.ts';

/**
 * A code that somebody chose for an order: of the catalogue, in use, of that kind and fitting the class of the device.
 *
 * @param classId null: an area, or a device that is gone
 * @throws Refusal `notFound`, `codeOfAnotherKind`, `codeUnused`, `codeOfAnotherClass`
 */
export async function needCode(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { id, kind, classId }: { id: number; kind: FaultCodeKind; classId: number | null },
): Promise<FaultCodeRow> {
  const code = await findFaultCode(tenant, db, id);
  if (!code) throw new Refusal(commonErrors.notFound);
  if (code.kind !== kind) throw new Refusal(repairErrors.codeOfAnotherKind, { code: code.code });
  if (code.device_class_id !== null && code.device_class_id !== classId)
    throw new Refusal(repairErrors.codeOfAnotherClass);
  if (!code.active) throw new Refusal(repairErrors.codeUnused, { code: code.code });
  return code;
}
