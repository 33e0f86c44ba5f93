import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { flag, id } from '../scalars.ts';
import { companyId } from './fields.ts';

/** As the web's files are far smaller: 5,000 people are about 400 KB. */
export const memberImportMaxBytes = 5 * 1024 * 1024;
export const memberImportMaxRows = 5_000;

const ImportResult = z.object({
  TotalCount: z.number().int(),
  ImportedCount: z.number().int().describe('of a dry run: how many would be'),
  WrongCount: z.number().int(),
  IsDryRun: z.boolean(),
  /** The rows that are wrong, in the order of the file. */
  Rows: z.array(
    z.object({
      Row: z.number().int().describe('as the spreadsheet counts: the first below the headings is 2'),
      RealName: z.string(),
      UserName: z.string(),
      Errors: z.array(z.object({ Column: z.string(), Message: z.string() })),
    }),
  ),
});

export type ImportResult = z.infer<typeof ImportResult>;

const importQuery = {
  companyId,
  isDryRun: flag.default(false).describe('only say what would happen'),
  skipWrong: flag
    .default(false)
    .describe('import the right rows though others are wrong; else none while any is wrong'),
};

/** Each first password is hashed so that it cannot be guessed: 5,000 of them take two minutes and a half on two cores. */
const importAnswerSeconds = 600;

const importUpload = { maxBytes: memberImportMaxBytes, maxFiles: 1 };

/** Members from a spreadsheet. */
export const memberImportCalls = defineCalls({
  getImportUserTemplate: {
    method: 'GET',
    path: '/User_Subarea/GetImportUserTemplate',
    effect: 'read',
    access: ['membersEdit', 'projectConfig'],
    summary: { zh: '成员导入模板', en: 'The spreadsheet to fill in' },
    query: z.object({ companyId, projectSubareaId: id.optional().describe('for ImportProjectUser') }),
    data: 'file',
  },
  importCompanyUser: {
    method: 'POST',
    path: '/User_Subarea/ImportCompanyUser',
    effect: 'write',
    access: ['membersEdit'],
    encoding: 'multipart',
    upload: importUpload,
    answerSeconds: importAnswerSeconds,
    summary: { zh: '导入企业成员', en: 'Import members of the company from a spreadsheet' },
    query: z.object(importQuery),
    data: ImportResult,
  },
  importProjectUser: {
    method: 'POST',
    path: '/User_Subarea/ImportProjectUser',
    effect: 'write',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'multipart',
    upload: importUpload,
    answerSeconds: importAnswerSeconds,
    summary: { zh: '导入项目成员', en: 'Import members of a project from a spreadsheet' },
    query: z.object({
      ...importQuery,
      projectSubareaId: id,
      isSystemImport: flag.default(false).describe('only people who are members of the company; no account is made'),
    }),
    data: ImportResult,
  },
  correctImportUser: {
    method: 'POST',
    path: '/User_Subarea/CorrectImportUser',
    effect: 'read',
    access: ['membersEdit', 'projectConfig'],
    encoding: 'multipart',
    upload: importUpload,
    summary: {
      zh: '下载待修正的行：同一文件的错误行及原因',
      en: 'The wrong rows of the same spreadsheet, each with what is wrong, to correct and import again',
    },
    query: z.object({
      companyId,
      projectSubareaId: id.optional(),
      isSystemImport: flag.default(false),
    }),
    data: 'file',
  },
});
