import type { Db } from '../platform/db/database.ts';

/** An enabled maintenance team for every place and both kinds of service; answers its id. */
export async function aTeam(
  db: Db,
  companyId: number,
  members: readonly number[],
  admins: readonly number[] = [],
  {
    name = '冷链维保',
    areas = [''],
    types = ['onSite', 'remote'],
  }: { name?: string; areas?: string[]; types?: string[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_team')
    .values({ company_id: companyId, name, types, areas, enabled: true, note: '', updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const userId of [...members, ...admins])
    await db
      .insertInto('maintenance_member')
      .values({ team_id: id, user_id: userId, is_admin: admins.includes(userId), mobile: '' })
      .execute();
  return id;
}
