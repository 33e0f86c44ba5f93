import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, integer, jsonText, nameOf } from '../scalars.ts';

/** Which list it is, as the screen that shows it calls it: `members`, `alarms.company`. Numbers, as older clients send, are texts too. */
const listName = z
  .union([z.string().trim(), z.number().int()])
  .transform(String)
  .pipe(z.string().regex(/^[\w.-]{1,50}$/));

/** What the setting hangs on besides the list, such as a project; 0 or nothing: the list wherever it stands. */
const foreignId = integer.pipe(z.number().min(0).max(2_147_483_647)).default(0);

/** A hundred columns with their widths are far less. */
const maxFieldLength = 20_000;
/** Longer addresses are cut by some proxies. */
const maxQueryLength = 2_000;

const Field = jsonText(maxFieldLength).describe('JSON text; the server keeps it as it is');
const ViewName = nameOf({ zh: '视图名称', en: 'A view name' }, 1, 30);

export const TableView = z.object({
  ViewId: z.number().int(),
  ViewName: z.string(),
  /** The filters and the order, as the address of the list has them: `level=1,2&sort=name`. */
  Query: z.string(),
  /** The columns as in `Field`; null: those the user has chosen for the list. */
  Field: z.string().nullable(),
});
export type TableView = z.infer<typeof TableView>;

/** How a person looks at a list: everything here is the caller's own, within the company the call names. Spec §7.3. */
export const listCalls = defineCalls({
  updateTableField: {
    method: 'POST',
    path: '/TableField/UpdateTableField',
    effect: 'write',
    logged: false,
    access: 'session',
    summary: { zh: '保存列表列设置', en: 'Keep the chosen columns of a list' },
    body: z.object({ ForeignId: foreignId, TableType: listName, Field }),
    data: z.null(),
  },
  getTableField: {
    method: 'GET',
    path: '/TableField/GetTableField',
    effect: 'read',
    access: 'session',
    summary: { zh: '列表列设置', en: 'The chosen columns of a list' },
    query: z.object({ foreignId, type: listName }),
    data: z.object({
      ForeignId: z.number().int(),
      TableType: z.string(),
      Field: z.string().nullable().describe('null: nothing was chosen'),
    }),
  },
  getTableViews: {
    method: 'GET',
    path: '/TableField/GetTableViews',
    effect: 'read',
    access: 'session',
    summary: { zh: '列表视图', en: 'The saved views of a list, by name' },
    query: z.object({ type: listName }),
    data: z.array(TableView),
  },
  saveTableView: {
    method: 'POST',
    path: '/TableField/SaveTableView',
    effect: 'write',
    logged: false,
    access: 'session',
    summary: { zh: '保存列表视图', en: 'Save a view of a list; one of the same name is replaced' },
    body: z.object({
      TableType: listName,
      ViewName,
      Query: z.string().max(maxQueryLength),
      Field: Field.optional(),
    }),
    data: TableView,
  },
  deleteTableView: {
    method: 'POST',
    path: '/TableField/DeleteTableView',
    effect: 'write',
    logged: false,
    access: 'session',
    summary: { zh: '删除列表视图', en: 'Delete a saved view; one that is gone already is no error' },
    body: z.object({ ViewId: id }),
    data: z.null(),
  },
});
