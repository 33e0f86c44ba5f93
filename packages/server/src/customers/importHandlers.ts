import { commonErrors, type customerCalls, customerImportMaxRows, type UploadedFile } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import { readSheet } from '../platform/excel/readSheet.ts';
import {
  bringInSheet,
  markedRowsOf,
  sheetFile,
  templateOf,
  wrongMeanwhile,
} from '../platform/excel/sheetImport.wire.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { insertCustomer, lockNumbers, setProjects } from './customer.store.ts';
import { customerColumns, rowsOfCustomers } from './customerSheet.wire.ts';
import { type CustomerDeps, tellCustomers } from './deps.ts';
import { newValuesOf } from './handlers.ts';
import { inLog, subjectOf } from './present.ts';

type Calls = Pick<typeof customerCalls, 'getCustomerTemplate' | 'batchImportCustomer' | 'correctImportCustomer'>;

const title = { zh: '客户导入模板', en: 'Customers template' };

export function customerImportHandlers(deps: CustomerDeps): Handlers<Calls> {
  const { db, clock } = deps;

  async function sheetOf({ caller, language }: CallContext<Caller>, [file]: readonly UploadedFile[]) {
    if (!file) throw new Refusal(commonErrors.fileMissing);
    const sheet = await readSheet(file.content, { maxRows: customerImportMaxRows });
    return { sheet, columns: customerColumns, ...(await rowsOfCustomers(caller.tenant, db, sheet, language)) };
  }

  return {
    getCustomerTemplate: async ({ language }) =>
      sheetFile(templateOf(customerColumns, [], title, language), title[language]),

    async batchImportCustomer(context, { query, files }) {
      const { tenant } = context.caller;
      const filled = await sheetOf(context, files);
      return bringInSheet(context, filled, query, ({ length }) =>
        inOneWrite(deps, context, async (write) => {
          const { transaction } = write;
          await lockNumbers(tenant, transaction);
          // Somebody may have given one of the numbers or projects since they were looked at.
          const { right, rows } = await rowsOfCustomers(tenant, transaction, filled.sheet, context.language);
          if (right.length < length) throw wrongMeanwhile(rows);
          for (const { input, projectIds } of right) {
            const values = newValuesOf(input);
            const id = await insertCustomer(tenant, transaction, values, new Date(clock.now()));
            await setProjects(tenant, transaction, id, projectIds);
            write.log({
              companyId: tenant.companyId,
              projectId: null,
              subject: subjectOf({ id, shop_name: values.shop_name }),
              after: { ...inLog(values), customerProjects: projectIds.length },
            });
          }
          tellCustomers(deps, write, tenant.companyId);
        }),
      );
    },

    async correctImportCustomer(context, { files }) {
      return markedRowsOf(
        await sheetOf(context, files),
        { zh: '待修正的客户', en: 'Customers to correct' },
        context.language,
      );
    },
  };
}
