import type { TableView } from '@watchpost/contract';
import type { ViewRow } from './store.ts';

export const presentView = (row: ViewRow): TableView => ({
  ViewId: row.id,
  ViewName: row.name,
  Query: row.query,
  Field: row.field,
});
