import {
  byRoles,
  type DiagramDocument,
  isEvaporator,
  isRack,
  layOutAir,
  layOutCircuit,
  layOutOverview,
  layOutRoom,
  onlyRoles,
  type PlantDevice,
} from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

interface Drawn {
  name: string;
  nameEn: string;
  document: DiagramDocument;
  /** It serves every device of this class. */
  classCode?: string;
}

/** What has no symbol of its own and would stand on an overview as one number among many. */
const notDrawn = new Set(['transport', 'footfall', 'parking', 'publicAddress', 'signage']);

/** Diagrams of each project, drawn from its devices as the screen itself draws them: circuits, a cold room, halls, an overview. */
export async function insertDiagrams(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, userId, nowMs }: { companyId: number; userId: number; nowMs: number },
): Promise<void> {
  const at = new Date(nowMs - 6 * 86_400_000);
  const { rows } = await sql<PlantDevice & { project_id: number; subsystem: string }>`SELECT d.id, d.project_id, d.name,
      c.code AS "classCode", s.code AS subsystem, (SELECT l.point_id FROM device_point l WHERE l.device_id = d.id AND l.main LIMIT 1) AS "mainPointId",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en, 'typeCode', t.code,
          'role', l.role) ORDER BY l.position, p.id)
        FROM device_point l JOIN point p ON p.id = l.point_id JOIN point_type t ON t.id = p.point_type_id
        WHERE l.device_id = d.id), '[]') AS points
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    WHERE d.company_id = ${companyId} ORDER BY d.id`.execute(db);
  for (const [projectId, devices] of Map.groupBy(rows, ({ project_id }) => project_id))
    for (const { name, nameEn, document, classCode = null } of drawnOf(devices)) {
      const { id } = await db
        .insertInto('diagram')
        .values({ project_id: projectId, class_code: classCode, name, name_en: nameEn, version: 1, updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('diagram_version')
        .values({
          diagram_id: id,
          version: 1,
          document: JSON.stringify(document),
          author_id: userId,
          created_at: at,
        })
        .execute();
      const shown = [...new Set(document.nodes.flatMap(({ device }) => device ?? []))];
      if (shown.length > 0)
        await db
          .insertInto('diagram_device')
          .values(shown.map((device_id) => ({ diagram_id: id, device_id })))
          .execute();
    }
}

function drawnOf(devices: readonly (PlantDevice & { subsystem: string })[]): Drawn[] {
  const drawn: Drawn[] = [];
  const rack = devices.find(isRack);
  const fed = devices.filter(isEvaporator);
  if (rack) {
    const document = layOutCircuit(rack, fed);
    drawn.push({ name: '1 制冷回路', nameEn: '1 Refrigeration circuit', document });
  }
  const room = devices.find(({ classCode }) => classCode === 'freezerRoom' || classCode === 'chillRoom');
  if (room) drawn.push({ name: '2 冷库', nameEn: '2 Cold room', document: layOutRoom(room) });
  const unit = devices.find(({ classCode }) => classCode === 'airHandlingUnit');
  if (unit) {
    const halls = devices.filter(({ classCode }) => classCode === 'hall');
    drawn.push({ name: '1 空调机组', nameEn: '1 Air handling unit', document: layOutAir(unit, halls) });
  }
  const rest = devices.filter(({ subsystem }) => !notDrawn.has(subsystem));
  if (rest.length > 1) drawn.push({ name: '3 设备总览', nameEn: '3 Overview', document: layOutOverview(rest) });
  for (const classCode of ['freezerRoom', 'displayCase'] as const) {
    const first = devices.find((device) => device.classCode === classCode);
    const kept = first && byRoles(layOutRoom(onlyRoles(first)), first);
    if (kept && 'document' in kept)
      drawn.push({
        ...(classCode === 'freezerRoom'
          ? { name: '4 冷冻间（每台）', nameEn: '4 Every freezer room' }
          : { name: '4 陈列柜（每台）', nameEn: '4 Every display case' }),
        document: kept.document,
        classCode,
      });
  }
  return drawn;
}
