import {
  type Bilingual,
  type ErrorEntry,
  inputText,
  type Language,
  memberImportMaxRows,
  peopleErrors,
} from '@watchpost/contract';
import type { z } from 'zod';
import type { CompanyGrants } from '../../../access/index.ts';
import type { IsBreached } from '../../../platform/breachedPasswords.ts';
import type { DbOrTransaction } from '../../../platform/db/database.ts';
import { type ImportedRow, importRows } from '../../../platform/excel/importRows.ts';
import { type NamedBy, NameIndex } from '../../../platform/excel/NameIndex.ts';
import { readSheet, type Sheet } from '../../../platform/excel/readSheet.ts';
import { fillText } from '../../../platform/http/refusal.ts';
import { inLanguage } from '../../../platform/inLanguage.ts';
import { mobileOf } from '../../../platform/phoneNumber.ts';
import { beyond, companyWide, namesOfPermissions } from '../../mayGive.ts';
import { findDefaultRole, listRoles, type Role, type RoleScope } from '../../roles/store.ts';
import { membersWithEntry } from '../entries.store.ts';
import { findAccounts, type KnownUser } from '../knownUser.store.ts';
import type { PlacedRole } from '../mayChange.ts';
import { type NewPerson, type PersonProblem, type PlannedPerson, planMembers, strangersIn } from '../planMembers.ts';
import { projectNames } from '../store.ts';
import { columnsOf, ExistingRow, PersonRow, projectNamesIn, type SheetKind } from './memberSheet.ts';

export interface ImportPlan {
  readonly sheet: Sheet;
  /** Every row, with what is wrong with it. */
  readonly rows: readonly ImportedRow<PersonRow | ExistingRow>[];
  /** Of the rows that are right, in their order. */
  readonly planned: readonly PlannedPerson[];
  /** How many accounts that are none of the company's the problems tell of. */
  readonly strangers: number;
}

export interface ImportTarget {
  readonly kind: SheetKind;
  /** Null: the company. */
  readonly projectId: number | null;
}

/** Both languages of a refusal. */
const wordsOf = (entry: ErrorEntry, parameters: Readonly<Record<string, string | number>> = {}): Bilingual => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

const columnOfField: Record<PersonProblem['field'], string> = {
  userId: 'account',
  account: 'account',
  password: 'password',
  mobile: 'mobile',
  email: 'email',
};

/**
 * Reads a spreadsheet of people and says of every row what stands in its way: its own values, roles and projects that are not
 * there or not the caller's to give, names that are taken, and rows that are there twice. Writes nothing.
 *
 * @throws Refusal when the file as a whole is not this spreadsheet
 */
export async function readMembers(
  grants: CompanyGrants,
  db: DbOrTransaction,
  content: Uint8Array,
  { kind, projectId }: ImportTarget,
  { language, isBreached }: { language: Language; isBreached: IsBreached },
): Promise<ImportPlan> {
  const sheet = await readSheet(content, { maxRows: memberImportMaxRows });
  const schema = (kind === 'existing' ? ExistingRow : PersonRow) as z.ZodType<PersonRow | ExistingRow>;
  const rows = importRows(sheet, { columns: columnsOf(kind), schema, language });
  const lookup = await createLookup(grants, db, projectId);
  // Of a row that is wrong in one cell the others are looked at all the same: who corrects it is told everything at once.
  const people = rows.map((row) => toPerson(row, row.value ?? row.readable, projectId, lookup));
  if (projectId !== null) await recogniseMembers(grants, db, rows, people, { kind, projectId });

  const planned = await planMembers(grants, db, people, isBreached);
  const kept = planned.filter(({ problems: found }, i) => {
    const { problems } = rows[i]!;
    for (const { field, entry, parameters, twin } of found) {
      const column = columnOfField[field];
      if (problems.some((known) => known.column === column)) continue;
      const message =
        twin === null
          ? wordsOf(entry, parameters)
          : wordsOf(peopleErrors.importedTwice, { row: rows[twin]!.rowNumber });
      problems.push({ column, message });
    }
    return problems.length === 0;
  });
  return { sheet, rows, planned: kept, strangers: strangersIn(planned) };
}

interface Place {
  readonly id: number;
  readonly name: string;
}

interface Lookup {
  role(scope: RoleScope, name: string): NamedBy<Role>;
  /** That there is no such role, and which there are. */
  unknownRole(scope: RoleScope, name: string): Bilingual;
  defaultRole: Role | undefined;
  project(name: string): NamedBy<Place>;
  /** What stands in the way of giving a role there; null: nothing. */
  refusal(role: Role, projectId: number): Bilingual | null;
}

/** Roles and projects by their names in both languages, once for all rows. */
async function createLookup(grants: CompanyGrants, db: DbOrTransaction, projectId: number | null): Promise<Lookup> {
  const roles = { company: new NameIndex<Role>(), project: new NameIndex<Role>() };
  const allRoles = await listRoles(grants, db);
  for (const role of allRoles) roles[role.scope].add(role, [role.name, role.nameEn]);
  const projects = new NameIndex<Place>();
  const own = projectId === null ? await projectNames(grants, db, [...grants.projects.keys()]) : new Map();
  for (const [id, { name, nameEn }] of own) projects.add({ id, name }, [name, nameEn]);
  const refusals = new Map<string, Bilingual | null>();
  return {
    role: (scope, name) => roles[scope].find(name),
    unknownRole: (scope, name) => unknownRole(allRoles, scope, name),
    defaultRole: await findDefaultRole(grants, db, 'project'),
    project: (name) => projects.find(name),
    refusal(role, place) {
      const key = `${role.id}@${place}`;
      let refusal = refusals.get(key);
      if (refusal === undefined) {
        const missing = beyond(grants, role.permissionIds, place);
        refusal =
          missing.length === 0
            ? null
            : {
                zh: fillText(peopleErrors.moreThanYou, 'zh', { names: namesOfPermissions(missing, 'zh') }),
                en: fillText(peopleErrors.moreThanYou, 'en', { names: namesOfPermissions(missing, 'en') }),
              };
        refusals.set(key, refusal);
      }
      return refusal;
    },
  };
}

function toPerson(
  { problems }: ImportedRow<unknown>,
  value: Partial<PersonRow | ExistingRow>,
  projectId: number | null,
  lookup: Lookup,
): NewPerson {
  const wrong = (column: string, message: Bilingual): void => {
    if (!problems.some((known) => known.column === column)) problems.push({ column, message });
  };
  const given = nulled(value);

  const roleNamed = (scope: RoleScope, column: 'companyRole' | 'projectRole', name: string): Role | undefined => {
    const named = lookup.role(scope, name);
    if (named.kind === 'one') return named.item;
    wrong(column, named.kind === 'none' ? lookup.unknownRole(scope, name) : ambiguous(name, named.items));
    return undefined;
  };

  let companyRoleId: number | null = null;
  if (given.companyRole) {
    const role = roleNamed('company', 'companyRole', given.companyRole);
    const refusal = role ? lookup.refusal(role, companyWide) : null;
    if (refusal) wrong('companyRole', refusal);
    companyRoleId = role?.id ?? null;
  }

  const names = projectNamesIn(given.projects ?? undefined);
  const places = new Set<number>(projectId === null ? [] : [projectId]);
  for (const name of projectId === null ? names : []) {
    const named = lookup.project(name);
    if (named.kind === 'one') places.add(named.item.id);
    else wrong('projects', named.kind === 'none' ? unknownProject(name) : ambiguous(name, named.items));
  }
  const role = given.projectRole ? roleNamed('project', 'projectRole', given.projectRole) : lookup.defaultRole;
  const projectRoles: PlacedRole[] = [];
  if (projectId === null && names.length === 0) {
    if (given.projectRole) wrong('projects', inputText.missing);
  } else if (!role) {
    if (!given.projectRole) wrong('projectRole', inputText.missing);
  } else {
    for (const place of places) {
      const refusal = lookup.refusal(role, place);
      if (refusal) {
        wrong('projectRole', refusal);
        break;
      }
      projectRoles.push({ roleId: role.id, projectId: place });
    }
  }

  const mobile = given.mobile === null ? null : mobileOf(given.mobile);
  if (given.mobile !== null && mobile === null) wrong('mobile', inputText.wrongFormat);
  return {
    userId: null,
    name: given.name,
    account: given.account,
    password: given.password,
    mobile,
    email: given.email,
    department: given.department,
    companyRoleId,
    projectRoles,
    storageSpace: [],
  };
}

/** A message names no more of them; who has more roles looks them up. */
const rolesInMessage = 20;

const kindsOfRole: Record<RoleScope, Bilingual> = {
  company: { zh: '企业角色', en: 'company role' },
  project: { zh: '项目角色', en: 'project role' },
};

function unknownRole(roles: readonly Role[], scope: RoleScope, name: string): Bilingual {
  const words = (language: Language): string => {
    const names = roles
      .filter((role) => role.scope === scope)
      .map((role) => inLanguage(role.name, role.nameEn, language))
      .sort(new Intl.Collator(language).compare);
    const more = names.length > rolesInMessage ? '…' : '';
    return fillText(peopleErrors.importedRoleUnknown, language, {
      kind: kindsOfRole[scope][language],
      name,
      names: names.slice(0, rolesInMessage).join(language === 'zh' ? '、' : ', ') + more,
    });
  };
  return { zh: words('zh'), en: words('en') };
}

/** More than one bears the name, each as it is really written. */
const ambiguous = (name: string, items: readonly { readonly name: string }[]): Bilingual => {
  const names = items.map((item) => item.name).sort();
  return wordsOf(peopleErrors.importedNameAmbiguous, { name, names: names.join(', ') });
};

const unknownProject = (name: string): Bilingual => ({
  zh: `没有您可以打开的项目“${name}”`,
  en: `There is no project “${name}” that you can open`,
});

type Given = { [K in keyof PersonRow]-?: NonNullable<PersonRow[K]> | null };

const noPerson: Given = {
  name: null,
  account: null,
  password: null,
  mobile: null,
  email: null,
  department: null,
  companyRole: null,
  projects: null,
  projectRole: null,
};

/** What the row says; null where it says nothing or has no such column. */
const nulled = (value: Partial<PersonRow | ExistingRow>): Given => ({
  ...noPerson,
  ...Object.fromEntries(Object.entries(value).map(([key, part]) => [key, part ?? null])),
});

/** In a spreadsheet for a project a row may be somebody whom the company has: by username or phone number. */
async function recogniseMembers(
  grants: CompanyGrants,
  db: DbOrTransaction,
  rows: readonly ImportedRow<unknown>[],
  people: NewPerson[],
  { kind, projectId }: { kind: SheetKind; projectId: number },
): Promise<void> {
  const accounts = people.map(({ account }) => account ?? '');
  const typedMobile = (person: NewPerson): string | null =>
    kind === 'existing' ? mobileOf(person.account ?? '') : person.mobile;
  const known = await findAccounts(grants, db, {
    ids: [],
    accounts,
    mobiles: people.map(typedMobile).filter((mobile) => mobile !== null),
    emails: [],
  });
  const members = known.filter((user) => user.is_member);
  const byAccount = new Map(members.map((user) => [user.account.toLowerCase(), user]));
  const byMobile = new Map<string | null, KnownUser>(
    members.flatMap((user) => (user.mobile ? [[user.mobile, user]] : [])),
  );
  const inside = await membersWithEntry(
    grants,
    db,
    projectId,
    members.map(({ id }) => id),
  );
  const seen = new Set<number>();
  people.forEach((person, i) => {
    const wrong = (
      entry: ErrorEntry,
      parameters: Record<string, string> = {},
      at: 'account' | 'mobile' = 'account',
    ) => {
      const problems = rows[i]?.problems ?? [];
      if (problems.some(({ column }) => column === at)) return;
      problems.push({ column: at, message: wordsOf(entry, parameters) });
    };
    const named = byAccount.get(person.account?.toLowerCase() ?? '');
    const phoned = byMobile.get(typedMobile(person));
    // A number beside another username is mistyped, or the username is: neither lets somebody else in.
    if (kind === 'project' && named && person.mobile !== null && named.mobile !== person.mobile) {
      wrong(peopleErrors.notHisNumber, { account: named.account }, 'mobile');
      return;
    }
    const user = named ?? (kind === 'project' && person.account !== null ? undefined : phoned);
    if (!user) {
      if (kind === 'existing') wrong(peopleErrors.userNotFound);
      return;
    }
    if (inside.has(user.id) || seen.has(user.id)) wrong(peopleErrors.alreadyMember, { name: user.nickname });
    seen.add(user.id);
    people[i] = { ...person, userId: user.id };
  });
}
