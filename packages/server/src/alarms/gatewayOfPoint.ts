import { sql } from 'kysely';

/**
 * The gateway whose line says whether a point `p` can be heard, in SQL: its own, or the one that everything it is computed from comes
 * from. Null: none, or several. So time passes for a computed point as for its inputs, also while a gateway is away or sends what it
 * had stored.
 */
export const gatewayOfPoint = sql<
  number | null
>`CASE WHEN p.formula IS NULL THEN p.gateway_id ELSE gateway_behind(p.id) END`;
