import { type Bilingual, commonErrors, type Language, type SheetResult } from '@watchpost/contract';
import type { CallContext, FileReply } from '../http/callServer.ts';
import { inBothLanguages, Refusal } from '../http/refusal.ts';
import { type ImportColumn, type ImportedRow, writeCorrections } from './importRows.ts';
import type { Sheet } from './readSheet.ts';
import { workbookType, writeWorkbook } from './writeWorkbook.ts';

/** A spreadsheet that people filled in, with its rows as they were read. */
export interface FilledSheet<Value> {
  readonly sheet: Sheet;
  readonly rows: readonly ImportedRow<Value>[];
  readonly columns: readonly ImportColumn[];
}

/** What a right row comes to. */
export interface RowPlan {
  readonly rowNumber: number;
  readonly name: string;
  readonly message: Bilingual;
}

export const isRight = ({ problems }: ImportedRow<unknown>): boolean => problems.length === 0;

/**
 * What every import does: nothing while any row is wrong, unless only the right ones were asked for; a trial run says what would
 * happen.
 *
 * @param write all that is right; called once, or not at all
 */
export async function bringInSheet<Value, Right>(
  context: CallContext<unknown>,
  {
    sheet,
    rows,
    columns,
    right,
    comesTo,
  }: FilledSheet<Value> & {
    readonly right: readonly Right[];
    readonly comesTo?: readonly RowPlan[];
  },
  { isDryRun, skipWrong = false }: { readonly isDryRun: boolean; readonly skipWrong?: boolean },
  write: (right: readonly Right[]) => Promise<unknown>,
): Promise<SheetResult> {
  const { language } = context;
  const count = rows.filter(isRight).length;
  const imports = !isDryRun && right.length > 0 && (skipWrong || rows.every(isRight));
  if (imports) await write(right);
  else context.markLogged();
  const isTold = isDryRun ? comesTo : undefined;
  const imported = imports || isDryRun ? count : 0;
  return sayIfUndone(
    context,
    presentSheet({ rows, sheet, comesTo: isTold }, { columns, imported, isDryRun, language }),
  );
}

/** Gives the result of an import back; of one that brought in nothing because rows are wrong the envelope says so. Spec §8. */
export function sayIfUndone<Result extends Pick<SheetResult, 'ImportedCount' | 'WrongCount' | 'IsDryRun'>>(
  context: CallContext<unknown>,
  result: Result,
): Result {
  const { ImportedCount, WrongCount: count, IsDryRun } = result;
  if (!IsDryRun && ImportedCount === 0 && count > 0)
    context.sayUndone(inBothLanguages(new Refusal(commonErrors.importFailed, { count })));
  return result;
}

/** Why rows that were right when the sheet was looked at are no longer: the first that is not, and what is wrong with it. */
export function wrongMeanwhile(rows: readonly ImportedRow<unknown>[]): Refusal {
  const wrong = rows.find((row) => !isRight(row));
  const problem = wrong?.problems[0]?.message ?? '';
  return new Refusal(commonErrors.sheetChanged, { row: wrong?.rowNumber ?? '', problem });
}

/** The same spreadsheet with what is wrong beside each wrong row, for an import that takes all rows or none. */
export const markedRowsOf = (
  { sheet, rows, columns }: FilledSheet<unknown>,
  name: Bilingual,
  language: Language,
): FileReply => sheetFile(writeCorrections(sheet, rows, { columns, language }), name[language]);

/** The same with only its wrong rows, where the right ones may come in without them. */
export function wrongRowsOf(
  { sheet, rows, columns }: FilledSheet<unknown>,
  name: Bilingual,
  language: Language,
): FileReply {
  const wrong = new Set(rows.filter((row) => !isRight(row)).map(({ rowNumber }) => rowNumber));
  const toCorrect = { ...sheet, rows: sheet.rows.filter(({ rowNumber }) => wrong.has(rowNumber)) };
  return markedRowsOf({ sheet: toCorrect, rows, columns }, name, language);
}

/** The spreadsheet to fill in. @param rows what stands in it already */
export const templateOf = (
  columns: readonly ImportColumn[],
  rows: readonly (readonly (string | null)[])[],
  title: Bilingual,
  language: Language,
): FileReply['content'] =>
  writeWorkbook<readonly (string | null)[]>({
    title: title[language],
    columns: columns.map(({ header, width }, place) => ({
      header,
      width: width ?? 20,
      type: 'text',
      value: (row) => row[place] ?? null,
    })),
    rows,
    language,
    timeZone: 'UTC',
  });

export const sheetFile = (content: FileReply['content'], name: string): FileReply => ({
  name: `${name}.xlsx`,
  contentType: workbookType,
  content,
});

/** What came of a spreadsheet; `nameColumn`: what a row is called by. */
function presentSheet(
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
