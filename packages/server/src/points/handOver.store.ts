import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Points with their history, which hangs on their ids. A point type that they use is the new company's own of the same code
 * where that means the same, else a copy; the old company keeps its own for its other points.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const ids = [...projectIds];
  const { rows: used } = await sql<{ id: number; code: string; same_id: number | null }>`
    SELECT DISTINCT t.id, t.code, same.id AS same_id
    FROM point p JOIN point_type t ON t.id = p.point_type_id
    LEFT JOIN point_type same ON same.company_id = ${toCompanyId} AND same.value_type = t.value_type
      AND same.units = t.units AND same.status_values = t.status_values AND same.simulation = t.simulation AND same.code = t.code
    WHERE p.project_id = ANY(${ids}::int[]) AND t.company_id <> ${toCompanyId} ORDER BY t.id`.execute(transaction);
  const typeIds: number[] = [];
  for (const type of used) {
    const toId = type.same_id ?? (await copyType(transaction, type, toCompanyId));
    if (type.same_id === null) typeIds.push(toId);
    await sql`UPDATE point SET point_type_id = ${toId}
      WHERE project_id = ANY(${ids}::int[]) AND point_type_id = ${type.id}`.execute(transaction);
  }
  const { rows } = await sql<{ id: number }>`UPDATE point SET company_id = ${toCompanyId}
    WHERE project_id = ANY(${ids}::int[]) AND company_id <> ${toCompanyId} RETURNING id`.execute(transaction);
  return [
    { kind: 'pointType', ids: typeIds },
    { kind: 'point', ids: rows.map(({ id }) => id) },
  ];
};

/** Under its own code, or where the new company uses that for something else, with the first number behind it that is free. */
async function copyType(
  transaction: Parameters<MoveToCompany>[1],
  { id, code }: { id: number; code: string },
  companyId: number,
): Promise<number> {
  const { rows } = await sql<{ code: string }>`SELECT code FROM point_type WHERE company_id = ${companyId}`.execute(
    transaction,
  );
  const taken = new Set(rows.map((row) => row.code));
  let free = code;
  for (let number = 2; taken.has(free); number += 1) free = `${code}-${number}`;
  const copy = await transaction
    .insertInto('point_type')
    .columns(['company_id', 'code', 'name_zh', 'name_en', 'value_type', 'units', 'status_values', 'simulation'])
    .expression((eb) =>
      eb
        .selectFrom('point_type')
        .where('id', '=', id)
        .select((row) => [
          row.val(companyId).as('company_id'),
          row.val(free).as('code'),
          'name_zh',
          'name_en',
          'value_type',
          'units',
          'status_values',
          'simulation',
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return copy.id;
}
