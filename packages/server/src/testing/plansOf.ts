import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';

/** Floor plans, and a picture for the next. */
export interface PlanIds {
  planId: number;
  sparePlanId: number;
  baseMapId: string;
}

export async function plansOf(
  db: Db,
  {
    companyId,
    projectId,
    userId,
    deviceId,
  }: { companyId: number; projectId: number; userId: number; deviceId: number },
  marker: string,
): Promise<PlanIds> {
  const at = new Date();
  const baseMapId = randomBytes(18).toString('base64url');
  await db
    .insertInto('uploaded_file')
    .values({
      id: baseMapId,
      company_id: companyId,
      user_id: userId,
      name: `${marker}.png`,
      content_type: 'image/png',
      size_bytes: 100,
      uploaded_at: at,
    })
    .execute();
  const plan = async (name: string): Promise<number> => {
    const zones = JSON.stringify([
      {
        name: `${marker} zone`,
        corners: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      },
    ]);
    const { id } = await db
      .insertInto('plan')
      .values({ project_id: projectId, name, base_file_id: baseMapId, metres_wide: 40, zones, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('plan_item')
      .values({ plan_id: id, position: 0, device_id: deviceId, x: 0.5, y: 0.5 })
      .execute();
    return id;
  };
  const unique = randomBytes(6).toString('hex');
  return {
    planId: await plan(`${marker} plan ${unique}`),
    sparePlanId: await plan(`${marker} spare plan ${unique}`),
    baseMapId,
  };
}
