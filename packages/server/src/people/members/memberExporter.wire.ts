import type { Language, memberCalls, ParsedInput } from '@watchpost/contract';
import { needGrants } from '../../access/index.ts';
import type { Exporter } from '../../downloads/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { companyWide } from '../mayGive.ts';
import { type Entry, entriesOf } from './entries.store.ts';
import { type AskedMembers, memberQuestion } from './memberQuestion.ts';
import { type Member, pageMembers } from './store.ts';

/** Members are read at once, so that what changes meanwhile puts none twice and leaves none out; their roles in pieces. */
const all = { offset: 0, limit: 1_000_000 };
const rolesAtOnce = 500;

/** What a list of members is asked for, in our words: the list's own call and its export ask alike. */
export const askedMembers = (
  body: ParsedInput<(typeof memberCalls)['getUserRoleSubareaList']>['body'],
): AskedMembers => ({
  placeId: body.SubareaId,
  external: body.UserType === 'external',
  unassigned: body.UserType === 'unassigned',
  active: body.ActiveStatus,
  text: body.UserNameOrMobile,
  companyRoleId: body.CompanyRoleId,
  projectRoleId: body.ProjectRoleId,
});

interface ExportedMember {
  readonly member: Member;
  readonly entries: readonly Entry[];
}

const roleIn = (entry: Entry, language: Language): string => inLanguage(entry.role_name, entry.role_name_en, language);

/** `一号库：值班员；二号库：查看者` */
function projectRoles({ entries }: ExportedMember, language: Language): string | null {
  const [colon, separator] = language === 'zh' ? ['：', '；'] : [': ', '; '];
  const words = entries
    .filter(({ project_id }) => project_id !== companyWide)
    .map(
      (entry) => `${inLanguage(entry.project_name, entry.project_name_en, language)}${colon}${roleIn(entry, language)}`,
    );
  return words.join(separator) || null;
}

function companyRoles({ entries }: ExportedMember, language: Language): string | null {
  const words = entries.filter(({ project_id }) => project_id === companyWide).map((entry) => roleIn(entry, language));
  return words.join(language === 'zh' ? '、' : ', ') || null;
}

/** Everybody whom a member list shows, each with all their roles. */
export const memberExporter = ({ db }: { db: Db }): Exporter<'members', ExportedMember> => ({
  kind: 'members',
  columns: [
    { header: { zh: '姓名', en: 'Name' }, type: 'text', value: ({ member }) => member.name },
    { header: { zh: '用户名', en: 'Username' }, type: 'text', value: ({ member }) => member.account },
    { header: { zh: '手机号', en: 'Phone' }, type: 'text', value: ({ member }) => member.mobile },
    { header: { zh: '邮箱', en: 'E-mail' }, type: 'text', width: 28, value: ({ member }) => member.email },
    { header: { zh: '部门', en: 'Department' }, type: 'text', value: ({ member }) => member.department },
    { header: { zh: '企业角色', en: 'Company role' }, type: 'text', width: 24, value: companyRoles },
    { header: { zh: '项目角色', en: 'Project roles' }, type: 'text', width: 48, value: projectRoles },
    {
      header: { zh: '外部成员', en: 'External' },
      type: 'text',
      value: ({ member }, language) => (member.external ? (language === 'zh' ? '是' : 'Yes') : null),
    },
    {
      header: { zh: '账号状态', en: 'State' },
      type: 'text',
      value: ({ member }, language) =>
        member.active ? (language === 'zh' ? '已激活' : 'Active') : language === 'zh' ? '未激活' : 'Inactive',
    },
    { header: { zh: '加入时间', en: 'Joined' }, type: 'date', value: ({ member }) => member.created_at.getTime() },
  ],

  async count({ caller, input }) {
    const filter = await memberQuestion(db, caller, askedMembers(input.body));
    const page = { orderBy: 'name', ascending: true, limit: 1, offset: 0 } as const;
    return (await pageMembers(needGrants(caller), db, filter, page)).count;
  },

  async *rows({ caller, input: { body } }) {
    const grants = needGrants(caller);
    const filter = await memberQuestion(db, caller, askedMembers(body));
    const { rows } = await pageMembers(grants, db, filter, { orderBy: body.SortType, ascending: body.IsAsc, ...all });
    for (let from = 0; from < rows.length; from += rolesAtOnce) {
      const some = rows.slice(from, from + rolesAtOnce);
      const userIds = some.map(({ user_id }) => user_id);
      const found = await entriesOf(grants, db, userIds, { which: filter.which, perMember: null });
      const entries = Map.groupBy(found, ({ user_id }) => user_id);
      for (const member of some) yield { member, entries: entries.get(member.user_id) ?? [] };
    }
  },
});
