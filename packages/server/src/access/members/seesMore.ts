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

/** Whether a limit shows, and lets write, nothing beyond another one. */
export function isWithin(limit: Limit, own: Limit): boolean {
  const ownDevices = new Map(own.listed.map(({ deviceId, canWrite }) => [deviceId, canWrite]));
  const devicesWithin =
    own.devices === 'all'
      ? own.canWrite || (limit.devices === 'all' ? !limit.canWrite : limit.listed.every(({ canWrite }) => !canWrite))
      : limit.devices === 'listed' &&
        limit.listed.every(
          ({ deviceId, canWrite }) => ownDevices.has(deviceId) && (!canWrite || ownDevices.get(deviceId)),
        );
  return devicesWithin && limit.alarmLevels.every((level) => own.alarmLevels.includes(level));
}

/** Those of these members who see more than the changer of a project in which he sees a part only. */
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
