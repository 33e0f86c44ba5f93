import type { ImportResult, Language } from '@watchpost/contract';
import { columnsOf, type PersonRow } from './memberSheet.ts';
import type { ImportPlan } from './readMembers.ts';

const headers = new Map(columnsOf('company').map(({ key, header }) => [key, header]));

export const presentImport = (
  { rows, sheet }: ImportPlan,
  { imported, isDryRun, language }: { imported: number; isDryRun: boolean; language: Language },
): ImportResult => {
  const cellsOf = new Map(sheet.rows.map((row) => [row.rowNumber, row.cells]));
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  /** What stands in the sheet under a heading, though the row as a whole was refused. */
  const typed = (rowNumber: number, key: keyof PersonRow): string => {
    const header = headers.get(key);
    const index = sheet.header.findIndex((text) => text === header?.zh || text === header?.en);
    const cell = cellsOf.get(rowNumber)?.[index];
    return cell && 'value' in cell ? String(cell.value) : '';
  };
  return {
    TotalCount: rows.length,
    ImportedCount: imported,
    WrongCount: wrong.length,
    IsDryRun: isDryRun,
    Rows: wrong.map(({ rowNumber, problems }) => ({
      Row: rowNumber,
      RealName: typed(rowNumber, 'name'),
      UserName: typed(rowNumber, 'account'),
      Errors: problems.map(({ column, message }) => ({
        Column: (column === null ? undefined : headers.get(column)?.[language]) ?? '',
        Message: message[language],
      })),
    })),
  };
};
