import { commonErrors, peopleErrors } from '@watchpost/contract';
import { needInCompany, needInProject } from '../../access/index.ts';
import { changeCompanyAccount, needCompanyAccount } from '../../account/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PeopleWrite } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import type { StorageSpace } from '../roles/store.ts';
import { contactsInLog } from './contactsInLog.ts';
import { deleteEntries, type Entry, entriesById, entriesOf, insertEntries } from './entries.store.ts';
import { inheritLimits } from './inheritLimits.ts';
import { findAccounts } from './knownUser.store.ts';
import { needMayGive, needMayTake, needNotAbove, type PlacedRole } from './mayChange.ts';
import { dropLimitsWithoutEntry, findMembers, type Member, updateMember } from './store.ts';

/** All that is to be in a list, or what comes into it and what goes out. */
export type ListChange<Item> =
  | { readonly whole: readonly Item[] }
  | { readonly added: readonly Item[]; readonly removed: readonly Item[] };

/** As a call says it; undefined: it says nothing of the list. */
export function listChange<Item>(
  whole: readonly Item[] | undefined,
  added: readonly Item[] = [],
  removed: readonly Item[] = [],
): ListChange<Item> | undefined {
  if (whole) return { whole };
  return added.length + removed.length > 0 ? { added, removed } : undefined;
}

/** What is to be different; what is absent stays. */
export interface MemberChange {
  readonly name?: string | undefined;
  readonly department?: string | undefined;
  readonly mobile?: string | undefined;
  /** Null: none. */
  readonly email?: string | null | undefined;
  readonly storageSpace?: StorageSpace | undefined;
  readonly companyRoles?: ListChange<number> | undefined;
  /** In `onlyProject` or everywhere. */
  readonly projectRoles?: ListChange<PlacedRole> | undefined;
  readonly onlyProject?: number | undefined;
}

/** The member, or a refusal. */
export async function needMember({ changer, transaction }: PeopleWrite, userId: number): Promise<Member> {
  const [member] = await findMembers(changer.grants, transaction, [userId]);
  if (!member) throw new Refusal(peopleErrors.notAMember);
  return member;
}

/**
 * Changes what a company says of a member, their account where it is the company's, and their roles.
 *
 * @param hasProvenIdentity whether the caller has proven their identity a moment ago: to change how the member signs in
 */
export async function changeMember(
  write: PeopleWrite,
  userId: number,
  change: MemberChange,
  hasProvenIdentity: () => Promise<boolean>,
): Promise<void> {
  const { changer, transaction, log, touch, unchanged } = write;
  const { grants } = changer;
  const { onlyProject, projectRoles } = change;
  const ofCompany = [
    change.name,
    change.department,
    change.mobile,
    change.email,
    change.storageSpace,
    change.companyRoles,
  ];
  const isOfCompany = ofCompany.some((part) => part !== undefined) || (projectRoles && onlyProject === undefined);
  if (isOfCompany) needInCompany(changer, ['membersEdit']);
  if (onlyProject !== undefined) needInProject(changer, onlyProject, ['membersEdit', 'projectConfig']);
  const member = await needMember(write, userId);

  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const note = (what: string, was: unknown, is: unknown): void => {
    if (is === undefined || was === is) return;
    before[what] = was;
    after[what] = is;
  };
  note('name', member.name, change.name);
  note('department', member.department ?? '', change.department);
  if (
    change.storageSpace !== undefined &&
    JSON.stringify(change.storageSpace) !== JSON.stringify(member.storage_space)
  ) {
    after.storageSpace = change.storageSpace;
  }
  const contacts = (['mobile', 'email'] as const).filter(
    (key) => change[key] !== undefined && change[key] !== member[key],
  );
  for (const key of contacts) {
    Object.assign(before, contactsInLog({ [key]: member[key] }));
    Object.assign(after, contactsInLog({ [key]: change[key] }));
  }
  if (contacts.length > 0) await changeAccount(write, member, change, hasProvenIdentity);
  if ('name' in after || 'department' in after || 'storageSpace' in after) {
    await updateMember(grants, transaction, userId, {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.department === undefined ? {} : { department: change.department }),
      ...(change.storageSpace === undefined ? {} : { storageSpace: change.storageSpace }),
    });
  }

  const roles = await changeRoles(write, userId, change);
  if (roles.added.length + roles.removed.length > 0) {
    before.roles = roles.removed;
    after.roles = roles.added;
    touch([userId]);
  }
  if (Object.keys(after).length === 0) return unchanged();
  log({
    companyId: grants.companyId,
    projectId: onlyProject ?? null,
    subject: { kind: 'member', id: userId, name: change.name ?? member.name },
    before,
    after,
  });
}

async function changeAccount(
  { changer, transaction }: PeopleWrite,
  member: Member,
  { mobile, email }: MemberChange,
  hasProvenIdentity: () => Promise<boolean>,
): Promise<void> {
  await needCompanyAccount(transaction, changer.grants, member.user_id);
  // People who set phone or e-mail can sign in as them.
  await needNotAbove(changer, transaction, [member], 'everywhere');
  if (!(await hasProvenIdentity())) throw new Refusal(commonErrors.identityNeeded);
  const others = await findAccounts(changer.grants, transaction, {
    ids: [],
    accounts: [],
    mobiles: mobile === undefined ? [] : [mobile],
    emails: email ? [email] : [],
  });
  for (const other of others.filter(({ id }) => id !== member.user_id)) {
    if (mobile !== undefined && other.mobile === mobile) throw new Refusal(peopleErrors.mobileTaken, { mobile });
    if (email) throw new Refusal(peopleErrors.emailTaken, { email });
  }
  await changeCompanyAccount(transaction, changer.grants, member.user_id, {
    ...(mobile === undefined ? {} : { mobile }),
    ...(email === undefined ? {} : { email }),
  });
}

interface RoleChanges {
  added: object[];
  removed: object[];
}

const keyOf = (roleId: number, projectId: number): string => `${roleId}@${projectId}`;

const isWhole = (change: ListChange<unknown> | undefined): boolean => change !== undefined && 'whole' in change;
const comingInto = <Item>(change: ListChange<Item> | undefined): readonly Item[] =>
  change === undefined ? [] : 'whole' in change ? change.whole : change.added;
const goingOutOf = <Item>(change: ListChange<Item> | undefined): readonly Item[] =>
  change === undefined || 'whole' in change ? [] : change.removed;

async function changeRoles(write: PeopleWrite, userId: number, change: MemberChange): Promise<RoleChanges> {
  const { changer, transaction } = write;
  const { grants } = changer;
  const { companyRoles, projectRoles, onlyProject } = change;
  if (companyRoles === undefined && projectRoles === undefined) return { added: [], removed: [] };
  const inCompany = (roleIds: readonly number[]) => roleIds.map((roleId) => ({ roleId, projectId: companyWide }));
  const coming = [...inCompany(comingInto(companyRoles)), ...comingInto(projectRoles)];
  const going = [...inCompany(goingOutOf(companyRoles)), ...goingOutOf(projectRoles)];
  const isElsewhere = ({ projectId }: PlacedRole) => projectId !== companyWide && projectId !== onlyProject;
  if (onlyProject !== undefined && [...coming, ...going].some(isElsewhere)) {
    throw new Refusal(peopleErrors.projectNeeded);
  }
  /** Whether what is not mentioned of their roles there goes. */
  const isReplaced = ({ project_id }: Pick<Entry, 'project_id'>): boolean =>
    project_id === companyWide
      ? isWhole(companyRoles)
      : isWhole(projectRoles) && (onlyProject === undefined || project_id === onlyProject);
  const had = await entriesOf(grants, transaction, [userId], { which: 'all', perMember: null });
  const keysOf = (roles: readonly PlacedRole[]) =>
    new Set(roles.map(({ roleId, projectId }) => keyOf(roleId, projectId)));
  const hadKeys = new Set(had.map(({ role_id, project_id }) => keyOf(role_id, project_id)));
  const [comingKeys, goingKeys] = [keysOf(coming), keysOf(going)];
  const given = coming.filter(({ roleId, projectId }) => !hadKeys.has(keyOf(roleId, projectId)));
  const taken = had.filter((entry) => {
    const key = keyOf(entry.role_id, entry.project_id);
    return goingKeys.has(key) || (isReplaced(entry) && !comingKeys.has(key));
  });

  const roles = await needMayGive(changer, transaction, given);
  const entries = given.map((placed) => ({ ...placed, userId }));
  await inheritLimits(write, [userId], () => insertEntries(grants, transaction, entries));
  await takeEntries(
    write,
    taken.map(({ id }) => id),
  );
  const place = (projectId: number) => (projectId === companyWide ? {} : { projectId });
  return {
    added: given.map(({ roleId, projectId }) => ({ role: roles.get(roleId)?.name, ...place(projectId) })),
    removed: taken.map(({ role_name, project_id }) => ({ role: role_name, ...place(project_id) })),
  };
}

/** Takes entries away that are the caller's to take; answers whose they were. */
export async function takeEntries(
  { changer, transaction }: PeopleWrite,
  ids: readonly number[],
): Promise<{ id: number; user_id: number; role_id: number; project_id: number }[]> {
  if (ids.length === 0) return [];
  const entries = await entriesById(changer.grants, transaction, ids);
  for (const { permission_ids, project_id } of entries) needMayTake(changer, permission_ids, project_id);
  await deleteEntries(
    changer.grants,
    transaction,
    entries.map(({ id }) => id),
  );
  await dropLimitsWithoutEntry(changer.grants, transaction, [...new Set(entries.map(({ user_id }) => user_id))]);
  return entries;
}
