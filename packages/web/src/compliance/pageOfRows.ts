/** A page of rows that came all at once, as lists take it. */
export const pageOfRows =
  <Row>({ PageIndex, PageSize }: { PageIndex: number; PageSize: number }) =>
  (rows: readonly Row[]): { Data: readonly Row[]; TotalCount: number } => ({
    Data: rows.slice((PageIndex - 1) * PageSize, PageIndex * PageSize),
    TotalCount: rows.length,
  });
