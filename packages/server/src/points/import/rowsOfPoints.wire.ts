import { type Bilingual, type Language, PointSheetRow } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { fillText, type RefusalParameters } from '../../platform/http/refusal.ts';
import { type DraftProblem, problemsOf } from '../setUp/addPoints.ts';
import { draftOf } from '../setUp/handlers.ts';
import type { PointDraft, PointPlace } from '../setUp/PointDraft.ts';
import { listTypes } from '../types/store.ts';
import { pointColumns } from './pointSheet.ts';

/** A sheet has no formulas. */
const columnOf: Partial<Record<DraftProblem['field'], string>> = {
  name: 'PointName',
  type: 'PointTypeName',
  unit: 'Unit',
  key: 'PointName',
};

const normal = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Both languages of a refusal. */
const wordsOf = (entry: Bilingual, parameters: RefusalParameters): Bilingual => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

/**
 * Reads a spreadsheet of a slave's points and says of every row what stands in its way. Writes nothing.
 *
 * @throws Refusal when the file as a whole is not this spreadsheet
 */
export async function rowsOfPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  place: PointPlace,
  language: Language,
): Promise<{ sheet: Sheet; rows: readonly ImportedRow<PointSheetRow>[]; right: readonly PointDraft[] }> {
  const rows = importRows(sheet, { columns: pointColumns, schema: PointSheetRow, language });
  const types = new Map<string, number>();
  for (const type of await listTypes(tenant, db))
    for (const name of [type.name_zh, type.name_en, type.code]) types.set(normal(name), type.id);

  const drafts: { row: ImportedRow<PointSheetRow>; draft: PointDraft }[] = [];
  for (const row of rows) {
    const typeName = row.readable.PointTypeName;
    const typeId = typeName === undefined ? undefined : types.get(normal(typeName));
    // Reported together with the other problems of the row.
    if (typeName !== undefined && typeId === undefined)
      row.problems.push({ column: 'PointTypeName', message: unknownType(typeName) });
    if (!row.value || typeId === undefined) continue;
    const { PointTypeName: _, ...value } = row.value;
    // A sheet has no way to say that a bit was left empty on purpose.
    const { AddressBit, ...rest } = value;
    const bit = AddressBit === null ? {} : { AddressBit };
    drafts.push({ row, draft: draftOf('modbus', { ...rest, ...bit, PointTypeId: typeId }) });
  }
  const problems = await problemsOf(
    tenant,
    db,
    place,
    drafts.map(({ draft }) => draft),
  );
  for (const { place: at, field, entry, parameters } of problems)
    drafts[at]!.row.problems.push({ column: columnOf[field] ?? null, message: wordsOf(entry, parameters) });
  return { sheet, rows, right: drafts.filter(({ row }) => row.problems.length === 0).map(({ draft }) => draft) };
}

const unknownType = (name: string): Bilingual => ({
  zh: `没有点类型“${name}”：请先新增该点类型，或填写已有的点类型`,
  en: `There is no point type “${name}”. Add it first, or use one that exists.`,
});
