import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Changer } from '../changer.ts';
import { membersInside } from './entries.store.ts';
import { type Limit, limitsIn } from './limit.store.ts';

/** What a member without a limit sees of a project. */
export const everything = (userId: number): Limit => ({
  userId,
  devices: 'all',
  canWrite: true,
  alarmLevels: [1, 2, 3, 4],
  listed: [],
});

/** Whether a limit shows, and lets write, nothing that none of the others does. */
export function isWithin(limit: Limit, ...others: readonly Limit[]): boolean {
  const allows = others.map((other) => {
    const listed = new Map(other.listed.map(({ deviceId, canWrite }) => [deviceId, canWrite]));
    /** Null: of all devices of the project. */
    return (deviceId: number | null, canWrite: boolean): boolean => {
      if (other.devices === 'all') return other.canWrite || !canWrite;
      return deviceId !== null && listed.has(deviceId) && (!canWrite || listed.get(deviceId)!);
    };
  });
  const devicesWithin =
    limit.devices === 'all'
      ? allows.some((allow) => allow(null, limit.canWrite))
      : limit.listed.every(({ deviceId, canWrite }) => allows.some((allow) => allow(deviceId, canWrite)));
  return (
    devicesWithin && limit.alarmLevels.every((level) => others.some(({ alarmLevels }) => alarmLevels.includes(level)))
  );
}

/** Those of these members who see more than the changer of a project in which the changer sees a part only. */
export async function whoSeesMore(
  { grants, userId: changerId }: Pick<Changer, 'grants' | 'userId'>,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<Set<number>> {
  const projectIds = grants.scopes.map(({ projectId }) => projectId);
  if (projectIds.length === 0) return new Set();
  const more = new Set<number>();
  for (const [projectId, inside] of await membersInside(grants, db, { projectIds, userIds })) {
    const limits = await limitsIn(grants, db, projectId, [changerId, ...inside]);
    const own = limits.get(changerId) ?? everything(changerId);
    for (const userId of inside) if (!isWithin(limits.get(userId) ?? everything(userId), own)) more.add(userId);
  }
  return more;
}
