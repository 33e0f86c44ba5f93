/** A row of `demo-logins.json`. A folder of an earlier version knows less of its people. */
export interface DemoLogin {
  account: string;
  password: string;
  role?: string;
  roleEn?: string;
  company?: string;
  companyEn?: string;
  may?: string;
  mayEn?: string;
}

const both = (zh: string | undefined, en: string | undefined): string => [zh, en].filter(Boolean).join(' · ');

/** Columns that a terminal gives to a text: Chinese letters and full-width marks take two. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/u.test(letter) ? 2 : 1), 0);

/**
 * The logins as lines for a terminal: account, password, role and company, and below each the rights.
 * Empty without logins.
 */
export function loginTable(logins: readonly DemoLogin[]): string[] {
  if (logins.length === 0) return [];
  const rows = [
    ['Account 账号', 'Password 密码', 'Role 角色', 'Company 企业'],
    ...logins.map((login) => [
      login.account,
      login.password,
      both(login.role, login.roleEn),
      both(login.company, login.companyEn),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column]!))));
  const lineOf = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell + ' '.repeat(widths[column]! - columnsOf(cell))).join('  ')}`.trimEnd();
  const [head, ...people] = rows;
  return [
    lineOf(head!),
    ...people.flatMap((row, index) => {
      const { may, mayEn } = logins[index]!;
      return [lineOf(row), ...[may, mayEn].flatMap((words) => (words ? [`    ${words}`] : []))];
    }),
  ];
}
