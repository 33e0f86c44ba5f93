import { dayMs, shownAddress } from '@watchpost/contract';
import { type DemoCamera, demoCameraPath, demoCameras } from '@watchpost/demo';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { createSecretBox } from '../platform/secretBox.ts';

const addressOf = (camera: DemoCamera, simPort: number): string =>
  `http://127.0.0.1:${simPort}${demoCameraPath(camera)}`;

/** Binds the demo's cameras to the projects of a company that has them. */
export async function insertCameras(
  _system: SystemTenant,
  db: DbOrTransaction,
  {
    companyId,
    projectIds,
    deviceIds,
  }: { companyId: number; projectIds: ReadonlyMap<string, number>; deviceIds: ReadonlyMap<string, number> },
  { simPort, secretKey, userId, nowMs }: { simPort: number | null; secretKey: string; userId: number; nowMs: number },
): Promise<void> {
  if (simPort === null) return;
  const box = createSecretBox(secretKey);
  const at = new Date(nowMs - 45 * dayMs);
  for (const camera of demoCameras) {
    const projectId = projectIds.get(camera.projectCode);
    if (projectId === undefined) continue;
    const address = addressOf(camera, simPort);
    await db
      .insertInto('camera')
      .values({
        company_id: companyId,
        project_id: projectId,
        device_id: camera.deviceCode === null ? null : (deviceIds.get(camera.deviceCode) ?? null),
        name: camera.name,
        name_en: camera.nameEn,
        number: camera.number,
        kind: camera.kind,
        address: box.seal(address),
        shown_address: shownAddress(address),
        note: camera.note,
        created_by: userId,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
}

/** Sends a camera that still stands as it was seeded to the port where the simulator plays now. */
export async function moveDemoCamera(
  _system: SystemTenant,
  db: DbOrTransaction,
  camera: DemoCamera,
  { simPort, secretKey }: { simPort: number; secretKey: string },
): Promise<void> {
  const address = addressOf(camera, simPort);
  await sql`UPDATE camera SET address = ${createSecretBox(secretKey).seal(address)}, shown_address = ${address}, checked_at = NULL,
      failure = NULL, unreachable_since = NULL
    WHERE kind = ${camera.kind} AND shown_address ~ '^http://127[.]0[.]0[.]1:[0-9]+/' AND shown_address <> ${address}
      AND right(shown_address, ${demoCameraPath(camera).length}) = ${demoCameraPath(camera)}`.execute(db);
}
