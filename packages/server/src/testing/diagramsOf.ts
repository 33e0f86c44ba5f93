import { randomBytes } from 'node:crypto';
import { type DiagramDocument, emptyDiagram } from '@watchpost/contract';
import type { Db } from '../platform/db/database.ts';

/** Diagrams of a project. */
export interface DiagramIds {
  diagramId: number;
  spareDiagramId: number;
  /** Has two versions. */
  restorableDiagramId: number;
}

export async function diagramsOf(
  db: Db,
  { projectId, userId, deviceId }: { projectId: number; userId: number; deviceId: number },
  marker: string,
): Promise<DiagramIds> {
  const at = new Date();
  const unique = randomBytes(6).toString('hex');
  const document: DiagramDocument = {
    ...emptyDiagram(),
    nodes: [
      {
        id: 'fan',
        symbol: 'fan',
        at: [20, 20],
        size: [60, 60],
        turn: 0,
        device: deviceId,
        bind: {},
        label: { zh: `${marker} 风机`, en: `${marker} fan` },
      },
    ],
  };
  const diagram = async (name: string, version: number): Promise<number> => {
    const { id } = await db
      .insertInto('diagram')
      .values({ project_id: projectId, name: `${marker} ${name} ${unique}`, version, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let each = 1; each <= version; each++)
      await db
        .insertInto('diagram_version')
        .values({
          diagram_id: id,
          version: each,
          document: JSON.stringify(document),
          note: `${marker} note`,
          author_id: userId,
          created_at: at,
        })
        .execute();
    await db.insertInto('diagram_device').values({ diagram_id: id, device_id: deviceId }).execute();
    return id;
  };
  return {
    diagramId: await diagram('diagram', 1),
    spareDiagramId: await diagram('spare diagram', 1),
    restorableDiagramId: await diagram('restorable diagram', 2),
  };
}
