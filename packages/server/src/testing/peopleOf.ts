import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { dayMs } from '@watchpost/contract';
import type { Db } from '../platform/db/database.ts';
import { writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { aMember, aRole } from './factories.ts';

/** Members, roles and invitations of a company; most of it is good once. */
export interface People {
  /** In the project; may do nothing. */
  memberId: number;
  spareMemberId: number;
  /** Of the project role with which the spare member is in the project. */
  spareEntryId: number;
  /** For projects, and for the company. */
  projectRoleId: number;
  companyRoleId: number;
  spareRoleId: number;
  invitationId: number;
  invitationCode: string;
  /** A username that nobody has. */
  freeAccount: string;
  /** Two new members, as they are imported; and one whom the project does not have yet. */
  memberSheet: File;
  newcomerSheet: File;
}

/** A spreadsheet of these rows, the first of which names the columns. */
export async function sheetOf(header: readonly string[], rows: readonly (readonly string[])[]): Promise<File> {
  const columns = header.map((title, i) => ({
    header: { zh: title, en: title },
    type: 'text' as const,
    value: (row: readonly string[]) => row[i] ?? null,
  }));
  const bytes = await buffer(writeWorkbook({ title: 'Members', columns, rows, language: 'en', timeZone: 'UTC' }));
  return new File([bytes], 'members.xlsx');
}

const unique = (): string => randomBytes(6).toString('hex');

/** Everything anew, for calls that use it up. Every name contains `marker`. */
export async function peopleOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<People> {
  const nickname = `${marker} Colleague`;
  const memberId = await aMember(db, companyId, projectId, { nickname, permissions: [] });
  const spareMemberId = await aMember(db, companyId, projectId, { nickname: `${marker} Spare`, permissions: [] });
  const { id: spareEntryId } = await db
    .selectFrom('role_entry')
    .where('user_id', '=', spareMemberId)
    .select('id')
    .executeTakeFirstOrThrow();
  const named = async (scope: 'company' | 'project') => {
    const id = await aRole(db, companyId, {
      scope,
      permissions: scope === 'company' ? ['membersView'] : ['monitorView'],
    });
    await db
      .updateTable('role')
      .set({ name: `${marker} Role ${id}` })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const projectRoleId = await named('project');
  await db
    .insertInto('role_entry')
    .values({ user_id: memberId, role_id: projectRoleId, company_id: companyId, project_id: projectId })
    .execute();
  const companyRoleId = await named('company');
  const spareRoleId = await named('company');
  await db
    .insertInto('role')
    .values({ company_id: companyId, name: `${marker} Default`, scope: 'company', is_default: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

  const invitationCode = randomBytes(18).toString('base64url');
  const now = new Date();
  const { id: invitationId } = await db
    .insertInto('invitation')
    .values({
      company_id: companyId,
      token_hash: createHash('sha256').update(invitationCode).digest(),
      note: `${marker} note`,
      created_by: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const newcomers = (header: readonly string[], ...more: string[]) =>
    sheetOf(
      header,
      ['Li Na', 'Wang Wei'].map((name) => [name, `u${unique()}`, 'Pw_Newcomer_1', ...more]),
    );
  return {
    memberId,
    spareMemberId,
    spareEntryId,
    projectRoleId,
    companyRoleId,
    spareRoleId,
    invitationId,
    invitationCode,
    freeAccount: `f${unique()}`,
    memberSheet: await newcomers(['Name', 'Username', 'First password']),
    newcomerSheet: await newcomers(['姓名', '用户名', '初始密码', '项目角色'], `${marker} Role ${projectRoleId}`),
  };
}
