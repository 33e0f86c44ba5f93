import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../access/index.ts';

/** A partition, project or area by its id, or areas by their name in either language. */
export type NamedPlace = number | string;

/**
 * Ids of these places and of all places below them, as what stands behind `IN`.
 *
 * @param places a name that no area has finds none
 */
export const placesBelow = (tenant: Tenant, places: readonly NamedPlace[]): RawBuilder<unknown> => sql`(
  WITH RECURSIVE below AS (
    SELECT id FROM subarea WHERE ${isOneOf(places)}
      AND ${tenant.kind === 'system' ? sql`true` : sql`company_id = ${tenant.companyId}`}
    UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
  ) SELECT id FROM below)`;

function isOneOf(places: readonly NamedPlace[]): RawBuilder<unknown> {
  const hasId = sql`id = ANY(${places.filter((place) => typeof place === 'number')}::int[])`;
  const names = places.flatMap((place) => (typeof place === 'string' ? place.toLowerCase() : []));
  if (names.length === 0) return hasId;
  const hasName = sql`lower(name) = ANY(${names}::text[]) OR lower(name_en) = ANY(${names}::text[])`;
  return sql`(${hasId} OR (kind = 'area' AND deleted_at IS NULL AND (${hasName})))`;
}
