import { type assetCalls, assetImportMaxRows, calls, commonErrors, type UploadedFile } from '@watchpost/contract';
import { type Caller, inEveryProject, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { readSheet, type Sheet } from '../../platform/excel/readSheet.ts';
import {
  bringInSheet,
  markedRowsOf,
  sheetFile,
  templateOf,
  wrongMeanwhile,
} from '../../platform/excel/sheetImport.wire.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import { insertAssets, lockCodes, setParentsByCode } from './asset.store.ts';
import { assetColumns, rowsOfAssets } from './assetSheet.wire.ts';
import { inLog, mayEditIn, newValuesOf, subjectOf, viewerOf } from './handlers.ts';

type Calls = Pick<typeof assetCalls, 'getAssetTemplate' | 'batchImportAsset' | 'correctImportAsset'>;
type Context = CallContext<Caller>;

const title = { zh: '资产导入模板', en: 'Assets template' };

/** Where assets are brought in: a project whose assets the caller keeps, or with null the whole company. */
function placeOf(caller: Caller, named: number | undefined): number | null {
  const projectId = named ?? null;
  if (projectId !== null && !caller.tenant.projectIds.includes(projectId)) throw new Refusal(commonErrors.notFound);
  if (!mayEditIn(caller, projectId)) throw new Refusal(commonErrors.notFound);
  return projectId;
}

export function assetImportHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock } = deps;

  const rowsOf = async (
    { caller, language }: Context,
    client: DbOrTransaction,
    sheet: Sheet,
    projectId: number | null,
  ) =>
    rowsOfAssets(client, sheet, {
      viewer: viewerOf(caller),
      everywhere: viewerOf(inEveryProject(caller, calls.batchImportAsset.access)),
      projectId,
      mayEditIn: (id) => mayEditIn(caller, id),
      today: localOfEpoch(clock.now(), await zoneOf(caller.tenant, client)).slice(0, 10),
      language,
    });

  async function sheetOf(context: Context, projectId: number | null, [file]: readonly UploadedFile[]) {
    if (!file) throw new Refusal(commonErrors.fileMissing);
    const sheet = await readSheet(file.content, { maxRows: assetImportMaxRows });
    return { sheet, columns: assetColumns(projectId), ...(await rowsOf(context, db, sheet, projectId)) };
  }

  return {
    async getAssetTemplate({ caller, language }, { query }) {
      const columns = assetColumns(placeOf(caller, query.projectId));
      return sheetFile(templateOf(columns, [], title, language), title[language]);
    },

    async batchImportAsset(context, { query, files }) {
      const { tenant } = context.caller;
      const projectId = placeOf(context.caller, query.projectId);
      const filled = await sheetOf(context, projectId, files);
      return bringInSheet(context, filled, query, ({ length }) =>
        inOneWrite(deps, context, async (write) => {
          const { transaction } = write;
          await lockCodes(tenant, transaction);
          // Somebody may have given one of the codes since they were looked at.
          const { right, rows } = await rowsOf(context, transaction, filled.sheet, projectId);
          if (right.length < length) throw wrongMeanwhile(rows);
          const assets = right.map(newValuesOf);
          const ids = await insertAssets(tenant, transaction, assets, new Date(clock.now()));
          const parts = right.flatMap(({ parentCode }, place) =>
            parentCode === null ? [] : [{ id: ids[place]!, parentCode }],
          );
          await setParentsByCode(tenant, transaction, parts);
          for (const [place, values] of assets.entries())
            write.log({
              companyId: tenant.companyId,
              projectId: values.project_id,
              subject: subjectOf({ id: ids[place]!, name: values.name }),
              after: inLog({ ...values, parent_id: right[place]!.parentCode }),
            });
          tellAssets(deps, write, tenant.companyId);
        }),
      );
    },

    async correctImportAsset(context, { query, files }) {
      const filled = await sheetOf(context, placeOf(context.caller, query.projectId), files);
      return markedRowsOf(filled, { zh: '待修正的资产', en: 'Assets to correct' }, context.language);
    },
  };
}
