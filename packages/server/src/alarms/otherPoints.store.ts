import type { Bilingual, PointReference } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointVisible } from '../points/index.ts';
import { referencesIn } from './ruleDefinition.ts';
import type { OtherPoint } from './words/ruleText.ts';

interface NamedRow {
  id: number;
  name: string;
  name_en: string | null;
  device_name: string | null;
  device_name_en: string | null;
  status_values: ({ value: number } & Bilingual)[];
  value_type: 'analog' | 'status';
}

/** What the other points of definitions are called, and their states; null of what the tenant may not see. */
export async function otherPointsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  definitions: readonly unknown[],
): Promise<(reference: PointReference) => OtherPoint | null> {
  const { pointIds, pointTypeIds, pointNames } = referencesIn(definitions);
  const { rows: points } =
    pointIds.length === 0
      ? { rows: [] }
      : await sql<NamedRow>`
          SELECT p.id, p.name, p.name_en, t.status_values, t.value_type, d.name AS device_name, d.name_en AS device_name_en
          FROM point p JOIN point_type t ON t.id = p.point_type_id
          LEFT JOIN LATERAL (SELECT d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
            WHERE dp.point_id = p.id AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY d.id LIMIT 1) d ON true
          WHERE p.id = ANY(${pointIds}::int[]) AND ${pointVisible(tenant)}`.execute(db);
  const { rows: types } =
    pointTypeIds.length === 0
      ? { rows: [] }
      : await sql<NamedRow>`
          SELECT id, name_zh AS name, name_en, NULL AS device_name, NULL AS device_name_en, status_values, value_type FROM point_type
          WHERE id = ANY(${pointTypeIds}::int[]) AND company_id = ${tenant.companyId}`.execute(db);
  // A name that says which of several of a type is meant is the point's own; in English as any such point is called.
  const { rows: namesEn } =
    pointNames.length === 0
      ? { rows: [] }
      : await sql<{ name: string; name_en: string }>`
          SELECT DISTINCT ON (p.name) p.name, p.name_en FROM point p
          WHERE p.company_id = ${tenant.companyId} AND p.name = ANY(${pointNames}::text[]) AND p.name_en IS NOT NULL AND ${pointVisible(tenant)}
          ORDER BY p.name, p.id`.execute(db);
  const english = new Map(namesEn.map(({ name, name_en }) => [name, name_en]));
  const said = (row: NamedRow): [number, OtherPoint] => [
    row.id,
    {
      name: {
        zh: [row.device_name, row.name].filter(Boolean).join(' '),
        en: [row.device_name_en ?? row.device_name, row.name_en ?? row.name].filter(Boolean).join(' '),
      },
      statusValues: row.status_values,
      valueType: row.value_type,
    },
  ];
  const byId = new Map(points.map(said));
  const byType = new Map(types.map(said));
  return (reference) => {
    if ('pointId' in reference) return byId.get(reference.pointId) ?? null;
    const type = byType.get(reference.pointTypeId);
    if (type === undefined) return null;
    const { pointName } = reference;
    return pointName === undefined
      ? type
      : { ...type, name: { zh: pointName, en: english.get(pointName) ?? pointName } };
  };
}
