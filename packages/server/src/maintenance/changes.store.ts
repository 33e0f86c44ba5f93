import { type MaintenanceChange, maintenanceChanges, maintenanceErrors } from '@watchpost/contract';
import { sql } from 'kysely';
import { type CompanyTenant, zoneOf } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';

/** A contract or template that was found for the tenant, and locked. */
export interface Revised {
  readonly kind: 'contract' | 'template';
  readonly id: number;
}
const tableOf = { contract: sql.table('maintenance_contract'), template: sql.table('maintenance_template') };
const columnOf = { contract: sql.ref('contract_id'), template: sql.ref('template_id') };

/** Notes that a contract or template is another one now. @returns its new revision */
export async function noteChange(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { kind, id }: Revised,
  { what, by, at }: { what: readonly MaintenanceChange[]; by: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`UPDATE ${tableOf[kind]} SET revision = revision + 1 WHERE id = ${id}
    RETURNING revision`.execute(transaction);
  const { revision } = rows[0]!;
  await sql`INSERT INTO maintenance_change (${columnOf[kind]}, revision, at, by_name, what)
    VALUES (${id}, ${revision}, ${at}, ${by}, ${[...new Set(what)]}::text[])`.execute(transaction);
  return revision;
}

/**
 * Refuses who read another revision than there is. @param asked undefined: they did not say
 * @throws Refusal `staleRevision`: who changed it last, when, and what was changed since
 */
export async function needRevision(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { kind, id, revision }: Revised & { readonly revision: number },
  asked: number | undefined,
): Promise<void> {
  if (asked === undefined || asked === revision) return;
  const { rows } = await sql<{ at: Date; by_name: string; what: MaintenanceChange[] }>`
    SELECT at, by_name, what FROM maintenance_change WHERE ${columnOf[kind]} = ${id} AND revision > ${asked}
    ORDER BY revision`.execute(transaction);
  const last = rows.at(-1);
  const what = [...new Set(rows.flatMap((row) => row.what))].map((name) => maintenanceChanges[name]);
  throw new Refusal(maintenanceErrors.staleRevision, {
    name: last?.by_name ?? '–',
    time: last ? localOfEpoch(last.at.getTime(), await zoneOf(tenant, transaction)).slice(0, 16) : '–',
    what: { zh: what.map(({ zh }) => zh).join('、') || '–', en: what.map(({ en }) => en).join(', ') || '–' },
  });
}
