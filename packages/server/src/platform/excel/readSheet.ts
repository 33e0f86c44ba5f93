import { sheetErrors } from '@watchpost/contract';
import { Refusal } from '../http/refusal.ts';
import { workbookLibrary } from '../loadLater.ts';
import { addressOf } from './addressOf.ts';
import { ArchiveTooLarge, UnreadableArchive, unzipBounded } from './unzipBounded.ts';

/** What stands in a cell: empty is null; a date is `YYYY-MM-DD HH:mm:ss` as the sheet shows it, in no time zone. */
export type SheetCell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'date'; readonly value: string }
  /** A formula is not calculated; what the program that wrote the file last made of it is not looked at. */
  | { readonly kind: 'formula' };

export interface SheetRow {
  /** As the sheet counts: the first row is 1. */
  readonly rowNumber: number;
  readonly cells: readonly SheetCell[];
}

export interface Sheet {
  /** Texts of the first row that is not empty, trimmed. */
  readonly header: readonly string[];
  /** The rows below it in their order, without empty ones. */
  readonly rows: readonly SheetRow[];
}

export interface SheetLimits {
  /** Rows below the header. */
  readonly maxRows: number;
  /** Columns beyond are not read. */
  readonly maxColumns?: number;
}

/** What a sheet of 20,000 rows with twenty columns of text unpacks to, several times over. */
const maxUnpackedBytes = 64 * 1024 * 1024;
const defaultMaxColumns = 60;

const empty: SheetCell = { kind: 'empty' };

/**
 * Reads the first sheet of an .xlsx file.
 *
 * @param content the file, already bounded in size by the call's `upload`
 * @throws Refusal `unreadable` (no workbook, encrypted, damaged, an older format), `tooLarge` (unpacks to too much),
 *   `tooManyRows`, `noRows`
 */
export async function readSheet(content: Uint8Array, limits: SheetLimits): Promise<Sheet> {
  const maxColumns = limits.maxColumns ?? defaultMaxColumns;
  let sheet: Sheet;
  try {
    const parts = await unzipBounded(content, maxUnpackedBytes);
    sheet = await readRows(content, formulasOf(parts), maxColumns, limits.maxRows);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Every error of the reader is a fault of the file.
    throw new Refusal(error instanceof ArchiveTooLarge ? sheetErrors.tooLarge : sheetErrors.unreadable);
  }
  if (sheet.rows.length === 0) throw new Refusal(sheetErrors.noRows);
  return sheet;
}

async function readRows(
  content: Uint8Array,
  formulas: ReadonlySet<string>,
  maxColumns: number,
  maxRows: number,
): Promise<Sheet> {
  let header: string[] | null = null;
  const rows: SheetRow[] = [];
  for await (const { index, values } of workbookLibrary().streamXlsxRows(content)) {
    const cells = values
      .slice(0, maxColumns)
      .map((value, column) => (formulas.has(addressOf(index, column)) ? { kind: 'formula' as const } : cellOf(value)));
    if (cells.every(({ kind }) => kind === 'empty')) continue;
    if (header === null) {
      header = cells.map((cell) => ('value' in cell ? String(cell.value) : ''));
    } else {
      if (rows.length === maxRows) throw new Refusal(sheetErrors.tooManyRows, { count: maxRows });
      rows.push({ rowNumber: index + 1, cells });
    }
  }
  return { header: header ?? [], rows };
}

function cellOf(value: unknown): SheetCell {
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value instanceof Date) {
    // A date that no calendar has stays what it is in the file: a mistake for the row's own check.
    if (Number.isNaN(value.getTime())) return { kind: 'text', value: '#' };
    return { kind: 'date', value: value.toISOString().slice(0, 19).replace('T', ' ') };
  }
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? empty : { kind: 'text', value: text };
}

/** An XML element's attribute, with any name space prefix. */
const attribute = (element: string, name: string): string | null =>
  new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(element)?.[1] ?? null;

/** Attributes of a row or a cell are a few dozen characters. */
const longestTag = 65_536;

/** The library's reader begins anew with every chunk of a tag that does not end: 64 MB of one would take it minutes. */
function refuseEndlessTags(xml: string): void {
  for (let at = xml.indexOf('<'); at !== -1; ) {
    const end = xml.indexOf('>', at);
    if (end === -1 || end - at > longestTag) throw new UnreadableArchive('a tag without end');
    at = xml.indexOf('<', end);
  }
}

/** Addresses of the first sheet's cells that hold a formula; the library's row reader answers their last results only. */
function formulasOf(parts: ReadonlyMap<string, Buffer>): Set<string> {
  // `<` stands in no attribute: a tag that never ends is not searched to the end of the file, once for each of a million.
  const sheet = /<(?:\w+:)?sheet\s([^<>]*)>/.exec(parts.get('xl/workbook.xml')?.toString() ?? '')?.[1];
  const relation = sheet ? (/\w+:id="([^"]*)"/.exec(sheet)?.[1] ?? null) : null;
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.toString() ?? '';
  const target = [...relations.matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)]
    .map(([, element]) => element ?? '')
    .find((element) => attribute(element, 'Id') === relation);
  const path = attribute(target ?? '', 'Target')?.replace(/^\/?(xl\/)?/, 'xl/');
  const xml = parts.get(path ?? '')?.toString();
  if (xml === undefined) throw new UnreadableArchive('no sheet');
  refuseEndlessTags(xml);
  const found = new Set<string>();
  for (const [, cell] of xml.matchAll(/<(?:\w+:)?c\s([^<>]*)>\s*<(?:\w+:)?f[\s/>]/g)) {
    const address = attribute(cell ?? '', 'r');
    if (address === null) throw new UnreadableArchive('a cell without address');
    found.add(address);
  }
  return found;
}
