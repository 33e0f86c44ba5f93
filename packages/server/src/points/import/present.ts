import type { Language, SheetResult } from '@watchpost/contract';
import type { ImportColumn, ImportedRow } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import type { RowPlan } from './rowsOfDevices.wire.ts';

/** What came of a spreadsheet; `nameColumn`: what a row is called by. */
export function presentSheet(
  {
    rows,
    sheet,
    comesTo = [],
  }: { rows: readonly ImportedRow<unknown>[]; sheet: Sheet; comesTo?: readonly RowPlan[] | undefined },
  {
    columns,
    imported,
    isDryRun,
    language,
  }: { columns: readonly ImportColumn[]; imported: number; isDryRun: boolean; language: Language },
): SheetResult {
  const headers = new Map(columns.map(({ key, header }) => [key, header]));
  const cellsOf = new Map(sheet.rows.map((row) => [row.rowNumber, row.cells]));
  const nameHeader = columns[0]!.header;
  const nameAt = sheet.header.findIndex((text) => [nameHeader.zh, nameHeader.en].includes(text.trim()));
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  return {
    TotalCount: rows.length,
    ImportedCount: imported,
    WrongCount: wrong.length,
    IsDryRun: isDryRun,
    Notes: comesTo.map(({ rowNumber, name, message }) => ({ Row: rowNumber, Name: name, Message: message[language] })),
    Rows: wrong.map(({ rowNumber, problems }) => {
      const cell = cellsOf.get(rowNumber)?.[nameAt];
      return {
        Row: rowNumber,
        Name: cell && 'value' in cell ? String(cell.value) : '',
        Errors: problems.map(({ column, message }) => ({
          Column: (column === null ? undefined : headers.get(column)?.[language]) ?? '',
          Message: message[language],
        })),
      };
    }),
  };
}
