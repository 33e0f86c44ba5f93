import { type AssetRow, calls } from '@watchpost/contract';
import { Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { DayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutAssets } from './callsAboutAssets.ts';
import { assetText } from './text.ts';

/** Says how an asset left, and what it brought. */
export function DisposeDialog({ asset, onClose }: { asset: AssetRow; onClose: () => void }) {
  const t = useText(assetText);
  const save = useSave(callsAboutAssets, onClose);
  const form = useSchemaForm(calls.disposeAsset.body, {
    initial: { AssetId: asset.AssetId, DisposeDate: '', Reason: '', Proceeds: null },
    save: (body) => save('disposeAsset', { body }, t.disposed),
  });
  return (
    <FormDialog form={form} title={t.disposeOf(asset.AssetName)} submitText={t.dispose} onClose={onClose}>
      <p>{t.disposeHint}</p>
      <div className="form-columns">
        <form.Field name="DisposeDate" label={t.disposeDate}>
          <DayField />
        </form.Field>
        <form.Field name="Proceeds" label={t.proceeds}>
          <NumberField min={0} precision={2} />
        </form.Field>
      </div>
      <form.Field name="Reason" label={t.disposeReason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}
