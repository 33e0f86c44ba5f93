import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { SeededCompany } from './SeededCompany.ts';

/** Data screens by name: all of a company, and one for its stores or its cold store. */
export async function insertDataScreens(
  _system: SystemTenant,
  db: DbOrTransaction,
  { companyId, projectIds }: Pick<SeededCompany, 'companyId' | 'projectIds'>,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs - 30 * 86_400_000);
  const screen = async (name: string, only: readonly number[] | null): Promise<void> => {
    const { id } = await db
      .insertInto('data_screen')
      .values({
        company_id: companyId,
        name,
        all_projects: only === null,
        stations: ['overview', 'projects', 'alarms'],
        station_seconds: 20,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (only)
      await db
        .insertInto('data_screen_project')
        .values(only.map((project_id) => ({ data_screen_id: id, project_id })))
        .execute();
  };
  await screen('总部大屏', null);
  const [first] = projectIds.values();
  if (projectIds.size > 1 && first !== undefined) await screen('单站大屏', [first]);
}
