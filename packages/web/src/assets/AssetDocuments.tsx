import type { AssetLife } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { KeptDocuments } from '../ui/documents/index.ts';
import { DeleteDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { assetText } from './text.ts';

/** Manuals, invoices and pictures of an asset. */
export function AssetDocuments({ of: { Asset: asset, DocumentList } }: { of: AssetLife }) {
  const t = useText(assetText);
  const save = useSave(callsAboutAssets);
  const add = (files: File[], said: string) =>
    save('addAssetDocuments', { query: { assetId: asset.AssetId }, files }, said);
  return (
    <section aria-label={t.documents}>
      <h3 className="asset-section">{t.documents}</h3>
      <KeptDocuments
        list={DocumentList}
        add={asset.MayEdit ? add : null}
        deletion={({ DocumentId, Name }, title, onClose) => (
          <DeleteDialog
            title={title}
            names={[Name]}
            call="deleteAssetDocument"
            input={{ body: { DocumentId } }}
            said={t.deleted}
            asks={callsAboutAssets}
            onClose={onClose}
          />
        )}
      />
    </section>
  );
}
