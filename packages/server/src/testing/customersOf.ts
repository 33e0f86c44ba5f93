import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { sheetOf } from './peopleOf.ts';

/** Customers: one with the project, others whose service is over. */
export interface CustomerIds {
  customerId: number;
  spareCustomerId: number;
  dueCustomerId: number;
  dueCustomerEnd: string;
  endingCustomerId: number;
  lostCustomerId: number;
  renewedCustomerId: number;
  renewedCustomerEnd: string;
  customerDocumentId: number;
  freeContractNumber: string;
  customerSheet: File;
  /** Other than any before: what is saved changes something. */
  freeReminderDays: number;
}

let reminders = 0;

export async function customersOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<CustomerIds> {
  const at = new Date();
  const number = () => randomUUID().slice(0, 13);
  const customer = async (validTo: string, lostAt: Date | null = null): Promise<number> => {
    const { id } = await db
      .insertInto('customer')
      .values({
        company_id: companyId,
        shop_name: `${marker} shop`,
        contacts: JSON.stringify([{ name: marker, mobile: '', email: '' }]),
        contract_number: `${marker} ${number()}`,
        valid_from: '2025-01-01',
        valid_to: validTo,
        province: marker,
        city: marker,
        provider: marker,
        controlled: true,
        lost_at: lostAt,
        note: marker,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const customerId = await customer('2899-01-01');
  await db
    .insertInto('customer_project')
    .values({ customer_id: customerId, project_id: projectId })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ customer_id: customerId }))
    .execute();
  await db
    .insertInto('customer_event')
    .values({ customer_id: customerId, kind: 'controlled', at, user_id: userId, reason: marker })
    .execute();
  const fileId = randomBytes(18).toString('base64url');
  await db
    .insertInto('uploaded_file')
    .values({
      ...{ id: fileId, company_id: companyId, user_id: userId, name: `${marker}.pdf` },
      ...{ content_type: 'application/pdf', size_bytes: 1000, uploaded_at: at },
    })
    .execute();
  const { id: customerDocumentId } = await db
    .insertInto('customer_document')
    .values({ customer_id: customerId, file_id: fileId, at, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const dueCustomerEnd = '2026-01-31';
  const renewedCustomerEnd = '2899-06-30';
  const renewedCustomerId = await customer(renewedCustomerEnd);
  await db
    .insertInto('customer_event')
    .values({
      ...{ customer_id: renewedCustomerId, kind: 'renewed', at, user_id: userId, reason: marker },
      ...{ from_end: '2026-06-30', to_end: renewedCustomerEnd },
      replaced: JSON.stringify({ number: `${marker} ${number()}`, lost_at: null, projects: [] }),
    })
    .execute();
  return {
    customerId,
    customerDocumentId,
    spareCustomerId: await customer('2899-01-01'),
    dueCustomerId: await customer(dueCustomerEnd),
    dueCustomerEnd,
    endingCustomerId: await customer('2026-02-01'),
    renewedCustomerId,
    renewedCustomerEnd,
    lostCustomerId: await customer('2026-02-02', at),
    freeContractNumber: number(),
    customerSheet: await sheetOf(
      ['门店名称', '服务合同编号', '服务开始', '服务到期'],
      [[`Imported ${number()}`, number(), '2026-01-01', '2027-12-31']],
    ),
    freeReminderDays: 31 + (reminders++ % 300),
  };
}
