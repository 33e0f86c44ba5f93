import type { PermissionName } from '../access/permissions.ts';
import type { Bilingual } from '../call.ts';

export const dataFormats = ['excel', 'pdf', 'csv'] as const;
export type DataFormat = (typeof dataFormats)[number];

export const dataFormatWords = {
  excel: { zh: 'Excel', en: 'Excel' },
  pdf: { zh: 'PDF', en: 'PDF' },
  csv: { zh: 'CSV', en: 'CSV' },
} as const satisfies Record<DataFormat, Bilingual>;

/** Who may take point data away, and how. Spec §6: Excel 31 or 104, PDF 30 or 103; a CSV is a sheet as Excel's is. */
export const permissionsOfFormat = {
  excel: ['historyExcel', 'historyExcelData'],
  csv: ['historyExcel', 'historyExcelData'],
  pdf: ['historyPdf', 'historyPdfData'],
} as const satisfies Record<DataFormat, readonly [PermissionName, ...PermissionName[]]>;

/** Any of them: who may take point data away at all. */
export const dataDownloadAccess = [
  'historyExcel',
  'historyExcelData',
  'historyPdf',
  'historyPdfData',
] as const satisfies readonly PermissionName[];
