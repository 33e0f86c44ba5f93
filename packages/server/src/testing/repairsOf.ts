import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { randomCode } from '../platform/randomCode.ts';
import { receiptLength, stickerIdLength } from '../repair/stickers/codeLengths.ts';
import { aTeam } from './teamFactory.ts';

/** Repair orders, one in each state that a step begins with. The member reported all of them, and repairs those that are accepted. */
export interface RepairOrders {
  draftRepairId: number;
  awaitingRepairId: number;
  acceptedRepairId: number;
  /** Of that order. */
  overPauseId: number;
  pausedRepairId: number;
  signedInRepairId: number;
  finishedRepairId: number;
  completedRepairId: number;
  /** Of the device. */
  stickerId: string;
  /** Of a report by it. */
  reportReceipt: string;
  /** Of a request that was never made before. */
  clientKey: string;
}

const stamps = { submitted_at: 1, accepted_at: 2, arrived_at: 3, finished_at: 6, completed_at: 7 } as const;

export async function repairsOf(
  db: Db,
  { projectId, deviceId, userId }: { projectId: number; deviceId: number; userId: number },
  marker: string,
): Promise<RepairOrders> {
  const at = new Date();
  const make = async (status: number, extra: { paused?: boolean; repairer?: boolean } = {}): Promise<number> => {
    const times = Object.fromEntries(
      Object.entries(stamps)
        .filter(([, from]) => status >= from)
        .map(([column]) => [column, at]),
    );
    const { id } = await db
      .insertInto('repair_order')
      .values({
        project_id: projectId,
        number: status === -1 ? null : `R20260101-${marker}-${randomUUID().slice(0, 8)}`,
        status,
        severity: 2,
        source: 'manual',
        device_id: deviceId,
        device_name: `${marker} Freezer`,
        fault_content: `${marker} Freezer too warm`,
        service_type: 'onSite',
        applicant_id: userId,
        applicant_name: `${marker} Person`,
        assignee_id: extra.repairer === false ? null : userId,
        assignee_name: extra.repairer === false ? null : `${marker} Person`,
        created_at: at,
        paused_since: extra.paused ? at : null,
        recovery_state: status >= 6 ? 'verified' : null,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status !== -1)
      await db
        .insertInto('work_journal')
        .values({
          project_id: projectId,
          order_kind: 'repair',
          order_id: id,
          at,
          user_id: userId,
          user_name: `${marker} Person`,
          action: 'submit',
          to_state: 1,
          text_zh: `${marker} Freezer too warm`,
          text_en: `${marker} Freezer too warm`,
        })
        .execute();
    return id;
  };
  /** One that is over, so that it can be voided. */
  const aPause = async (orderId: number): Promise<number> => {
    const { id } = await db
      .insertInto('work_pause')
      .values({
        ...{ project_id: projectId, order_kind: 'repair', order_id: orderId, reason: 'waitingParts', note: marker },
        ...{ from_at: at, until_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const awaitingRepairId = await make(1);
  const acceptedRepairId = await make(2);
  await db
    .insertInto('repair_message')
    .values({
      order_id: awaitingRepairId,
      user_id: userId,
      at,
      text_zh: `${marker} Freezer`,
      text_en: `${marker} Freezer`,
      sent_at: at,
    })
    .execute();
  const stickerId = randomCode(stickerIdLength);
  await db
    .insertInto('device_sticker')
    .values({ id: stickerId, device_id: deviceId, project_id: projectId, made_at: at, made_by: `${marker} Person` })
    .execute();
  const draftRepairId = await make(-1);
  const reportReceipt = randomCode(receiptLength);
  await db
    .insertInto('sticker_report')
    .values({ receipt: reportReceipt, sticker_id: stickerId, order_id: draftRepairId, reported_at: at, told_at: at })
    .execute();
  return {
    stickerId,
    reportReceipt,
    draftRepairId,
    awaitingRepairId,
    acceptedRepairId,
    overPauseId: await aPause(acceptedRepairId),
    pausedRepairId: await make(2, { paused: true }),
    signedInRepairId: await make(3),
    finishedRepairId: await make(6, { repairer: false }),
    completedRepairId: await make(7),
    clientKey: randomUUID(),
  };
}

/** A code of the company's own catalogue, which everybody of the company sees. */
export async function faultCodesOf(
  db: Db,
  { companyId }: { companyId: number },
  marker: string,
): Promise<{ faultCodeId: number }> {
  const { id } = await db
    .insertInto('fault_code')
    .values({
      company_id: companyId,
      kind: 'symptom',
      code: `C${randomUUID().slice(0, 8)}`,
      name_zh: `${marker} symptom`,
      name_en: `${marker} symptom`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { faultCodeId: id };
}

/** Lends a device to somebody from outside: an order that they have accepted as a member of a team. */
export async function lend(
  db: Db,
  {
    companyId,
    projectId,
    deviceId,
    userId,
  }: { companyId: number; projectId: number; deviceId: number; userId: number },
): Promise<void> {
  const team = await aTeam(db, companyId, [userId], [], { name: 'Lenders' });
  const at = new Date();
  const { id } = await db
    .insertInto('repair_order')
    .values({
      ...{ project_id: projectId, number: `R-${randomUUID()}`, status: 2, severity: 2, source: 'manual' },
      ...{ device_id: deviceId, device_name: 'Lent', fault_content: 'Lent', service_type: 'onSite' },
      ...{
        applicant_name: 'Lender',
        assignee_id: userId,
        assignee_name: 'Borrower',
        team_id: team,
        team_name: 'Lenders',
      },
      ...{ created_at: at, submitted_at: at, accepted_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('device_loan')
    .values({
      ...{ order_id: id, project_id: projectId, device_id: deviceId, user_id: userId },
      ...{ from_at: at, curve_from: at, until_at: new Date(at.getTime() + 86_400_000) },
    })
    .execute();
}
