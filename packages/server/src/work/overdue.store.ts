import type { ClockKind } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface MissedTarget {
  order_id: number;
  kind: ClockKind;
  due_at: Date;
}

/** Targets that are missed by now, each once: they are written as missed. */
export async function missTargets(_system: SystemTenant, db: DbOrTransaction, at: Date): Promise<MissedTarget[]> {
  const { rows } = await sql<MissedTarget>`
    UPDATE work_clock SET breached_at = due_at
    WHERE order_kind = 'repair' AND state = 'running' AND breached_at IS NULL AND due_at < ${at}
    RETURNING order_id, kind, due_at`.execute(db);
  return rows;
}

/** Keys of requests that nobody repeats any more. */
export async function forgetRequests(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await sql`DELETE FROM work_request WHERE at < ${before}`.execute(db);
}
