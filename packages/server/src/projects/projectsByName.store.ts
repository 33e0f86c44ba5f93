import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { nameAsKey } from './nameAsKey.ts';

/** The tenant's projects of these names, in either language, by `nameAsKey`; `several`: more than one is called so. */
export async function projectsByName(
  tenant: UserTenant,
  db: DbOrTransaction,
  names: readonly string[],
): Promise<Map<string, number | 'several'>> {
  const keys = sql`${names.map(nameAsKey)}::text[]`;
  const { rows } = await sql<{ id: number; name: string; name_en: string | null }>`
    SELECT pl.place_id AS id, pl.name, pl.name_en FROM place_name pl
    WHERE ${inProjects(tenant, 'pl.place_id')}
      AND (lower(normalize(pl.name, NFKC)) = ANY(${keys}) OR lower(normalize(pl.name_en, NFKC)) = ANY(${keys}))
`.execute(db);
  const found = new Map<string, number | 'several'>();
  for (const { id, name, name_en } of rows)
    for (const each of name_en === null ? [name] : [name, name_en]) {
      const key = nameAsKey(each);
      found.set(key, (found.get(key) ?? id) === id ? id : 'several');
    }
  return found;
}
