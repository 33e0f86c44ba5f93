import { canonicalUnitNumber, commonErrors, type Language, NewBootUnit, remoteBootErrors } from '@watchpost/contract';
import { z } from 'zod';
import { maySee, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportColumn, type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { nameAsKey, projectsByName } from '../../projects/index.ts';
import { takenUnitNumbers } from './unit.store.ts';

/** Columns of the spreadsheet of units, as they come from a delivery; a device is related to one by its form. */
// biome-ignore format: a table is read by columns
export const unitColumns: readonly ImportColumn[] = [
  { key: 'UnitName', header: { zh: '机组名称', en: 'Unit' }, type: 'text', width: 24 },
  { key: 'UnitNumber', header: { zh: '机组编号', en: 'Unit number' }, type: 'text', width: 20 },
  { key: 'Model', header: { zh: '型号', en: 'Model' }, type: 'text', width: 18 },
  { key: 'ContractNumber', header: { zh: '合同编号', en: 'Contract number' }, type: 'text', optional: true, width: 18 },
  { key: 'ProjectName', header: { zh: '项目', en: 'Project' }, type: 'text', optional: true, width: 24 },
  { key: 'Position', header: { zh: '位置', en: 'Position' }, type: 'text', optional: true, width: 24 },
];

const UnitOfSheet = NewBootUnit.pick({
  UnitName: true,
  UnitNumber: true,
  Model: true,
  ContractNumber: true,
  Position: true,
}).extend({ ProjectName: z.string().trim().max(100).optional() });
type SheetRow = z.output<typeof UnitOfSheet>;
/** What a row comes to. */
export type NewUnitRow = Omit<SheetRow, 'ProjectName'> & { readonly ProjectId: number | null };

/** The rows of a spreadsheet of units, each with its unit or with what is wrong with it. */
export async function rowsOfUnits(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  language: Language,
): Promise<{ rows: ImportedRow<SheetRow>[]; right: NewUnitRow[] }> {
  const rows = importRows(sheet, { columns: unitColumns, schema: UnitOfSheet, language });
  const projects = await projectsByName(
    tenant,
    db,
    rows.flatMap(({ readable }) => readable.ProjectName ?? []),
  );
  const taken = await takenUnitNumbers(
    tenant,
    db,
    rows.flatMap(({ readable }) => (readable.UnitNumber === undefined ? [] : canonicalUnitNumber(readable.UnitNumber))),
  );
  const seen = new Set<string>();
  const right: NewUnitRow[] = [];
  for (const { value, readable, problems } of rows) {
    const refuse = (column: string, refusal: Refusal) => problems.push({ column, message: inBothLanguages(refusal) });
    const { UnitNumber, ProjectName } = readable;
    if (UnitNumber !== undefined) {
      const number = canonicalUnitNumber(UnitNumber);
      if (number.length < 4 || number.length > 32) refuse('UnitNumber', new Refusal(remoteBootErrors.unitNumberShort));
      else if (taken.has(number)) refuse('UnitNumber', new Refusal(remoteBootErrors.unitNumberTaken));
      else if (seen.has(number)) refuse('UnitNumber', new Refusal(remoteBootErrors.unitNumberTwice));
      seen.add(number);
    }
    const projectId = ProjectName ? projects.get(nameAsKey(ProjectName)) : null;
    if (projectId === 'several') refuse('ProjectName', new Refusal(commonErrors.projectOfMany));
    else if (projectId === undefined || (projectId !== null && !maySee(tenant, projectId, null)))
      refuse('ProjectName', new Refusal(remoteBootErrors.unitProjectUnknown));
    if (value === null || typeof projectId === 'string' || projectId === undefined || problems.length > 0) continue;
    const { ProjectName: _name, ...unit } = value;
    right.push({ ...unit, ProjectId: projectId });
  }
  return { rows, right };
}
