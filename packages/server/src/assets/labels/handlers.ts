import { assetErrors, type assetLabelCalls, commonErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { labelSheet } from '../../platform/labelSheet.ts';
import type { AssetDeps } from '../deps.ts';
import { findAssets, holderOfCode } from '../register/asset.store.ts';
import { needAssets, viewerOf } from '../register/handlers.ts';

/** Some twenty sheets: a file of a second or two. */
const maxLabels = 500;

/** Labels with the code of each asset: they open its life, and a stocktake scans them. */
export function labelHandlers({ db, publicUrl }: AssetDeps): Handlers<typeof assetLabelCalls> {
  return {
    async getAssetLabels({ caller, language }, { body }) {
      const ids = [...new Set(body.AssetIdList)];
      if (ids.length > maxLabels) throw new Refusal(assetErrors.labelsTooMany, { max: maxLabels });
      const base = publicUrl ?? body.Address;
      if (base === undefined) throw new Refusal(assetErrors.noAddress);
      const assets = await needAssets(caller, db, ids);
      const place = new Map(ids.map((id, index) => [id, index]));
      return {
        name: `${{ zh: '资产标签', en: 'Asset labels' }[language]}.pdf`,
        contentType: 'application/pdf',
        content: await labelSheet(
          assets
            .sort((a, b) => place.get(a.id)! - place.get(b.id)!)
            .map((asset) => ({
              address: `${base.replace(/\/+$/, '')}/a/${encodeURIComponent(asset.code)}`,
              title: asset.name,
              place: [
                asset.project_name && inLanguage(asset.project_name, asset.project_name_en, language),
                asset.location,
              ]
                .filter(Boolean)
                .join(' · '),
              strong: asset.code,
              small: [asset.model, asset.factory_number].filter(Boolean).join(' · '),
            })),
        ),
      };
    },

    async findAsset({ caller }, { query }) {
      const id = await holderOfCode(caller.tenant, db, query.assetCode, null);
      const [asset] = id === null ? [] : await findAssets(caller.tenant, db, viewerOf(caller), [id]);
      if (!asset) throw new Refusal(commonErrors.notFound);
      return { AssetId: asset.id };
    },
  };
}
