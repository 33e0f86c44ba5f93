import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface ViewRow {
  id: number;
  name: string;
  query: string;
  field: string | null;
}

const viewColumns = ['id', 'name', 'query', 'field'] as const;

/** What the tenant chose for a list; undefined: nothing. */
export const findColumns = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  list: string,
  foreignId: number,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('list_columns')
      .where('user_id', '=', tenant.userId)
      .where('company_id', '=', tenant.companyId)
      .where('list', '=', list)
      .where('foreign_id', '=', foreignId)
      .select('field')
      .executeTakeFirst()
  )?.field;

/** Of how many lists, other than this one, the tenant has chosen columns. */
export const countOtherColumns = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  list: string,
  foreignId: number,
): Promise<number> =>
  (
    await db
      .selectFrom('list_columns')
      .where('user_id', '=', tenant.userId)
      .where('company_id', '=', tenant.companyId)
      .where((eb) => eb.or([eb('list', '<>', list), eb('foreign_id', '<>', foreignId)]))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export async function writeColumns(
  tenant: UserTenant,
  db: DbOrTransaction,
  columns: { list: string; foreignId: number; field: string },
): Promise<void> {
  await db
    .insertInto('list_columns')
    .values({
      user_id: tenant.userId,
      company_id: tenant.companyId,
      list: columns.list,
      foreign_id: columns.foreignId,
      field: columns.field,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'company_id', 'list', 'foreign_id']).doUpdateSet({ field: columns.field }),
    )
    .execute();
}

/** The tenant's views of a list, by name. */
export const listViews = (tenant: UserTenant, db: DbOrTransaction, list: string): Promise<ViewRow[]> =>
  db
    .selectFrom('list_view')
    .where('user_id', '=', tenant.userId)
    .where('company_id', '=', tenant.companyId)
    .where('list', '=', list)
    .select(viewColumns)
    .orderBy('name')
    .execute();

/** A new view, or the one of this name with new contents. */
export const writeView = (
  tenant: UserTenant,
  db: DbOrTransaction,
  view: { list: string; name: string; query: string; field: string | null },
): Promise<ViewRow> =>
  db
    .insertInto('list_view')
    .values({ user_id: tenant.userId, company_id: tenant.companyId, ...view })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'company_id', 'list', 'name']).doUpdateSet({ query: view.query, field: view.field }),
    )
    .returning(viewColumns)
    .executeTakeFirstOrThrow();

/** Does nothing when the tenant has no such view. */
export async function deleteView(tenant: UserTenant, db: DbOrTransaction, viewId: number): Promise<void> {
  await db
    .deleteFrom('list_view')
    .where('id', '=', viewId)
    .where('user_id', '=', tenant.userId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}
