import { Readable } from 'node:stream';
import type { Bilingual, Language } from '@watchpost/contract';
import { workbookLibrary } from '../loadLater.ts';
import { addressOf } from './addressOf.ts';
import type { ImportColumn } from './importRows.ts';
import { cellText, sheetName } from './writeWorkbook.ts';

/** A column of the second sheet. */
export interface TemplateList {
  readonly header: string;
  readonly values: readonly string[];
  /** Offered at the cells of this column of the first sheet; others can be typed there all the same. Null: only to be read. */
  readonly offeredAt: string | null;
}

export interface TemplateOptions {
  /** Of the sheet that is filled in. */
  readonly title: Bilingual;
  readonly language: Language;
  /** So many rows below the header offer what may be typed. */
  readonly maxRows: number;
  /** A second sheet, which an import does not look at: what may be typed, side by side. Absent: none. */
  readonly lists?: { readonly title: Bilingual; readonly columns: readonly TemplateList[] };
}

/** The empty template that is filled in and sent to `importRows`. */
export function writeTemplate(columns: readonly ImportColumn[], options: TemplateOptions): Readable {
  return Readable.from(bytesOf(columns, options));
}

async function* bytesOf(
  columns: readonly ImportColumn[],
  { title, language, maxRows, lists }: TemplateOptions,
): AsyncGenerator<Uint8Array> {
  // Text, so that a phone number keeps its digits and nothing is calculated.
  const style = { numFmt: '@' };
  const freezePane = { rows: 1 };
  const listTitle = lists ? sheetName(lists.title[language]) : '';
  const tallest = Math.max(0, ...(lists?.columns ?? []).map(({ values }) => values.length));
  const offers = (lists?.columns ?? []).flatMap(({ values, offeredAt }, i) => {
    const at = columns.findIndex(({ key }) => key === offeredAt);
    if (at < 0 || values.length === 0) return [];
    const listed = `${addressOf(1, i, '$')}:${addressOf(values.length, i, '$')}`;
    return [
      {
        type: 'list' as const,
        range: `${addressOf(1, at)}:${addressOf(maxRows, at)}`,
        formula1: `'${listTitle.replaceAll("'", "''")}'!${listed}`,
        allowBlank: true,
        // A cell may hold several of them, or one in the other language.
        showErrorMessage: false,
      },
    ];
  });
  yield await workbookLibrary().writeXlsx({
    stringMode: 'inline',
    sheets: [
      {
        name: sheetName(title[language]),
        columns: columns.map(({ width }) => ({ width: width ?? 20, style })),
        rows: [columns.map(({ header }) => cellText(header[language]))],
        freezePane,
        dataValidations: offers,
      },
      ...(lists
        ? [
            {
              name: listTitle,
              columns: lists.columns.map(() => ({ width: 28, style })),
              rows: [
                lists.columns.map(({ header }) => cellText(header)),
                ...Array.from({ length: tallest }, (_, row) =>
                  lists.columns.map(({ values }) => (values[row] === undefined ? null : cellText(values[row]))),
                ),
              ],
              freezePane,
            },
          ]
        : []),
    ],
  });
}
