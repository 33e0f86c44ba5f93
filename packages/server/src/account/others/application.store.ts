import type { Language } from '@watchpost/contract';
import type { SystemTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface ApplicationRow {
  id: number;
  company_name: string;
  industry: number;
  full_name: string;
  mobile: string;
  language: Language;
  state: 'pending' | 'approved' | 'refused';
  applied_at: Date;
  decided_at: Date | null;
  decided_by_name: string | null;
  reason: string | null;
  company_id: number | null;
}

/** Null when an application with this phone number waits already. */
export async function insertApplication(
  _system: SystemTenant,
  db: DbOrTransaction,
  application: {
    companyName: string;
    industry: number;
    fullName: string;
    mobile: string;
    language: Language;
    at: Date;
  },
): Promise<number | null> {
  const row = await db
    .insertInto('company_application')
    .values({
      company_name: application.companyName,
      industry: application.industry,
      full_name: application.fullName,
      mobile: application.mobile,
      language: application.language,
      applied_at: application.at,
    })
    .onConflict((conflict) => conflict.column('mobile').where('state', '=', 'pending').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The newest first. */
export async function listApplications(
  _system: SystemTenant,
  db: DbOrTransaction,
  filter: {
    states: readonly ApplicationRow['state'][] | undefined;
    industries: readonly number[] | undefined;
    text: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: ApplicationRow[]; total: number }> {
  const { states, industries, text, limit, offset } = filter;
  const matching = db
    .selectFrom('company_application')
    .$if(states !== undefined && states.length > 0, (query) => query.where('state', 'in', [...states!]))
    .$if(industries !== undefined, (query) => query.where('industry', 'in', [...industries!]))
    .where(containsText(text, 'company_name', 'full_name', 'mobile'));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .leftJoin('person', 'person.user_id', 'decided_by')
    .select([
      'id',
      'company_name',
      'industry',
      'full_name',
      'mobile',
      'language',
      'state',
      'applied_at',
      'decided_at',
      'person.name as decided_by_name',
      'reason',
      'company_id',
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: rows as ApplicationRow[], total };
}

/** The application, held until the transaction ends, so that two administrators cannot both decide it. */
export const lockApplication = (
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
): Promise<
  Pick<ApplicationRow, 'company_name' | 'industry' | 'full_name' | 'mobile' | 'language' | 'state'> | undefined
> =>
  db
    .selectFrom('company_application')
    .where('id', '=', id)
    .select(['company_name', 'industry', 'full_name', 'mobile', 'language', 'state'])
    .forUpdate()
    .executeTakeFirst() as never;

export async function decideApplication(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  decision: { state: 'approved' | 'refused'; by: number; at: Date; reason: string | null; companyId: number | null },
): Promise<void> {
  await db
    .updateTable('company_application')
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: decision.at,
      reason: decision.reason,
      company_id: decision.companyId,
    })
    .where('id', '=', id)
    .execute();
}
