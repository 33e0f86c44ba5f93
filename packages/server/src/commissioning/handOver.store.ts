import { sql } from 'kysely';
import type { OpenWorkOf } from '../handOver.ts';

/** Commissioning orders that are not finished. */
export const openWork: OpenWorkOf = async (_system, transaction, { projectIds }) => {
  const { rows } = await sql<{ number: string }>`SELECT number FROM debug_order
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND status = 'doing' ORDER BY id FOR UPDATE`.execute(transaction);
  return rows.map(({ number }) => ({ zh: `调试工单 ${number}`, en: `commissioning order ${number}` }));
};
