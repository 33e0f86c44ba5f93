import type { RowRange } from '../db/listQuery.ts';

/** The rows of the page that a caller asks for. */
export const rowRange = ({ PageIndex, PageSize }: { PageIndex: number; PageSize: number }): RowRange => ({
  offset: (PageIndex - 1) * PageSize,
  limit: PageSize,
});
