import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../access/index.ts';

/** Ids of these partitions, projects or areas and of all places below them, as what stands behind `IN`. */
export const placesBelow = (tenant: Tenant, ids: readonly number[]): RawBuilder<unknown> => sql`(
  WITH RECURSIVE below AS (
    SELECT id FROM subarea WHERE id = ANY(${[...ids]}::int[])
      AND ${tenant.kind === 'system' ? sql`true` : sql`company_id = ${tenant.companyId}`}
    UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
  ) SELECT id FROM below)`;
