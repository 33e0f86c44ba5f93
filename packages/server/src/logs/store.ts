import { sql, type Transaction } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import type { Operation } from './inOneWrite.ts';

/** Held shared by whoever adds lines until he commits, and alone by the sealer: then no line below the newest is missing. */
const sealLock = 4_870_231;

/** Adds lines in the transaction of what they tell about. */
export async function insertOperations(
  _system: SystemTenant,
  transaction: Transaction<Tables>,
  from: { call: string; caller: { userId: number } | null; address: string; userAgent: string },
  operations: readonly Operation[],
  at: Date,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${sealLock})`.execute(transaction);
  const userIds = operations.map(({ userId }) => userId ?? from.caller?.userId ?? null);
  const names = new Map(
    (
      await transaction
        .selectFrom('person')
        .where('user_id', 'in', [0, ...userIds.filter((id) => id !== null)])
        .select(['user_id', 'name'])
        .execute()
    ).map(({ user_id, name }) => [user_id, name]),
  );
  await transaction
    .insertInto('operation_log')
    .values(
      operations.map((operation, i) => ({
        at,
        company_id: operation.companyId,
        project_id: operation.projectId ?? null,
        user_id: userIds[i] ?? null,
        user_name: names.get(userIds[i] ?? 0) ?? '',
        call: from.call,
        address: from.address,
        user_agent: from.userAgent,
        subject_kind: operation.subject.kind,
        subject_id: operation.subject.id === null ? null : String(operation.subject.id),
        subject_name: operation.subject.name,
        before: operation.before ? JSON.stringify(operation.before) : null,
        after: operation.after ? JSON.stringify(operation.after) : null,
      })),
    )
    .execute();
}
