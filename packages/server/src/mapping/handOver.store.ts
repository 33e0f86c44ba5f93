import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * A profile may serve gateways that stay, so the ones that go take copies along. One that the new company has already, word
 * for word, is used; a name that means something else there gets the number of the old one behind it.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId, at }) => {
  const { rows } = await sql<{ id: number; name: string; note: string; definition: unknown; gateway_ids: number[] }>`
    SELECT m.id, m.name, m.note, m.definition, array_agg(g.id) AS gateway_ids
    FROM gateway g JOIN mapping_profile m ON m.id = g.mapping_profile_id
    WHERE g.project_id = ANY(${[...projectIds]}::int[]) AND m.company_id <> ${toCompanyId}
    GROUP BY m.id`.execute(transaction);
  for (const { id, name, note, definition, gateway_ids } of rows) {
    const text = JSON.stringify(definition);
    const same = await sql<{ id: number }>`SELECT id FROM mapping_profile
      WHERE company_id = ${toCompanyId} AND definition = ${text}::jsonb ORDER BY name = ${name} DESC, id LIMIT 1`.execute(
      transaction,
    );
    const copy = await sql<{ id: number }>`
      INSERT INTO mapping_profile (company_id, name, note, definition, updated_at)
      SELECT ${toCompanyId}, CASE WHEN EXISTS (SELECT 1 FROM mapping_profile WHERE company_id = ${toCompanyId} AND name = ${name})
        THEN left(${name}, 38) || ' ' || ${id}::text ELSE ${name} END, ${note}, ${text}::jsonb, ${at}
      WHERE ${same.rows.length === 0} RETURNING id`.execute(transaction);
    const newId = same.rows[0]?.id ?? copy.rows[0]!.id;
    await sql`UPDATE gateway SET mapping_profile_id = ${newId} WHERE id = ANY(${gateway_ids}::int[])`.execute(
      transaction,
    );
  }
  return [{ kind: 'gateway', ids: rows.flatMap(({ gateway_ids }) => gateway_ids) }];
};
