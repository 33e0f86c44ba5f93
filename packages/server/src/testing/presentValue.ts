import type { PointValue } from '@watchpost/contract';
import type { Db } from '../platform/db/database.ts';
import { makeCall } from './application.ts';
import { aMember } from './factories.ts';
import { tokenFor } from './tokenFor.ts';

/** Asks for present values as a member of the project, through the call that screens use. */
export async function presentValueReader(
  url: string,
  db: Db,
  projectId: number,
): Promise<(pointId: number) => Promise<PointValue>> {
  const { company_id } = await db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const token = await tokenFor(db, await aMember(db, company_id, projectId));
  return async (pointId) => {
    const query = { pointIds: String(pointId), ProjectId: projectId };
    const { envelope } = await makeCall(url, 'getPointRealTimeData', { query }, { token });
    if (envelope.Code !== 200) throw new Error(envelope.Message);
    return (envelope.Data as PointValue[])[0]!;
  };
}
