import { commonErrors, type listCalls, listErrors } from '@watchpost/contract';
import type { Caller, UserTenant } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { presentView } from './present.ts';
import { countOtherColumns, deleteView, findColumns, listViews, writeColumns, writeView } from './store.ts';

/** More lists than the product has, so only a script meets it: its settings must not fill the database. */
const maxColumnSettings = 500;
/** As many as a menu shows without a search of its own. */
const maxViewsOfList = 30;

/** Settings are kept by company; who belongs to none has no lists. */
function inCompany(caller: Caller): UserTenant {
  if (!caller.grants) throw new Refusal(commonErrors.notYourCompany);
  return caller.tenant;
}

export const listHandlers = ({ db }: { db: Db }): Handlers<typeof listCalls> => ({
  async updateTableField({ caller }, { body }) {
    const tenant = inCompany(caller);
    const others = await countOtherColumns(tenant, db, body.TableType, body.ForeignId);
    if (others >= maxColumnSettings) throw new Refusal(listErrors.tooManySettings);
    await writeColumns(tenant, db, { list: body.TableType, foreignId: body.ForeignId, field: body.Field });
    return null;
  },

  async getTableField({ caller }, { query }) {
    const field = await findColumns(caller.tenant, db, query.type, query.foreignId);
    return { ForeignId: query.foreignId, TableType: query.type, Field: field ?? null };
  },

  async getTableViews({ caller }, { query }) {
    return (await listViews(caller.tenant, db, query.type)).map(presentView);
  },

  async saveTableView({ caller }, { body }) {
    const tenant = inCompany(caller);
    const views = await listViews(tenant, db, body.TableType);
    const isNew = views.every(({ name }) => name !== body.ViewName);
    if (isNew && views.length >= maxViewsOfList) throw new Refusal(listErrors.tooManyViews, { count: maxViewsOfList });
    const view = { list: body.TableType, name: body.ViewName, query: body.Query, field: body.Field ?? null };
    return presentView(await writeView(tenant, db, view));
  },

  async deleteTableView({ caller }, { body }) {
    await deleteView(caller.tenant, db, body.ViewId);
    return null;
  },
});
