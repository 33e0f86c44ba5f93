import type { Db } from '../platform/db/database.ts';

/** An event that concerns an account of the company. No call names one. */
export async function securityEventsOf(
  db: Db,
  { companyId }: { companyId: number },
  marker: string,
): Promise<Record<never, never>> {
  const { count } = await db
    .selectFrom('security_event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const at = new Date();
  await db
    .insertInto('security_event')
    .values({
      company_id: companyId,
      minute: at,
      kind: 'signInFailed',
      user_name: `${marker} Lin`,
      account: '',
      subject: `${count}`,
      network: '203.0.113.9',
      user_agent: '',
      count: 1,
      first_at: at,
      last_at: at,
    })
    .execute();
  return {};
}
