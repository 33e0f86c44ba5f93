import type { Readable } from 'node:stream';
import type { AllCalls, Bilingual, ExportKindName, exportKinds, Language, ParsedInput } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';

type CallOf<Kind extends ExportKindName> = (typeof exportKinds)[Kind]['call'] & keyof AllCalls;
type InputOf<Kind extends ExportKindName> = ParsedInput<AllCalls[CallOf<Kind>]>;

/** The question to an exporter. */
export interface ExportQuestion<Input> {
  /**
   * Who asked for it, with the rights they hold now. Checked against `access` of the list's read call already; what the
   * call's handler checks beyond that (`needInCompany` …) is checked here again.
   */
  readonly caller: Caller;
  /** As the read call's handler gets it. */
  readonly input: Input;
  readonly language: Language;
}

/** Makes a file of one kind of list. */
export interface Exporter<Kind extends ExportKindName, Row> {
  readonly kind: Kind;
  readonly columns: readonly SheetColumn<Row>[];
  /** How many rows there will be, for the progress; they may have changed a little until they are read. */
  count(question: ExportQuestion<InputOf<Kind>>): Promise<number>;
  /** Every row the list would show on all its pages, in the list's order, read in pieces: there may be a million. */
  rows(question: ExportQuestion<InputOf<Kind>>): AsyncIterable<Row>;
}

/** Makes a file of its own shape, where one sheet of rows is not enough. */
export interface FileExporter<Kind extends ExportKindName> {
  readonly kind: Kind;
  /** About how many rows or values there will be; refuses as the read call would. */
  count(question: ExportQuestion<InputOf<Kind>>): Promise<number>;
  /**
   * @param told how far the making is, from 0 to 1; rejects as soon as the signal is aborted
   * @param signal ends the making: nobody waits for the file any more, or the server stops
   */
  file(
    question: ExportQuestion<InputOf<Kind>>,
    told: (part: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<MadeFile>;
  /** What it holds, in a line: it is called like others of its kind. */
  detail(question: ExportQuestion<InputOf<Kind>>): Promise<Bilingual>;
  /**
   * Of the points in a finished file those which its owner may read now; a file that holds another is handed out no more.
   * Refuses, as the read call would, an owner who lost the right to it, and for nothing else: the file is there.
   */
  stillReads(question: ExportQuestion<InputOf<Kind>>, pointIds: readonly number[]): Promise<readonly number[]>;
}

export interface MadeFile {
  readonly content: Readable;
  /** Once the content was read to its end; without any there is no file. */
  rowCount(): number;
  /** The points it holds. */
  readonly pointIds: readonly number[];
  /** What it is about, for its name. */
  readonly name: string;
  readonly extension: string;
}

/** An exporter among others: what it is asked, and what its rows are, only itself knows. */
export type AnyExporter = AnyListExporter | AnyFileExporter;

interface AnyListExporter {
  readonly kind: ExportKindName;
  readonly columns: readonly SheetColumn<never>[];
  count(question: ExportQuestion<never>): Promise<number>;
  rows(question: ExportQuestion<never>): AsyncIterable<unknown>;
}

interface AnyFileExporter {
  readonly kind: ExportKindName;
  count(question: ExportQuestion<never>): Promise<number>;
  file(question: ExportQuestion<never>, told: (part: number) => Promise<void>, signal: AbortSignal): Promise<MadeFile>;
  detail(question: ExportQuestion<never>): Promise<Bilingual>;
  stillReads(question: ExportQuestion<never>, pointIds: readonly number[]): Promise<readonly number[]>;
}

/**
 * Says how a list is exported. Its kind stands in the contract (`downloads/exportKinds.ts`), with the read call whose input
 * it takes; the domain's exporters are listed in `modules.ts`.
 *
 * @example
 * export const projectExporter = ({ db }: { db: Db }) =>
 *   defineExporter<'projects', ProjectRow>({ kind: 'projects', columns, count: …, rows: … });
 */
export const defineExporter = <Kind extends ExportKindName, Row>(exporter: Exporter<Kind, Row>): Exporter<Kind, Row> =>
  exporter;
