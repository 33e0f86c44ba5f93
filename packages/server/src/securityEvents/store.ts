import type { SecurityEventKind } from '@watchpost/contract';
import { sql, type Transaction } from 'kysely';
import type { SystemTenant, UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';

/** What events of one minute are folded by. */
export interface SecurityEventKey {
  readonly companyId: number | null;
  readonly minute: Date;
  readonly kind: SecurityEventKind;
  readonly userId: number | null;
  readonly account: string;
  readonly subject: string;
  readonly network: string;
}

export interface FoldedEvent extends SecurityEventKey {
  readonly userAgent: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Of one company, minute and kind; what comes on top of these is one row that names nobody and no network. */
const rowsAMinute = 50;

/** Adds to the row of these events, or makes it. True: it is new. */
export async function foldEvent(
  _system: SystemTenant,
  transaction: Transaction<Tables>,
  event: FoldedEvent,
): Promise<boolean> {
  const { companyId, minute, kind, userId, account, subject, network } = event;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('security events', 0))`.execute(transaction);
  const { rows } = await sql<{ has_room: boolean }>`
    SELECT count(*) < ${rowsAMinute} OR coalesce(bool_or(
      user_id IS NOT DISTINCT FROM ${userId}::int AND account = ${account} AND subject = ${subject} AND network = ${network}
    ), false) AS has_room
    FROM security_event WHERE company_id IS NOT DISTINCT FROM ${companyId}::int AND minute = ${minute} AND kind = ${kind}
  `.execute(transaction);
  const named = rows[0]?.has_room ? { userId, account, subject, network } : nobodyInParticular;
  const { rows: kept } = await sql<{ is_new: boolean }>`
    INSERT INTO security_event
      (company_id, minute, kind, user_id, user_name, account, subject, network, user_agent, count, first_at, last_at)
    VALUES (
      ${companyId}, ${minute}, ${kind}, ${named.userId},
      coalesce((SELECT name FROM person WHERE user_id = ${named.userId}::int), ''),
      ${named.account}, ${named.subject}, ${named.network}, ${event.userAgent},
      ${event.count}, ${event.firstAt}, ${event.lastAt}
    )
    ON CONFLICT ON CONSTRAINT security_event_of_minute DO UPDATE SET
      count = security_event.count + excluded.count,
      first_at = least(security_event.first_at, excluded.first_at),
      last_at = greatest(security_event.last_at, excluded.last_at),
      user_agent = excluded.user_agent
    RETURNING xmax = 0 AS is_new
  `.execute(transaction);
  return kept[0]?.is_new ?? false;
}

const nobodyInParticular = { userId: null, account: '', subject: '', network: '' };

export interface SecurityEventFacts {
  id: number;
  kind: SecurityEventKind;
  first_at: Date;
  last_at: Date;
  count: number;
  user_id: number | null;
  user_name: string;
  account: string;
  subject: string;
  network: string;
  user_agent: string;
}

export interface SecurityEventFilter {
  kinds?: readonly SecurityEventKind[] | undefined;
  text?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

/** Of the company; of the one that runs the installation also what concerns nobody's account. */
function filtered(tenant: UserTenant, db: DbOrTransaction, filter: SecurityEventFilter) {
  let found = db.selectFrom('security_event').where(
    sql<boolean>`(company_id = ${tenant.companyId} OR (company_id IS NULL
      AND EXISTS (SELECT 1 FROM company WHERE company.id = ${tenant.companyId} AND company.is_operator)))`,
  );
  if (filter.kinds) found = found.where('kind', 'in', ['', ...filter.kinds]);
  if (filter.from) found = found.where('last_at', '>=', filter.from);
  if (filter.until) found = found.where('first_at', '<', filter.until);
  if (filter.text) found = found.where(containsText(filter.text, 'user_name', 'account', 'subject', 'network'));
  return found;
}

export const countEvents = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: SecurityEventFilter,
): Promise<number> =>
  (
    await filtered(tenant, db, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** The newest first; `beforeId`: only those older than that one. */
export const listEvents = (
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: SecurityEventFilter,
  { limit, offset = 0, beforeId }: { limit: number; offset?: number; beforeId?: number },
): Promise<SecurityEventFacts[]> =>
  filtered(tenant, db, filter)
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId!))
    .select(['id', 'kind', 'first_at', 'last_at', 'count', 'user_id', 'user_name', 'account', 'subject', 'network'])
    .select('user_agent')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ kind: SecurityEventKind }>()
    .execute();

export async function deleteOldEvents(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await db.deleteFrom('security_event').where('minute', '<', before).execute();
}
