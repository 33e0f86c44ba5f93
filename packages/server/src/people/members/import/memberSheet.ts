import { accountName, type Bilingual, email, mobile, orEmpty, password, personName } from '@watchpost/contract';
import { z } from 'zod';
import type { ImportColumn } from '../../../platform/excel/importRows.ts';

/** Which people a spreadsheet is about. */
export type SheetKind =
  /** New members of the company, with their projects. */
  | 'company'
  /** Members of one project: new ones, or some that the company has. */
  | 'project'
  /** Members of one project who are members of the company already. */
  | 'existing';

type ColumnKey =
  | 'name'
  | 'account'
  | 'password'
  | 'mobile'
  | 'email'
  | 'department'
  | 'companyRole'
  | 'projects'
  | 'projectRole';

// biome-ignore format: a table is read by columns
const allColumns: Record<ColumnKey, ImportColumn> = {
  name: { key: 'name', header: { zh: '姓名', en: 'Name' }, type: 'text', width: 16 },
  account: { key: 'account', header: { zh: '用户名', en: 'Username' }, type: 'text', width: 18 },
  password: { key: 'password', header: { zh: '初始密码', en: 'First password' }, type: 'text', optional: true, width: 18 },
  mobile: { key: 'mobile', header: { zh: '手机号', en: 'Phone number' }, type: 'text', optional: true, width: 18 },
  email: { key: 'email', header: { zh: '邮箱', en: 'E-mail' }, type: 'text', optional: true, width: 26 },
  department: { key: 'department', header: { zh: '部门', en: 'Department' }, type: 'text', optional: true, width: 16 },
  companyRole: { key: 'companyRole', header: { zh: '企业角色', en: 'Role in the company' }, type: 'text', optional: true, width: 20 },
  projects: { key: 'projects', header: { zh: '项目（多个用分号隔开）', en: 'Projects (separated by semicolons)' }, type: 'text', optional: true, width: 36 },
  projectRole: { key: 'projectRole', header: { zh: '项目角色', en: 'Role in the projects' }, type: 'text', optional: true, width: 20 },
};

const columnKeys: Record<SheetKind, readonly ColumnKey[]> = {
  company: ['name', 'account', 'password', 'mobile', 'email', 'department', 'companyRole', 'projects', 'projectRole'],
  project: ['name', 'account', 'password', 'mobile', 'email', 'department', 'projectRole'],
  existing: ['account', 'projectRole'],
};

export const columnsOf = (kind: SheetKind): ImportColumn[] => columnKeys[kind].map((key) => allColumns[key]);

export const sheetTitle: Bilingual = { zh: '成员', en: 'Members' };

const shortText = orEmpty(z.string().trim().max(50));

/** One row: a person as they were typed in. */
export const PersonRow = z
  .object({
    name: personName,
    account: accountName,
    password: orEmpty(password),
    mobile: orEmpty(mobile),
    email: orEmpty(email),
    department: shortText,
    companyRole: shortText,
    projects: orEmpty(z.string().trim().max(2_000)),
    projectRole: shortText,
  })
  .check(({ value, issues }) => {
    // Without a phone number they could never sign in.
    if (value.password === undefined && value.mobile === undefined) {
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['password'] });
    }
  });
export type PersonRow = z.output<typeof PersonRow>;

/** One row of people who have an account: by username or phone number. */
export const ExistingRow = z.object({
  account: z.string().trim().min(1).max(64),
  projectRole: shortText,
});
export type ExistingRow = z.output<typeof ExistingRow>;

/** `一号店；二号店` or `Store 1; Store 2` */
export const projectNamesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[;；\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
