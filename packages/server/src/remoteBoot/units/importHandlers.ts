import { commonErrors, type remoteBootCalls, type UploadedFile, unitImportMaxRows } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { readSheet } from '../../platform/excel/readSheet.ts';
import {
  bringInSheet,
  markedRowsOf,
  sheetFile,
  templateOf,
  wrongMeanwhile,
} from '../../platform/excel/sheetImport.wire.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { lockBoot } from '../standards/standard.store.ts';
import { inLog, newValuesOf } from './handlers.ts';
import { unitSubject } from './needUnits.ts';
import { insertUnit } from './unit.store.ts';
import { rowsOfUnits, unitColumns } from './unitSheet.wire.ts';

type Calls = Pick<typeof remoteBootCalls, 'getBootUnitTemplate' | 'batchImportBootUnit' | 'correctImportBootUnit'>;

const title = { zh: '机组导入模板', en: 'Units template' };

export function unitImportHandlers(deps: RemoteBootDeps): Handlers<Calls> {
  const { db, clock } = deps;

  async function sheetOf({ caller, language }: CallContext<Caller>, [file]: readonly UploadedFile[]) {
    if (!file) throw new Refusal(commonErrors.fileMissing);
    const sheet = await readSheet(file.content, { maxRows: unitImportMaxRows });
    return { sheet, columns: unitColumns, ...(await rowsOfUnits(caller.tenant, db, sheet, language)) };
  }

  return {
    getBootUnitTemplate: async ({ language }) =>
      sheetFile(templateOf(unitColumns, [], title, language), title[language]),

    async batchImportBootUnit(context, { query, files }) {
      const { tenant } = context.caller;
      const filled = await sheetOf(context, files);
      return bringInSheet(context, filled, query, ({ length }) =>
        inOneWrite(deps, context, async (write) => {
          const { transaction } = write;
          await lockBoot(tenant, transaction);
          // Somebody may have given one of the numbers since they were looked at.
          const { right, rows } = await rowsOfUnits(tenant, transaction, filled.sheet, context.language);
          if (right.length < length) throw wrongMeanwhile(rows);
          for (const unit of right) {
            const values = newValuesOf(unit);
            const id = await insertUnit(tenant, transaction, values, new Date(clock.now()));
            write.log({
              companyId: tenant.companyId,
              projectId: values.project_id,
              subject: unitSubject({ id, name: values.name }),
              after: inLog(values),
            });
          }
          tellBoot(deps, write, tenant.companyId);
        }),
      );
    },

    async correctImportBootUnit(context, { files }) {
      return markedRowsOf(
        await sheetOf(context, files),
        { zh: '待修正的机组', en: 'Units to correct' },
        context.language,
      );
    },
  };
}
