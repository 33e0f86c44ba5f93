import { sql } from 'kysely';
import type { UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { findPoints, type PointRow } from '../../points/index.ts';

export interface PointOfGateway {
  point: PointRow;
  mqtt_device: string | null;
  mqtt_key: string | null;
}

/** Points of one gateway that the tenant may see, by device and key. */
export async function pagePointsOfGateway(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: { gatewayId: number; text?: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: PointOfGateway[]; total: number }> {
  const { rows: sources } = await sql<{ id: number; mqtt_device: string | null; mqtt_key: string | null }>`
    SELECT id, mqtt_device, mqtt_key FROM point
    WHERE gateway_id = ${filter.gatewayId}
      AND ${containsText(filter.text, 'name', 'name_en', 'mqtt_device', 'mqtt_key')}
    ORDER BY mqtt_device NULLS FIRST, mqtt_key, id`.execute(db);
  // Visibility is decided by the points domain.
  const visible = new Map(
    (
      await findPoints(
        tenant,
        db,
        sources.map(({ id }) => id),
      )
    ).map((point) => [point.id, point]),
  );
  const shown = sources.flatMap(({ id, ...source }) => {
    const point = visible.get(id);
    return point ? [{ point, ...source }] : [];
  });
  return { rows: shown.slice(offset, offset + limit), total: shown.length };
}

/** What the points of a gateway that was found for the tenant are read from. */
export async function keysOfGateway(
  _tenant: UserTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<{ mqtt_device: string | null; mqtt_key: string | null }[]> {
  const { rows } = await sql<{ mqtt_device: string | null; mqtt_key: string | null }>`
    SELECT mqtt_device, mqtt_key FROM point WHERE gateway_id = ${gatewayId}`.execute(db);
  return rows;
}
