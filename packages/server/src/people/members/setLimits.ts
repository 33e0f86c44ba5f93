import { commonErrors, peopleErrors, wildcardPermissionId } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PeopleWrite } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import { rolesHeldBy } from './entries.store.ts';
import { deleteLimits, devicesOfProject, type Limit, limitsIn, writeLimits } from './limit.store.ts';
import { needNotAbove } from './mayChange.ts';
import { everything, isWithin } from './seesMore.ts';
import { findMembers } from './store.ts';

/** What members are to see in a project; what is absent stays as it is. */
export interface LimitChange {
  readonly devices?: 'all' | 'listed' | undefined;
  readonly canWrite?: boolean | undefined;
  readonly listed?: readonly { deviceId: number; canWrite: boolean }[] | undefined;
  readonly alarmLevels?: readonly number[] | undefined;
}

/**
 * Sets what members see in a project. Nobody shows others what they do not see themselves, hides something from people
 * who may do more, or widens their own view. They take from nobody what they do not see, as they could not know of it. People who
 * hold every permission see everything.
 */
export async function setLimits(
  write: PeopleWrite,
  projectId: number,
  userIds: readonly number[],
  change: LimitChange,
): Promise<void> {
  const { changer, transaction } = write;
  const members = await needMembersOf(write, projectId, userIds);
  const held = Map.groupBy(await rolesHeldBy(changer.grants, transaction, userIds), ({ user_id }) => user_id);
  for (const { user_id, name } of members) {
    const all = (held.get(user_id) ?? []).filter(({ permission_ids }) => permission_ids.includes(wildcardPermissionId));
    if (all.some(({ project_ids }) => project_ids.some((id) => id === companyWide || id === projectId))) {
      throw new Refusal(peopleErrors.seesEverything, { name });
    }
  }
  const own = (await limitsIn(changer.grants, transaction, projectId, [changer.userId])).get(changer.userId);
  const present = await limitsIn(changer.grants, transaction, projectId, userIds);
  const inProject = new Set((await devicesOfProject(changer.grants, transaction, projectId)).map(({ id }) => id));
  if (change.listed?.some(({ deviceId }) => !inProject.has(deviceId))) throw new Refusal(commonErrors.notFound);

  const visible = own?.devices === 'listed' ? new Set(own.listed.map(({ deviceId }) => deviceId)) : null;
  /** What of somebody's devices the changer does not see. */
  const outOfSight = ({ devices, canWrite, listed }: Limit): Limit['listed'] => {
    if (!visible) return [];
    const seenDevices = devices === 'listed' ? listed : [...inProject].map((deviceId) => ({ deviceId, canWrite }));
    return seenDevices.filter(({ deviceId }) => !visible.has(deviceId));
  };

  const limits = members.map(({ user_id }): Limit => {
    const was = present.get(user_id) ?? everything(user_id);
    const devices = change.devices ?? was.devices;
    return {
      userId: user_id,
      devices,
      canWrite: change.canWrite ?? was.canWrite,
      alarmLevels: [...new Set(change.alarmLevels ?? was.alarmLevels)].sort(),
      listed: devices === 'all' ? [] : unique([...(change.listed ?? was.listed), ...outOfSight(was)]),
    };
  });
  if (own && limits.some((limit) => !isWithin(limit, own, present.get(limit.userId) ?? everything(limit.userId))))
    throw new Refusal(peopleErrors.scopeBeyondYours);
  await writeLimits(changer.grants, transaction, projectId, limits);
  record(write, projectId, members, present, (userId) => limits.find((limit) => limit.userId === userId)!);
}

/** Lets members see everything in a project again. */
export async function resetLimits(write: PeopleWrite, projectId: number, userIds: readonly number[]): Promise<void> {
  const { changer, transaction } = write;
  const members = await needMembersOf(write, projectId, userIds);
  const own = (await limitsIn(changer.grants, transaction, projectId, [changer.userId])).get(changer.userId);
  if (own && !isWithin(everything(0), own)) throw new Refusal(peopleErrors.scopeBeyondYours);
  const present = await limitsIn(changer.grants, transaction, projectId, userIds);
  await deleteLimits(changer.grants, transaction, projectId, userIds);
  record(write, projectId, members, present, everything);
}

/** Refuses unless the changer sees in the project all that the limit would show somebody, and its devices are of the project. */
export async function needMayShow(
  { grants, userId }: PeopleWrite['changer'],
  transaction: PeopleWrite['transaction'],
  projectId: number,
  limit: Omit<Limit, 'userId'>,
): Promise<void> {
  const inProject = new Set((await devicesOfProject(grants, transaction, projectId)).map(({ id }) => id));
  if (limit.listed.some(({ deviceId }) => !inProject.has(deviceId))) throw new Refusal(commonErrors.notFound);
  const own = (await limitsIn(grants, transaction, projectId, [userId])).get(userId);
  if (own && !isWithin({ ...limit, userId: 0 }, own)) throw new Refusal(peopleErrors.scopeBeyondYours);
}

async function needMembersOf({ changer, transaction }: PeopleWrite, projectId: number, userIds: readonly number[]) {
  needInProject(changer, projectId, ['membersEdit', 'projectConfig']);
  const members = await findMembers(changer.grants, transaction, userIds);
  if (members.length < new Set(userIds).size) throw new Refusal(peopleErrors.notAMember);
  const others = members.filter(({ user_id }) => user_id !== changer.userId);
  await needNotAbove(changer, transaction, others, projectId);
  return members;
}

const unique = (listed: Limit['listed']): Limit['listed'] => [
  ...new Map(listed.map((one) => [one.deviceId, one])).values(),
];

const told = ({ devices, canWrite, alarmLevels, listed }: Limit): object => ({
  devices,
  ...(devices === 'all' ? { canWrite } : { listed }),
  alarmLevels,
});

function record(
  { changer, log, touch, unchanged }: PeopleWrite,
  projectId: number,
  members: readonly { user_id: number; name: string }[],
  before: ReadonlyMap<number, Limit>,
  after: (userId: number) => Limit,
): void {
  const changed = members.filter(
    ({ user_id }) =>
      JSON.stringify(told(before.get(user_id) ?? everything(user_id))) !== JSON.stringify(told(after(user_id))),
  );
  for (const { user_id, name } of changed) {
    log({
      companyId: changer.grants.companyId,
      projectId,
      subject: { kind: 'member', id: user_id, name },
      before: told(before.get(user_id) ?? everything(user_id)),
      after: told(after(user_id)),
    });
  }
  if (changed.length === 0) unchanged();
  touch(changed.map(({ user_id }) => user_id));
}
