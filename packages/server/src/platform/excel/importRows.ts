import type { Readable } from 'node:stream';
import { type Bilingual, inputText, inputWords, type Language, sheetErrors, sheetText } from '@watchpost/contract';
import type { z } from 'zod';
import { problemOfText } from '../http/normalizeInput.ts';
import { Refusal } from '../http/refusal.ts';
import type { Sheet, SheetCell, SheetRow } from './readSheet.ts';
import { type SheetColumn, writeWorkbook } from './writeWorkbook.ts';

/** A column of a template. Headers are recognised in both languages, whichever the caller speaks. */
export interface ImportColumn {
  /** Field of the schema. */
  readonly key: string;
  readonly header: Bilingual;
  /** `text`: numbers become their digits (a phone number); `date`: `YYYY-MM-DD`; `time`: `YYYY-MM-DD HH:mm:ss`. */
  readonly type: 'text' | 'number' | 'date' | 'time';
  /** The file may leave out the whole column. */
  readonly optional?: true;
  readonly width?: number;
}

export interface RowProblem {
  /** Null: the row as a whole. */
  readonly column: string | null;
  readonly message: Bilingual;
}

export interface ImportedRow<Value> {
  /** As the sheet counts. */
  readonly rowNumber: number;
  /** Null when the schema refused the row. */
  readonly value: Value | null;
  /** Of a refused row the cells that are right by themselves: what else is wrong with them can be found, too. */
  readonly readable: Partial<Value>;
  /** Whoever finds more (a name that is taken, a row twice) adds to it. */
  readonly problems: RowProblem[];
}

export interface ImportOptions<Schema extends z.ZodType> {
  readonly columns: readonly ImportColumn[];
  /** Of one row: an object with the columns' keys; an empty cell is undefined. */
  readonly schema: Schema;
  readonly language: Language;
  /** Headers of columns that an export has and an import does not read. */
  readonly ignored?: readonly Bilingual[];
}

/**
 * Checks every row of a sheet against a schema.
 *
 * @returns the rows in their order, each with its value or its problems in both languages
 * @throws Refusal `columnsMissing`, `columnsUnknown`: it is not this template
 */
export function importRows<Schema extends z.ZodType>(
  sheet: Sheet,
  { columns, schema, language, ignored = [] }: ImportOptions<Schema>,
): ImportedRow<z.output<Schema>>[] {
  const places = placesOf(sheet.header, columns, ignored, language);
  return sheet.rows.map((row) => importRow(row, places, schema));
}

type Places = readonly { column: ImportColumn; index: number }[];

function importRow<Schema extends z.ZodType>(
  row: SheetRow,
  places: Places,
  schema: Schema,
): ImportedRow<z.output<Schema>> {
  const cells = places.map(({ column, index }) => ({ column, cell: row.cells[index] ?? { kind: 'empty' as const } }));
  const formulas = cells.filter(({ cell }) => cell.kind === 'formula').map(({ column }) => column.key);
  const fields = Object.fromEntries(cells.map(({ column, cell }) => [column.key, fieldOf(cell, column)]));
  const zh = schema.safeParse(fields, { error: (issue) => inputWords(issue, 'zh') });
  const problems: RowProblem[] = formulas.map((column) => ({ column, message: sheetText.formula }));
  for (const [column, field] of Object.entries(fields)) {
    if (typeof field !== 'string') continue;
    // As of any text of a request: nothing that turns text around, no control characters. Half a character cannot be kept.
    const message = problemOfText(field) ?? (field.isWellFormed() ? null : inputText.wrongFormat);
    if (message) problems.push({ column, message });
  }
  if (!zh.success) {
    // The same issues in the same order, in the other language.
    const en = schema.safeParse(fields, { error: (issue) => inputWords(issue, 'en') }).error?.issues ?? [];
    zh.error.issues.forEach((issue, i) => {
      const column = issue.path.length > 0 ? String(issue.path[0]) : null;
      if (problems.some((known) => known.column !== null && known.column === column)) return;
      problems.push({ column, message: { zh: issue.message, en: en[i]?.message ?? issue.message } });
    });
  }
  const value = zh.success && problems.length === 0 ? zh.data : null;
  const wrong = new Set(problems.map(({ column }) => column));
  return { rowNumber: row.rowNumber, value, readable: value ?? readableOf(schema, fields, wrong), problems };
}

function readableOf<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  wrong: ReadonlySet<string | null>,
): Partial<z.output<Schema>> {
  const { shape = {} } = schema as { shape?: Readonly<Record<string, z.ZodType>> };
  const read = Object.entries(fields).flatMap(([key, field]) => {
    const cell = wrong.has(key) ? undefined : shape[key]?.safeParse(field);
    return cell?.success ? [[key, cell.data]] : [];
  });
  return Object.fromEntries(read) as Partial<z.output<Schema>>;
}

function fieldOf(cell: SheetCell, { type }: ImportColumn): string | number | undefined {
  switch (cell.kind) {
    case 'empty':
    case 'formula':
      return undefined;
    case 'number':
      return type === 'number' ? cell.value : String(cell.value);
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'date':
      return type === 'date' || (type === 'text' && cell.value.endsWith(' 00:00:00'))
        ? cell.value.slice(0, 10)
        : cell.value;
    case 'text':
      return type === 'date' || type === 'time' ? cell.value.replace(/\//g, '-') : cell.value;
  }
}

const same = (a: string, b: string): boolean =>
  a.normalize('NFKC').trim().toLowerCase() === b.normalize('NFKC').trim().toLowerCase();
const isHeader = (text: string, header: Bilingual): boolean => same(text, header.zh) || same(text, header.en);

function placesOf(
  header: readonly string[],
  columns: readonly ImportColumn[],
  ignored: readonly Bilingual[],
  language: Language,
): Places {
  const separator = language === 'zh' ? '、' : ', ';
  const list = (names: readonly string[]) => names.slice(0, 5).join(separator);
  const places = columns.map((column) => ({
    column,
    index: header.findIndex((text) => isHeader(text, column.header)),
  }));
  const missing = places.filter(({ column, index }) => index < 0 && !column.optional);
  if (missing.length > 0) {
    throw new Refusal(sheetErrors.columnsMissing, { columns: list(missing.map((p) => p.column.header[language])) });
  }
  const taken = new Set(places.map(({ index }) => index));
  // The column that a corrected file carries is no part of the template, yet such a file is what comes back.
  const expected = [sheetText.problem, ...ignored];
  const unknown = header.filter(
    (text, i) => text !== '' && !taken.has(i) && !expected.some((each) => isHeader(text, each)),
  );
  if (unknown.length > 0) throw new Refusal(sheetErrors.columnsUnknown, { columns: list(unknown) });
  return places.filter(({ index }) => index >= 0);
}

/**
 * The file that was sent, as its sender filled it in, with what is wrong in a further column; corrected, it can be sent again.
 *
 * @param rows what `importRows` made of it
 */
export function writeCorrections(
  sheet: Sheet,
  rows: readonly ImportedRow<unknown>[],
  { columns, language }: { columns: readonly ImportColumn[]; language: Language },
): Readable {
  const problemsOf = new Map(rows.map((row) => [row.rowNumber, row.problems]));
  const kept = sheet.header.map((text, index) => ({ text, index })).filter(({ text }) => isKept(text));
  const sheetColumns: SheetColumn<SheetRow>[] = kept.map(({ text, index }) => ({
    header: { zh: text, en: text },
    type: 'text',
    width: columns.find(({ header }) => isHeader(text, header))?.width ?? 20,
    value: (row) => shownCell(row.cells[index]),
  }));
  sheetColumns.push({
    header: sheetText.problem,
    type: 'text',
    width: 60,
    value: (row) => wordsOf(problemsOf.get(row.rowNumber) ?? [], columns, language) || null,
  });
  return writeWorkbook({
    title: sheetText.problem[language],
    columns: sheetColumns,
    rows: sheet.rows,
    language,
    // No column of it is a date: what was typed is given back as it was shown.
    timeZone: 'UTC',
  });
}

const isKept = (text: string): boolean => text !== '' && !isHeader(text, sheetText.problem);

function shownCell(cell: SheetCell | undefined): string | null {
  if (!cell || cell.kind === 'empty' || cell.kind === 'formula') return null;
  if (cell.kind === 'date') return cell.value.replace(/ 00:00:00$/, '');
  return cell.kind === 'boolean' ? (cell.value ? 'TRUE' : 'FALSE') : String(cell.value);
}

/** `手机号：格式不正确；姓名：必填` */
export function wordsOf(problems: readonly RowProblem[], columns: readonly ImportColumn[], language: Language): string {
  const [colon, separator] = language === 'zh' ? ['：', '；'] : [': ', '; '];
  return problems
    .map(({ column, message }) => {
      const header = columns.find(({ key }) => key === column)?.header[language];
      return header ? `${header}${colon}${message[language]}` : message[language];
    })
    .join(separator);
}
