import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { drawPlan, placesIn, roomsFor } from './drawPlan.ts';

interface Standing {
  id: number;
  project_id: number;
  area: string | null;
}
/** Too few for a plan. */
const fewest = 3;

/** A floor plan for each project: a room for each area, with its devices in it. What drives about stands on none. */
export async function insertPlans(
  _system: SystemTenant,
  db: DbOrTransaction,
  storage: Pick<Storage, 'write'>,
  { companyId, userId, nowMs }: { companyId: number; userId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs - 8 * 86_400_000);
  const { rows } = await sql<Standing>`SELECT d.id, d.project_id, a.name AS area FROM device d
    JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    LEFT JOIN subarea a ON a.id = d.area_id
    WHERE d.company_id = ${companyId} AND s.code <> 'transport' ORDER BY a.position, a.id, d.id`.execute(db);
  for (const [projectId, devices] of Map.groupBy(rows, ({ project_id }) => project_id)) {
    if (devices.length < fewest) continue;
    const groups = [...Map.groupBy(devices, ({ area }) => area ?? '机房与室外')];
    const rooms = roomsFor(groups.map(([, group]) => group.length));
    const content = await drawPlan(rooms);
    const fileId = randomBytes(18).toString('base64url');
    await storage.write(fileId, content);
    await db
      .insertInto('uploaded_file')
      .values({
        id: fileId,
        company_id: companyId,
        user_id: userId,
        name: '平面图.png',
        content_type: 'image/png',
        size_bytes: content.byteLength,
        uploaded_at: at,
      })
      .execute();
    const zones = groups.map(([name], index) => {
      const { left, top, right, bottom } = rooms[index]!;
      const inset = 0.006;
      const [l, t, r, b] = [left + inset, top + inset, right - inset, bottom - inset];
      return {
        name: name.slice(0, 30),
        corners: [
          [l, t],
          [r, t],
          [r, b],
          [l, b],
        ],
      };
    });
    const { id } = await db
      .insertInto('plan')
      .values({
        project_id: projectId,
        name: '一层平面图',
        base_file_id: fileId,
        metres_wide: 64,
        zones: JSON.stringify(zones),
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = groups.flatMap(([, group], index) => {
      const places = placesIn(rooms[index]!, group.length);
      return group.map((device, n) => ({ device_id: device.id, ...places[n]! }));
    });
    await db
      .insertInto('plan_item')
      .values(items.map((item, position) => ({ ...item, plan_id: id, position })))
      .execute();
  }
}
