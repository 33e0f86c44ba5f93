import { peopleErrors } from '@watchpost/contract';
import { mayInCompany, needInCompany } from '../../access/index.ts';
import { type JoiningDeps, makeCompanyAccounts, needOwnAccount } from '../../account/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PeopleWrite } from '../changePeople.ts';
import { beyond, companyWide } from '../mayGive.ts';
import { findDefaultRole, type Role } from '../roles/store.ts';
import { contactsInLog } from './contactsInLog.ts';
import { insertEntries, type NewEntry } from './entries.store.ts';
import { inheritLimits } from './inheritLimits.ts';
import { needMayGive, type PlacedRole } from './mayChange.ts';
import type { PlannedPerson } from './planMembers.ts';
import { insertMemberships } from './store.ts';

/** What `AddUser_Role_Subarea` calls the facts that may stand in the way. */
const wireNames = { userId: 'UserId', account: 'UserName', password: 'Pwd', mobile: 'Mobile', email: 'Email' } as const;

/**
 * Adds people as planned, all of them or none; who is a member already gets the further roles.
 *
 * @param hashOf of a person's password; null: they have none
 * @returns their user ids, in the same order
 * @throws Refusal of the first who cannot be added, and of roles that the caller cannot give
 */
export async function addMembers(
  deps: JoiningDeps,
  write: PeopleWrite,
  planned: readonly PlannedPerson[],
  hashOf: (person: PlannedPerson) => string | null,
): Promise<number[]> {
  const { changer, transaction, log, touch } = write;
  const { grants } = changer;
  for (const { problems } of planned)
    for (const { field, entry, parameters } of problems) throw new Refusal(entry, parameters).about(wireNames[field]);
  const editsMembers = mayInCompany(changer, ['membersEdit']);
  for (const { person } of planned) {
    if (person.companyRoleId !== null) needInCompany(changer, ['membersEdit']);
    if (!editsMembers && person.projectRoles.length === 0) throw new Refusal(peopleErrors.projectNeeded);
  }
  const roles = await needMayGive(changer, transaction, distinct(planned.flatMap(rolesAskedFor)));
  const joinRole = await roleOfNewcomers(write);

  const userIds = await makeAccounts(deps, write, planned, hashOf);
  const newcomers = planned.map((one, i) => ({ ...one, userId: userIds[i]! })).filter(({ user }) => !user?.is_member);
  for (const { user, userId } of newcomers) {
    const joining = { userId, companyId: grants.companyId, keepSession: null };
    if (user) await needOwnAccount(deps, write, { ...joining, mobile: user.mobile });
  }
  await insertMemberships(
    grants,
    transaction,
    newcomers.map(({ person, user, userId }) => ({
      userId,
      name: person.name ?? user?.nickname ?? '',
      department: person.department,
      external: user !== null && !user.abandoned,
      storageSpace: person.storageSpace,
    })),
  );
  const entries: NewEntry[] = planned.flatMap((one, i) => {
    const userId = userIds[i]!;
    const asked = rolesAskedFor(one).map((placed) => ({ ...placed, userId }));
    const joins = !one.user?.is_member && one.person.companyRoleId === null && joinRole !== null;
    return joins ? [...asked, { userId, roleId: joinRole.id, projectId: companyWide }] : asked;
  });
  const added = await inheritLimits(write, userIds, () => insertEntries(grants, transaction, entries));
  const addedTo = Map.groupBy(added, ({ userId }) => userId);

  planned.forEach(({ person, user }, i) => {
    const userId = userIds[i]!;
    const name = person.name ?? user?.nickname ?? '';
    const given = addedTo.get(userId) ?? [];
    if (user?.is_member && given.length === 0) throw new Refusal(peopleErrors.alreadyMember, { name });
    log({
      companyId: grants.companyId,
      projectId: person.projectRoles.length === 1 ? person.projectRoles[0]!.projectId : null,
      subject: { kind: 'member', id: userId, name },
      after: {
        ...(user?.is_member ? {} : { account: user?.account ?? person.account, ...contactsInLog(person) }),
        roles: describe(given, roles, joinRole),
      },
    });
  });
  touch([...userIds, ...planned.flatMap(({ replaces }) => replaces ?? [])]);
  return userIds;
}

const rolesAskedFor = ({ person }: PlannedPerson): PlacedRole[] => [
  ...(person.companyRoleId === null ? [] : [{ roleId: person.companyRoleId, projectId: companyWide }]),
  ...person.projectRoles,
];

/** A file of thousands gives the same few roles over and over. */
const distinct = (placed: readonly PlacedRole[]): PlacedRole[] => [
  ...new Map(placed.map((one) => [`${one.roleId}@${one.projectId}`, one])).values(),
];

const describe = (entries: readonly NewEntry[], roles: ReadonlyMap<number, Role>, joinRole: Role | null): object[] =>
  entries.map(({ roleId, projectId }) => ({
    role: roles.get(roleId)?.name ?? joinRole?.name ?? roleId,
    ...(projectId === companyWide ? {} : { projectId }),
  }));

/** The default role of the company, unless it is more than the caller could give. */
async function roleOfNewcomers({ changer, transaction }: PeopleWrite): Promise<Role | null> {
  const role = await findDefaultRole(changer.grants, transaction, 'company');
  return role && beyond(changer.grants, role.permissionIds, companyWide).length === 0 ? role : null;
}

async function makeAccounts(
  deps: JoiningDeps,
  write: PeopleWrite,
  planned: readonly PlannedPerson[],
  hashOf: (person: PlannedPerson) => string | null,
): Promise<number[]> {
  const made = await makeCompanyAccounts(
    deps,
    write,
    write.changer.grants,
    planned
      .filter(({ user }) => user === null)
      .map((one) => ({
        account: one.person.account ?? '',
        passwordHash: hashOf(one),
        nickname: one.person.name ?? '',
        mobile: one.person.mobile,
        email: one.person.email,
        replaces: one.replaces,
      })),
  );
  const ids = made.values();
  return planned.map(({ user }) => user?.id ?? ids.next().value!);
}
