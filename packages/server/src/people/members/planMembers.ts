import { accountErrors, type ErrorEntry, peopleErrors } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import { weaknessOf } from '../../account/index.ts';
import type { IsBreached } from '../../platform/breachedPasswords.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { isNumberOfAnother } from '../../platform/phoneNumber.ts';
import type { StorageSpace } from '../roles/store.ts';
import { findAccounts, type KnownUser, namesOfCompany } from './knownUser.store.ts';
import type { PlacedRole } from './mayChange.ts';

/** Somebody who is to be a member: by the id of their account, or with everything that a new account needs. */
export interface NewPerson {
  readonly userId: number | null;
  readonly name: string | null;
  readonly account: string | null;
  readonly password: string | null;
  /** 11 digits of mainland China, else + with dialling code. */
  readonly mobile: string | null;
  readonly email: string | null;
  readonly department: string | null;
  /** Null: the default role. */
  readonly companyRoleId: number | null;
  readonly projectRoles: readonly PlacedRole[];
  readonly storageSpace: StorageSpace;
}

/** Why somebody cannot be added, and which of their facts says so. */
export interface PersonProblem {
  readonly field: 'userId' | 'account' | 'password' | 'mobile' | 'email';
  readonly entry: ErrorEntry;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Which of those who are to be added has it before them, by the order they were given in; null: somebody who is there. */
  readonly twin: number | null;
  /** It tells of an account that is none of the company's. */
  readonly ofStranger: boolean;
}

export interface PlannedPerson {
  readonly person: NewPerson;
  /** Their account; null: one is made. */
  readonly user: KnownUser | null;
  /** Whose account the company made under the name of the new one, and nobody uses any more. */
  readonly replaces: number | null;
  /** Everything that stands in the way. */
  readonly problems: readonly PersonProblem[];
}

const present = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

/**
 * Finds out for each person whether an account is made or one is there, and what stands in the way: among those who are there
 * and among those who are to be added with them. Says of accounts elsewhere only that a name, number or address is taken.
 */
export async function planMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  people: readonly NewPerson[],
  isBreached: IsBreached,
): Promise<PlannedPerson[]> {
  const known = await findAccounts(tenant, db, {
    ids: people.map(({ userId }) => userId).filter((id) => id !== null),
    accounts: present(people.map(({ account }) => account)),
    mobiles: present(people.map(({ mobile }) => mobile)),
    emails: present(people.map(({ email }) => email)),
  });
  const companies = await namesOfCompany(tenant, db);
  const breached = new Set<string>();
  for (const password of new Set(present(people.map(({ password }) => password))))
    if (await isBreached(password)) breached.add(password);
  const byId = new Map(known.map((user) => [user.id, user]));
  const byAccount = new Map(known.map((user) => [user.account.toLowerCase(), user]));
  const byMobile = new Map(known.flatMap((user) => (user.mobile === null ? [] : [[user.mobile, user]])));
  const byEmail = new Map(known.flatMap((user) => (user.email === null ? [] : [[user.email.toLowerCase(), user]])));
  const given = {
    account: new Map<string, number>(),
    mobile: new Map<string, number>(),
    email: new Map<string, number>(),
  };

  const whyWeak = (password: string, person: NewPerson): ErrorEntry | null =>
    weaknessOf(password, { ...person, companies }) ?? (breached.has(password) ? accountErrors.passwordBreached : null);
  const planNew = (person: NewPerson, index: number): PlannedPerson => {
    const account = person.account?.toLowerCase() ?? null;
    const email = person.email?.toLowerCase() ?? null;
    const holder = byAccount.get(account ?? '');
    // Of an account that we made and nobody uses any more the name is free.
    const replaces = holder?.abandoned ? holder.id : null;
    const isTaken = (other: KnownUser | undefined): boolean => other !== undefined && other.id !== replaces;
    const problems: PersonProblem[] = [];
    const take = (
      field: 'account' | 'mobile' | 'email',
      value: string | null,
      other: KnownUser | undefined,
      entry: ErrorEntry,
    ): void => {
      if (value === null) return;
      const twin = given[field].get(value);
      if (twin === undefined) given[field].set(value, index);
      if (twin === undefined && !isTaken(other)) return;
      const ofStranger = isTaken(other) && !other?.is_member;
      problems.push({ field, entry, parameters: { [field]: person[field] ?? '' }, twin: twin ?? null, ofStranger });
    };
    if (account !== null && isNumberOfAnother(account, person.mobile)) {
      problems.push({
        field: 'account',
        entry: accountErrors.accountIsNumber,
        parameters: {},
        twin: null,
        ofStranger: false,
      });
    }
    const weakness = person.password === null ? null : whyWeak(person.password, person);
    if (weakness) problems.push({ field: 'password', entry: weakness, parameters: {}, twin: null, ofStranger: false });
    take('account', account, holder, peopleErrors.accountTaken);
    take('mobile', person.mobile, byMobile.get(person.mobile ?? ''), peopleErrors.mobileTaken);
    take('email', email, byEmail.get(email ?? ''), peopleErrors.emailTaken);
    return { person, user: null, replaces, problems };
  };

  const byUserId = new Map<number, number>();
  const planKnown = (person: NewPerson, userId: number, index: number): PlannedPerson => {
    const user = byId.get(userId) ?? null;
    // Others than members are found by their full number only: ids could be tried out.
    const isFound =
      user && (user.is_member || user.abandoned || (user.mobile !== null && user.mobile === person.mobile));
    if (!isFound) {
      return {
        person,
        user: null,
        replaces: null,
        problems: [
          { field: 'userId', entry: peopleErrors.userNotFound, parameters: {}, twin: null, ofStranger: false },
        ],
      };
    }
    const parameters = { name: person.name ?? user.nickname };
    const nothingNew = user.is_member && person.companyRoleId === null && person.projectRoles.length === 0;
    const twin = byUserId.get(userId);
    if (twin === undefined) byUserId.set(userId, index);
    if ((twin !== undefined && !user.is_member) || nothingNew) {
      const problem: PersonProblem = {
        field: 'userId',
        entry: peopleErrors.alreadyMember,
        parameters,
        twin: twin ?? null,
        ofStranger: false,
      };
      return { person, user, replaces: null, problems: [problem] };
    }
    return { person, user, replaces: null, problems: [] };
  };

  return people.map((person, index) =>
    person.userId === null ? planNew(person, index) : planKnown(person, person.userId, index),
  );
}

/** How many accounts that are none of the company's a plan tells of. */
export const strangersIn = (planned: readonly PlannedPerson[]): number =>
  planned.reduce((sum, { problems }) => sum + problems.filter(({ ofStranger }) => ofStranger).length, 0);
