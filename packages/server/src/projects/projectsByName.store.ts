import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { nameAsKey } from './nameAsKey.ts';

/** The tenant's projects of these names, in either language, by `nameAsKey`; of several of one name the first. */
export async function projectsByName(
  tenant: UserTenant,
  db: DbOrTransaction,
  names: readonly string[],
): Promise<Map<string, number>> {
  const keys = sql`${names.map(nameAsKey)}::text[]`;
  const { rows } = await sql<{ id: number; name: string; name_en: string | null }>`
    SELECT pl.place_id AS id, pl.name, pl.name_en FROM place_name pl
    WHERE ${inProjects(tenant, 'pl.place_id')}
      AND (lower(normalize(pl.name, NFKC)) = ANY(${keys}) OR lower(normalize(pl.name_en, NFKC)) = ANY(${keys}))
    ORDER BY pl.place_id DESC`.execute(db);
  return new Map(
    rows.flatMap(({ id, name, name_en }) =>
      [name, name_en].flatMap((each) => (each === null ? [] : [[nameAsKey(each), id] as const])),
    ),
  );
}
