import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** A text as it was typed, and what stands for it on English screens. */
export interface Translation {
  readonly companyId: number;
  readonly text: string;
  readonly english: string;
}

export async function allTranslations(_system: SystemTenant, db: DbOrTransaction): Promise<Translation[]> {
  const rows = await db
    .selectFrom('translation')
    .select(['company_id', 'text', 'english'])
    .orderBy('company_id')
    .orderBy('text')
    .execute();
  return rows.map(({ company_id, text, english }) => ({ companyId: company_id, text, english }));
}

/** @param pairs texts with their English, one to one */
export async function insertTranslations(
  _system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  pairs: readonly (readonly [text: string, english: string])[],
): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto('translation')
    .values(pairs.map(([text, english]) => ({ company_id: companyId, text, english })))
    .execute();
}
