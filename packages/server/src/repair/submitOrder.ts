import { type Bilingual, repairErrors, repairSources, workErrors } from '@watchpost/contract';
import { type UserTenant, zoneOf } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { takeNumber } from '../work/index.ts';
import { faultOf } from './orderName.ts';
import {
  agreedTargets,
  isServedAt,
  lockDeviceReports,
  type OrderChange,
  type OrderRow,
  openOrderOf,
} from './repair.store.ts';
import type { Viewer } from './viewer.ts';

/** A lock that was not had in time. */
const lockNotAvailable = '55P03';

/** By the company's calendar. Taken last: the row of the series is locked until the commit. */
async function numberFor(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  companyId: number,
  now: number,
): Promise<string> {
  const day = localOfEpoch(now, await zoneOf({ companyId }, transaction)).slice(0, 10);
  try {
    return await takeNumber(tenant, transaction, { companyId, kind: 'R', day });
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) throw new Refusal(workErrors.numberFailed);
    throw error;
  }
}

/** What an order gets when it is submitted: its number, and the targets of a contract that is in effect then. @throws Refusal `numberFailed` */
export async function submission(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: OrderRow,
  at: Date,
): Promise<OrderChange & { number: string }> {
  const agreed = await agreedTargets(tenant, transaction, order, at);
  const targets = agreed && {
    response: agreed.response * 60,
    arrival: agreed.arrival * 60,
    resolution: agreed.resolution * 60,
    ...(agreed.hours && { hours: agreed.hours }),
  };
  return {
    number: await numberFor(tenant, transaction, order.company_id, at.getTime()),
    submitted_at: at,
    contract_id: agreed?.contract_id ?? null,
    targets: targets && JSON.stringify(targets),
  };
}

/** Orders may be finished after the service has ended, and none made. */
export async function needService(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  at: Date,
): Promise<void> {
  if (!(await isServedAt(tenant, transaction, projectId, at))) throw new Refusal(workErrors.serviceEnded);
}

/** For a report that does not say that it is another fault. @throws Refusal `alreadyOpen` with the device's open order */
export async function needNoOpenOrder(viewer: Viewer, transaction: DbOrTransaction, deviceId: number): Promise<void> {
  await lockDeviceReports(viewer, transaction, deviceId);
  const open = await openOrderOf(viewer, transaction, deviceId);
  if (open) throw new Refusal(repairErrors.alreadyOpen, { order: open.number }, [open.id]);
}

export const submittedText = (
  order: Pick<OrderRow, 'symptom_zh' | 'symptom_en' | 'fault_content' | 'source'>,
): Bilingual => {
  const { zh, en } = repairSources[order.source];
  const fault = faultOf(order);
  return { zh: `${zh}：${fault.zh}`, en: `${en}: ${fault.en}` };
};
