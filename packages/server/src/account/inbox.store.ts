import type { SystemTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface InboxRow {
  id: number;
  channel: 'sms' | 'mail';
  recipient: string;
  subject: string | null;
  body: string;
  sent_at: Date;
}

/** A message with the key of one that is there already is the same message, and not kept twice. */
export async function insertInboxMessage(
  _system: SystemTenant,
  db: DbOrTransaction,
  message: {
    key: string;
    channel: 'sms' | 'mail';
    recipient: string;
    subject: string | null;
    body: string;
    sentAt: Date;
  },
): Promise<void> {
  const { sentAt: sent_at, ...rest } = message;
  await db
    .insertInto('inbox_message')
    .values({ ...rest, sent_at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** The newest first. */
export async function listInboxMessages(
  _system: SystemTenant,
  db: DbOrTransaction,
  filter: { channel: 'sms' | 'mail' | undefined; text: string | undefined; limit: number; offset: number },
): Promise<{ rows: InboxRow[]; total: number }> {
  const { channel, text, limit, offset } = filter;
  const matching = db
    .selectFrom('inbox_message')
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .where(containsText(text, 'recipient', 'subject', 'body'));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['id', 'channel', 'recipient', 'subject', 'body', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows: rows as InboxRow[], total };
}

export async function deleteOldInboxMessages(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await db.deleteFrom('inbox_message').where('sent_at', '<', before).execute();
}
