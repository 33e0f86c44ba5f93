import { peopleErrors } from '@watchpost/contract';
import { needInCompany, needInProject } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PeopleWrite } from '../changePeople.ts';
import { takeEntries } from './changeMember.ts';
import { entryIdsIn } from './entries.store.ts';
import { needNotAbove } from './mayChange.ts';
import { deleteMembers, findMembers, type Member, setActive } from './store.ts';

async function membersOf({ changer, transaction }: PeopleWrite, userIds: readonly number[]): Promise<Member[]> {
  const members = await findMembers(changer.grants, transaction, userIds);
  if (members.length < new Set(userIds).size) throw new Refusal(peopleErrors.notAMember);
  return members;
}

/** Takes members every role in a project; they stay members of the company. @returns how many had one */
export async function removeFromProject(
  write: PeopleWrite,
  projectId: number,
  userIds: readonly number[],
): Promise<number> {
  const { changer, transaction, log, touch, unchanged } = write;
  needInProject(changer, projectId, ['membersEdit', 'projectConfig']);
  const members = await membersOf(write, userIds);
  const taken = await takeEntries(write, await entryIdsIn(changer.grants, transaction, projectId, userIds));
  const removed = new Set(taken.map(({ user_id }) => user_id));
  for (const { user_id, name } of members.filter(({ user_id }) => removed.has(user_id))) {
    log({
      companyId: changer.grants.companyId,
      projectId,
      subject: { kind: 'member', id: user_id, name },
      before: { projectId },
    });
  }
  if (removed.size === 0) unchanged();
  touch([...removed]);
  return removed.size;
}

/** Ends memberships. The accounts stay: they may belong to other companies, and the log names them. */
export async function removeFromCompany(write: PeopleWrite, userIds: readonly number[]): Promise<number> {
  const { changer, transaction, log, touch } = write;
  needInCompany(changer, ['membersEdit']);
  if (userIds.includes(changer.userId)) throw new Refusal(peopleErrors.notYourself);
  const members = await membersOf(write, userIds);
  await needNotAbove(changer, transaction, members, 'company');
  await deleteMembers(changer.grants, transaction, userIds);
  for (const { user_id, name, account, department } of members) {
    log({
      companyId: changer.grants.companyId,
      subject: { kind: 'member', id: user_id, name },
      before: { account, name, department },
    });
  }
  touch(userIds);
  return members.length;
}

/** Lets members in again or shuts them out, in this company alone. @returns how many it changed */
export async function activateMembers(
  write: PeopleWrite,
  userIds: readonly number[],
  active: boolean,
): Promise<number> {
  const { changer, transaction, log, touch, unchanged } = write;
  needInCompany(changer, ['membersEdit']);
  if (!active && userIds.includes(changer.userId)) throw new Refusal(peopleErrors.notYourself);
  const members = await membersOf(write, userIds);
  await needNotAbove(changer, transaction, members, 'company');
  const changed = new Set(await setActive(changer.grants, transaction, userIds, active));
  for (const { user_id, name } of members.filter(({ user_id }) => changed.has(user_id))) {
    log({
      companyId: changer.grants.companyId,
      subject: { kind: 'member', id: user_id, name },
      before: { active: !active },
      after: { active },
    });
  }
  if (changed.size === 0) unchanged();
  touch([...changed]);
  return changed.size;
}
