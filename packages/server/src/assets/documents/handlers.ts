import { type assetCalls, assetErrors, commonErrors, maxAssetDocuments } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import {
  deleteKeptDocument,
  findKeptDocument,
  keepDocument,
  keepFiles,
  keptDocumentsOf,
  readDocument,
} from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type AssetDeps, tellAssets } from '../deps.ts';
import type { AssetRow } from '../register/asset.store.ts';
import { mayWith, needAssets, needLockedAssets, subjectOf } from '../register/handlers.ts';

type Calls = Pick<typeof assetCalls, 'addAssetDocuments' | 'deleteAssetDocument'>;

/** Manuals, invoices and pictures that are kept with an asset, also with one that was disposed of. */
export function documentHandlers(deps: AssetDeps): Handlers<Calls> {
  const { db, clock, fileStorage: storage } = deps;

  /** Asked before the files are read, and again when they are written down. */
  async function needRoom(caller: Caller, client: DbOrTransaction, asset: AssetRow, coming: number): Promise<void> {
    if (!mayWith(caller, asset).edit) throw new Refusal(commonErrors.notFound);
    const kept = await keptDocumentsOf(caller.tenant, client, 'asset', asset.id);
    if (kept.length + coming > maxAssetDocuments)
      throw new Refusal(assetErrors.tooManyAssetDocuments, { count: maxAssetDocuments });
  }

  return {
    async addAssetDocuments(context, { query, files }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      const [seen] = await needAssets(caller, db, [query.assetId]);
      await needRoom(caller, db, seen!, files.length);
      if (files.length === 0) throw new Refusal(commonErrors.fileMissing);
      const kept = await keepFiles({ db, clock, storage }, context, files, ({ content }) => readDocument(content));
      return inOneWrite(deps, context, async (write) => {
        const [asset] = (await needLockedAssets(caller, write, [query.assetId])) as [AssetRow];
        await needRoom(caller, write.transaction, asset, files.length);
        const whose = { ownerId: asset.id, at: new Date(clock.now()), userId };
        for (const { id, name } of kept) {
          await keepDocument(tenant, write.transaction, 'asset', { ...whose, fileId: id });
          write.log({
            companyId: tenant.companyId,
            projectId: asset.project_id,
            subject: subjectOf(asset),
            after: { assetDocument: name },
          });
        }
        tellAssets(deps, write, tenant.companyId);
        return { Added: kept.length };
      });
    },

    deleteAssetDocument: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const document = await findKeptDocument(tenant, write.transaction, 'asset', body.DocumentId);
        if (!document) throw new Refusal(commonErrors.notFound);
        const [asset] = (await needLockedAssets(caller, write, [document.owner_id])) as [AssetRow];
        if (
          !mayWith(caller, asset).edit ||
          !(await deleteKeptDocument(tenant, write.transaction, 'asset', document.id))
        )
          throw new Refusal(commonErrors.notFound);
        write.log({
          companyId: tenant.companyId,
          projectId: asset.project_id,
          subject: subjectOf(asset),
          before: { assetDocument: document.name },
        });
        tellAssets(deps, write, tenant.companyId);
        return null;
      }),
  };
}
