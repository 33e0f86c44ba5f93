import type { Bilingual, Language } from '@watchpost/contract';
import type { CompanyGrants } from '../../../access/index.ts';
import type { DbOrTransaction } from '../../../platform/db/database.ts';
import { NameIndex } from '../../../platform/excel/NameIndex.ts';
import type { TemplateList } from '../../../platform/excel/writeTemplate.ts';
import { inLanguage } from '../../../platform/inLanguage.ts';
import { beyond, companyWide } from '../../mayGive.ts';
import { listRoles, type RoleScope } from '../../roles/store.ts';
import { projectNames } from '../store.ts';
import { columnsOf, projectNamesIn } from './memberSheet.ts';
import type { ImportTarget } from './readMembers.ts';

interface Named {
  readonly name: string;
  readonly nameEn: string | null;
}

/**
 * What may be typed into the template: the roles that the caller may give, the projects they can open, and beside them one person
 * filled in.
 */
export async function templateLists(
  grants: CompanyGrants,
  db: DbOrTransaction,
  { kind, projectId }: ImportTarget,
  language: Language,
): Promise<{ title: Bilingual; columns: TemplateList[] }> {
  const all = await listRoles(grants, db);
  const ownIds = [...grants.projects.keys()];
  const rolesOf = (scope: RoleScope): string[] => {
    const places = scope === 'company' ? [companyWide] : projectId === null ? ownIds : [projectId];
    const ofScope = all.filter((role) => role.scope === scope);
    const mayGive = ofScope.filter(({ permissionIds }) =>
      places.some((place) => beyond(grants, permissionIds, place).length === 0),
    );
    return typed(mayGive, ofScope, language);
  };
  const own = projectId === null ? [...(await projectNames(grants, db, ownIds)).values()] : [];
  const values: Record<string, string[]> = {
    companyRole: rolesOf('company'),
    // A semicolon ends a name in its cell: who bears one is added on the screen.
    projects: typed(own, own, language).filter((name) => projectNamesIn(name).length === 1),
    projectRole: rolesOf('project'),
  };

  const columns = columnsOf(kind);
  const lists = columns.flatMap(({ key, header }): TemplateList[] => {
    const known = values[key];
    return known ? [{ header: header[language], values: known, offeredAt: key }] : [];
  });
  const example: Record<string, string | undefined> = {
    ...examplePerson[language],
    projects: values.projects?.slice(0, 2).join(language === 'zh' ? '；' : '; ') || undefined,
    // Without a project there is nothing to have a role in.
    projectRole: projectId !== null || values.projects?.length ? values.projectRole?.at(-1) : undefined,
  };
  const shown = columns.flatMap(({ key, header }) => {
    const value = example[key];
    return value === undefined ? [] : [{ header: header[language], value }];
  });
  return {
    title: listsTitle,
    columns: [
      ...lists,
      { header: exampleTitle.column[language], values: shown.map(({ header }) => header), offeredAt: null },
      { header: exampleTitle.value[language], values: shown.map(({ value }) => value), offeredAt: null },
    ],
  };
}

/** Names as somebody types them so that each means one: in their language, or as entered where that one could mean two. */
function typed(some: readonly Named[], all: readonly Named[], language: Language): string[] {
  const index = new NameIndex<Named>();
  for (const each of all) index.add(each, [each.name, each.nameEn]);
  return some
    .map((each) => {
      const name = inLanguage(each.name, each.nameEn, language);
      return index.find(name).kind === 'one' ? name : each.name;
    })
    .sort(new Intl.Collator(language).compare);
}

const listsTitle: Bilingual = { zh: '角色与项目', en: 'Roles and projects' };
const exampleTitle = {
  column: { zh: '示例：列', en: 'Example: column' },
  value: { zh: '示例：填写内容', en: 'Example: what to type' },
} as const;

/** With a phone number, so that no first password stands there which people would leave as it is. */
const examplePerson: Record<Language, Record<string, string>> = {
  zh: {
    name: '王伟',
    account: 'wangwei01',
    mobile: '13800138000',
    email: 'wangwei@example.com',
    department: '冷链运维',
  },
  en: {
    name: 'Wang Wei',
    account: 'wangwei01',
    mobile: '13800138000',
    email: 'wangwei@example.com',
    department: 'Cold chain',
  },
};
